// The time that a size takes at a rate, exactly and without a division.
#pragma once

#include <cstdint>

#include "model/units/rate.h"
#include "model/units/time.h"

namespace qoslab {

/// `time_to_send` for one rate and many sizes: whole picoseconds for each byte, and the rest as a fraction of 2^64.
/// With F = floor(r 2^64 / rate), n F / 2^64 is below n r / rate by less than n / 2^64; a fraction that is not zero is
/// at least 1 / rate. So rounding up is exact while n × rate < 2^64: sizes below 16 KiB up to 10^15 bit/s.
class SendTime {
 public:
  /// Takes no time.
  constexpr SendTime() = default;
  /// Bytes at a rate. Precondition: rate > 0.
  explicit constexpr SendTime(Rate rate) : SendTime{8'000'000'000'000, rate.bps()} {}
  /// Cycles of a clock, below 2^25 of them and 2^39 Hz.
  static constexpr SendTime of_cycles(std::int64_t hertz) { return SendTime{1'000'000'000'000, hertz}; }

  /// In picoseconds, rounded up.
  [[nodiscard]] constexpr std::int64_t operator()(std::int64_t n) const {
    const Wide rest = static_cast<Wide>(static_cast<std::uint64_t>(n)) * fraction_ + UINT64_MAX;
    return n * whole_ + static_cast<std::int64_t>(static_cast<std::uint64_t>(rest >> 64));
  }

 private:
  __extension__ using Wide = unsigned __int128;
  constexpr SendTime(std::int64_t unit, std::int64_t rate)
      : whole_{unit / rate},
        fraction_{static_cast<std::uint64_t>((static_cast<Wide>(static_cast<std::uint64_t>(unit % rate)) << 64) /
                                             static_cast<std::uint64_t>(rate))} {}
  std::int64_t whole_ = 0;
  std::uint64_t fraction_ = 0;
};

}  // namespace qoslab
