// How far a host keeps up with what it has to do in real time.
#pragma once

#include <algorithm>
#include <cstdint>

#include "model/results/emulation_results.h"
#include "model/units/time.h"

namespace qoslab::emulation {

class HostWatch {
 public:
  /// A turn begins. The first one starts the watch.
  void turn(Instant now);
  /// It is planned that the next turn comes only then, if no frame comes in.
  void rests_until(Instant wake) { rested_until_ = wake; }
  /// After a turn the model has come to `decided`.
  void decided(Instant decided, Instant now) { host_.behind = std::max(host_.behind, now - decided); }
  /// So many frames were handed over.
  void sent(std::int64_t frames, Instant now);
  /// One of them was due then.
  void late(Duration by) { host_.lateness.add(by); }

  HostResults& results() { return host_; }
  [[nodiscard]] const HostResults& results() const { return host_; }

 private:
  HostResults host_;
  bool began_ = false;
  Instant last_turn_;
  Instant rested_until_;
  std::int64_t second_ = -1;  ///< since the start
  std::int64_t sent_in_second_ = 0;
};

}  // namespace qoslab::emulation
