// Virtual time: service per unit of rate, without drift.
#pragma once

#include <compare>
#include <cstdint>

#include "model/units/rate.h"

namespace qoslab {

/// Counted in units of 2^-70 byte per bit/s: 2^56 bytes fit at the smallest rate, and at 1 Tbit/s a byte still is 10^9
/// units. `rest` is the fraction of a unit, in parts of the rate at which this time advances, so that any number of
/// steps from one anchor rounds nothing away: `units` is the exact value rounded down. Only taking over another clock's
/// time (an anchor) drops the fraction, less than one unit.
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
      : rate_{rate.bps()}, units_per_byte_{scale / rate_}, rest_per_byte_{static_cast<std::int64_t>(scale % rate_)} {}

  /// `time` advanced at this pace so far, or has rest 0.
  [[nodiscard]] VirtualTime after(VirtualTime time, Bytes size) const {
    const Int128 rest = static_cast<Int128>(rest_per_byte_) * size.count() + time.rest;
    const Int128 carry = rest / rate_;
    time.units += units_per_byte_ * size.count() + carry;
    time.rest = static_cast<std::int64_t>(rest - carry * rate_);
    return time;
  }

 private:
  static constexpr Int128 scale = Int128{1} << 70;
  std::int64_t rate_ = 1;
  Int128 units_per_byte_ = 0;
  std::int64_t rest_per_byte_ = 0;
};

}  // namespace qoslab
