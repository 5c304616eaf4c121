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
  Parameters parameters_;
  Instant first_above_ = Instant::never();
  Instant drop_next_;
  std::uint32_t count_ = 0;
  std::uint32_t last_count_ = 0;
  bool dropping_ = false;
};

}  // namespace qoslab
