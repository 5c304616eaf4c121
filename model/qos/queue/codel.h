// CoDel, controlled delay: RFC 8289.
#pragma once

#include <cstdint>

#include "model/units/rate.h"
#include "model/units/time.h"

namespace qoslab {

/// The decision of RFC 8289 section 5 without queue and clock: shall the packet that would leave now be dropped?
/// Usage at departure: for each front packet, in order, ask `drop`; send the first for which it says no.
class CoDel {
 public:
  struct Parameters {
    Duration target = Duration::milliseconds(5);
    Duration interval = Duration::milliseconds(100);
    Bytes mtu{1500};  ///< no drop while no more than this waits (IP layer)
  };
  explicit CoDel(Parameters parameters) : parameters_{parameters} {}

  /// `sojourn`: how long the packet waited; `left`: what waits behind it.
  bool drop(Duration sojourn, Bytes left, Instant now);
  /// The queue ran empty.
  void emptied();

 private:
  bool too_long(Duration sojourn, Bytes left, Instant now);
  bool enter(Instant now);
  [[nodiscard]] Instant law(Instant from) const;

  Parameters parameters_;
  Instant first_above_ = Instant::never();  ///< when the sojourn will have been too long for an interval
  Instant drop_next_;
  std::uint32_t count_ = 0;       ///< drops since dropping began
  std::uint32_t last_count_ = 0;  ///< what count was set to when dropping began
  bool dropping_ = false;
  bool dropped_ = false;  ///< the packet before was dropped on schedule: the next drop has no time yet
};

}  // namespace qoslab
