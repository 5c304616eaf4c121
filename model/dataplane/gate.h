// A shaper as a clock.
#pragma once

#include <algorithm>
#include <cstdint>

#include "model/units/rate.h"
#include "model/units/send_time.h"

namespace qoslab::dataplane {

/// The virtual scheduling algorithm (ITU-T I.371 annex A), with time instead of credit: the clock of a queue or node
/// runs ahead of now by what was sent above the rate; it is open while the clock is not ahead. Standing idle lets the
/// clock fall behind by at most what `spare` bytes take.
class Gate {
 public:
  /// A clock that has been idle for ever.
  static constexpr std::int64_t long_ago = INT64_MIN / 4;
  /// A clock that stays ahead.
  static constexpr std::int64_t never = INT64_MAX;

  /// Always open: its clock stands at now. One at `never` stays there.
  Gate() = default;
  Gate(Rate rate, Bytes spare) : time_{rate}, slack_{time_to_send(std::max(spare, Bytes{}), rate).ps()} {}

  /// The clock after `bytes` were sent at `now`.
  [[nodiscard]] std::int64_t after(std::int64_t clock, std::int64_t now, std::int64_t bytes) const {
    return std::max(clock, now - slack_) + time_(bytes);
  }

 private:
  SendTime time_;
  std::int64_t slack_ = 0;
};

}  // namespace qoslab::dataplane
