// When frames came in, from the kernel's stamps.
#pragma once

#include <algorithm>
#include <cstdint>

#include "helpers/emulate/clock.h"

namespace qoslab::emulation {

/// Asks the clock once for what came in closely together. A step of the system's time between a stamp and its reading
/// moves no frame to before the ring was last seen empty, nor to after now.
class ArrivalTimes {
 public:
  explicit ArrivalTimes(Clock& clock) : clock_{clock} {}

  /// Now the ring is read.
  void begin() { known_ = false; }
  /// The ring is empty.
  void drained(Instant now) { earliest_ = std::max(Instant{}, now - slack); }
  Instant operator()(std::int64_t stamp) {
    const std::int64_t later = stamp - stamp_;
    if (known_ && later >= 0 && later < together)
      if (const Instant at = at_ + Duration::nanoseconds(later); at <= asked_) return std::max(earliest_, at);
    known_ = true;
    stamp_ = stamp;
    at_ = clock_.of_system(stamp);
    asked_ = clock_.now();
    return std::max(earliest_, at_);
  }

 private:
  static constexpr std::int64_t together = 1'000'000;             ///< nanoseconds
  static constexpr Duration slack = Duration::microseconds(100);  ///< between a frame's stamp and its place in the ring

  Clock& clock_;
  bool known_ = false;
  std::int64_t stamp_ = 0;
  Instant at_;
  Instant asked_;  ///< what came in later is asked for again
  Instant earliest_;
};

}  // namespace qoslab::emulation
