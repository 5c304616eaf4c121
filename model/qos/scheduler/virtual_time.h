// Virtual time: service per unit of rate, without drift.
#pragma once

#include <compare>
#include <cstdint>

#include "model/units/rate.h"

namespace qoslab {

/// Counted in units of 2^-63 byte per bit/s. `rest` is the fraction of a unit, in parts of the rate at which this
/// time advances, so that any number of steps from one anchor rounds nothing away: `units` is always the exact value
/// rounded down. Compare `units`: two times that differ by less than one unit may compare equal, but never in the
/// wrong order.
struct VirtualTime {
  Int128 units = 0;
  std::int64_t rest = 0;
};

/// How far a number of bytes at one rate moves a virtual time: bytes / rate.
class Pace {
 public:
  Pace() = default;
  /// Precondition: rate > 0.
  explicit Pace(Rate rate)
      : rate_{rate.bps()},
        units_per_byte_{scale / static_cast<std::uint64_t>(rate_)},
        rest_per_byte_{static_cast<std::int64_t>(scale % static_cast<std::uint64_t>(rate_))} {}

  /// `time` advanced at this pace so far, or has rest 0.
  [[nodiscard]] VirtualTime after(VirtualTime time, Bytes size) const {
    const Int128 rest = static_cast<Int128>(rest_per_byte_) * size.count() + time.rest;
    time.units += static_cast<Int128>(units_per_byte_) * size.count() + rest / rate_;
    time.rest = static_cast<std::int64_t>(rest % rate_);
    return time;
  }

 private:
  static constexpr std::uint64_t scale = std::uint64_t{1} << 63;
  std::int64_t rate_ = 1;
  std::uint64_t units_per_byte_ = 0;
  std::int64_t rest_per_byte_ = 0;
};

}  // namespace qoslab
