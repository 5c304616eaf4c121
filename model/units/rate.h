// Bytes, rates, and the exact arithmetic between them and time.
#pragma once

#include <compare>
#include <cstdint>

#include "model/units/time.h"

namespace qoslab {

/// A number of bytes. At which layer they are counted is said where the value is used.
class Bytes {
 public:
  constexpr Bytes() = default;
  explicit constexpr Bytes(std::int64_t n) : n_{n} {}
  [[nodiscard]] constexpr std::int64_t count() const { return n_; }
  [[nodiscard]] constexpr std::int64_t bits() const { return n_ * 8; }

  constexpr auto operator<=>(const Bytes&) const = default;
  constexpr Bytes& operator+=(Bytes b) {
    n_ += b.n_;
    return *this;
  }
  constexpr Bytes& operator-=(Bytes b) {
    n_ -= b.n_;
    return *this;
  }
  friend constexpr Bytes operator+(Bytes a, Bytes b) { return a += b; }
  friend constexpr Bytes operator-(Bytes a, Bytes b) { return a -= b; }
  friend constexpr Bytes operator*(Bytes b, std::int64_t n) { return Bytes{b.n_ * n}; }

 private:
  std::int64_t n_ = 0;
};

/// Bits per second, a whole number. Zero means "no bandwidth"; negative rates do not exist.
class Rate {
 public:
  constexpr Rate() = default;
  static constexpr Rate bps(std::int64_t n) { return Rate{n}; }
  static constexpr Rate kbps(std::int64_t n) { return Rate{n * 1'000}; }
  static constexpr Rate mbps(std::int64_t n) { return Rate{n * 1'000'000}; }
  static constexpr Rate gbps(std::int64_t n) { return Rate{n * 1'000'000'000}; }
  [[nodiscard]] constexpr std::int64_t bps() const { return bps_; }

  constexpr auto operator<=>(const Rate&) const = default;
  constexpr Rate& operator+=(Rate r) {
    bps_ += r.bps_;
    return *this;
  }
  constexpr Rate& operator-=(Rate r) {
    bps_ -= r.bps_;
    return *this;
  }
  friend constexpr Rate operator+(Rate a, Rate b) { return a += b; }
  friend constexpr Rate operator-(Rate a, Rate b) { return a -= b; }

 private:
  explicit constexpr Rate(std::int64_t n) : bps_{n} {}
  std::int64_t bps_ = 0;
};

__extension__ using Int128 = __int128;

/// Bits times 10^12: what a rate earns in a time, exactly (bit/s × ps). Token credit is kept in this unit,
/// so that no sequence of short intervals ever rounds a token away.
class Credit {
 public:
  constexpr Credit() = default;
  static constexpr Credit of(Bytes b) { return Credit{static_cast<Int128>(b.bits()) * per_bit}; }
  static constexpr Credit earned(Rate r, Duration d) { return Credit{static_cast<Int128>(r.bps()) * d.ps()}; }

  constexpr auto operator<=>(const Credit&) const = default;
  constexpr Credit& operator+=(Credit c) {
    n_ += c.n_;
    return *this;
  }
  constexpr Credit& operator-=(Credit c) {
    n_ -= c.n_;
    return *this;
  }
  friend constexpr Credit operator+(Credit a, Credit b) { return a += b; }
  friend constexpr Credit operator-(Credit a, Credit b) { return a -= b; }
  /// The first whole picosecond after which `rate` has earned this much. Zero if it is not positive.
  /// Precondition: rate > 0.
  [[nodiscard]] constexpr Duration time_to_earn(Rate rate) const {
    if (n_ <= 0) return {};
    return Duration::picoseconds(static_cast<std::int64_t>((n_ + rate.bps() - 1) / rate.bps()));
  }
  /// Whole bytes, rounded down.
  [[nodiscard]] constexpr Bytes bytes() const { return Bytes{static_cast<std::int64_t>(n_ / (8 * per_bit))}; }

 private:
  static constexpr std::int64_t per_bit = 1'000'000'000'000;
  explicit constexpr Credit(Int128 n) : n_{n} {}
  Int128 n_ = 0;
};

/// How long `size` occupies a line of `rate`, rounded up to a whole picosecond. Precondition: rate > 0.
constexpr Duration time_to_send(Bytes size, Rate rate) { return Credit::of(size).time_to_earn(rate); }

}  // namespace qoslab
