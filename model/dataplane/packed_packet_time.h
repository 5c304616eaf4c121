// How long a packet occupies a leaky bucket whose rate is kept in 32 bits.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "model/units/rate.h"

namespace qoslab::dataplane {

/// SendTime (model/units/send_time.h) for a rate of each subscriber's own: a floating-point number of picoseconds a
/// byte, 27 bits of mantissa and 5 of exponent. The rate that it stands for is at most 2^-23 below the one asked for,
/// never above.
class PackedPacketTime {
 public:
  /// Slower rates become none.
  static constexpr Rate slowest = Rate::bps(480);

  /// No rate.
  constexpr PackedPacketTime() = default;
  /// Precondition: 0 <= rate < 2^40 bit/s.
  explicit constexpr PackedPacketTime(Rate rate) {
    if (rate < slowest) return;
    const auto divisor = static_cast<std::uint64_t>(rate.bps());
    const std::uint64_t scaled = ((byte_at_1bps << scale) + divisor - 1) / divisor;
    int shift = std::max(static_cast<int>(std::bit_width(scaled)) - mantissa_bits, 0);
    std::uint64_t mantissa = (scaled + (std::uint64_t{1} << shift) - 1) >> shift;
    if (mantissa >> mantissa_bits != 0) {
      mantissa >>= 1;
      ++shift;
    }
    bits_ = static_cast<std::uint32_t>(mantissa << exponent_bits) | static_cast<std::uint32_t>(largest_shift - shift);
  }
  static constexpr PackedPacketTime from_bits(std::uint32_t bits) { return PackedPacketTime{bits}; }
  [[nodiscard]] constexpr std::uint32_t bits() const { return bits_; }
  [[nodiscard]] constexpr bool none() const { return bits_ == 0; }

  /// Precondition: 0 <= bytes < 2^28.
  [[nodiscard]] constexpr std::int64_t of(std::int64_t bytes) const {
    return static_cast<std::int64_t>((static_cast<std::uint64_t>(bytes) * mantissa() << headroom) >> exponent());
  }
  /// How many picoseconds `time` of `before` are at this rate, the bytes being the same. Both have a rate.
  [[nodiscard]] constexpr std::int64_t rescaled(std::int64_t time, PackedPacketTime before) const {
    const Int128 product = Int128{time} * mantissa() / before.mantissa();
    const int shift = exponent() - before.exponent();
    return static_cast<std::int64_t>(shift >= 0 ? product >> shift : product << -shift);
  }
  [[nodiscard]] constexpr Rate rate() const {
    if (none()) return {};
    const Int128 scaled = Int128{byte_at_1bps} << exponent() >> headroom;
    return Rate::bps(static_cast<std::int64_t>(scaled / mantissa()));
  }

 private:
  static constexpr int mantissa_bits = 27;
  static constexpr int exponent_bits = 5;
  static constexpr int scale = 21;
  static constexpr int largest_shift = 28;
  static constexpr int headroom = largest_shift - scale;
  static constexpr std::uint64_t byte_at_1bps = 8'000'000'000'000;

  explicit constexpr PackedPacketTime(std::uint32_t bits) : bits_{bits} {}
  [[nodiscard]] constexpr std::uint32_t mantissa() const { return bits_ >> exponent_bits; }
  [[nodiscard]] constexpr int exponent() const { return static_cast<int>(bits_ & ((1U << exponent_bits) - 1)); }

  std::uint32_t bits_ = 0;
};

}  // namespace qoslab::dataplane
