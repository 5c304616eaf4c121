// Simulated time. Integers of picoseconds: 64 bytes at 100 Gbit/s last 5120 ps, and 63 bits last 106 days.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace qoslab {

/// A length of time in picoseconds. May be negative (the difference of two instants).
class Duration {
 public:
  constexpr Duration() = default;
  static constexpr Duration picoseconds(std::int64_t n) { return Duration{n}; }
  static constexpr Duration nanoseconds(std::int64_t n) { return Duration{n * 1'000}; }
  static constexpr Duration microseconds(std::int64_t n) { return Duration{n * 1'000'000}; }
  static constexpr Duration milliseconds(std::int64_t n) { return Duration{n * 1'000'000'000}; }
  static constexpr Duration seconds(std::int64_t n) { return Duration{n * 1'000'000'000'000}; }
  /// Nearest picosecond; for values that begin as real numbers (random draws). Precondition: |s| < 9.2e6.
  static constexpr Duration from_seconds(double s) {
    return Duration{static_cast<std::int64_t>(s * 1e12 + (s < 0 ? -0.5 : 0.5))};
  }

  [[nodiscard]] constexpr std::int64_t ps() const { return ps_; }
  /// For reports only: a double holds 53 bits.
  [[nodiscard]] constexpr double to_seconds() const { return static_cast<double>(ps_) / 1e12; }
  [[nodiscard]] constexpr double to_milliseconds() const { return static_cast<double>(ps_) / 1e9; }

  constexpr auto operator<=>(const Duration&) const = default;
  constexpr Duration operator-() const { return Duration{-ps_}; }
  constexpr Duration& operator+=(Duration d) {
    ps_ += d.ps_;
    return *this;
  }
  constexpr Duration& operator-=(Duration d) {
    ps_ -= d.ps_;
    return *this;
  }
  friend constexpr Duration operator+(Duration a, Duration b) { return a += b; }
  friend constexpr Duration operator-(Duration a, Duration b) { return a -= b; }
  friend constexpr Duration operator*(Duration d, std::int64_t n) { return Duration{d.ps_ * n}; }
  friend constexpr Duration operator*(std::int64_t n, Duration d) { return d * n; }
  friend constexpr Duration operator/(Duration d, std::int64_t n) { return Duration{d.ps_ / n}; }
  friend constexpr std::int64_t operator/(Duration a, Duration b) { return a.ps_ / b.ps_; }

 private:
  explicit constexpr Duration(std::int64_t ps) : ps_{ps} {}
  std::int64_t ps_ = 0;
};

/// A point in time: picoseconds since the run began.
class Instant {
 public:
  constexpr Instant() = default;
  static constexpr Instant at(Duration since_start) { return Instant{since_start}; }
  /// Later than every instant that a run reaches. Adding to it is a mistake.
  static constexpr Instant never() { return at(Duration::picoseconds(std::numeric_limits<std::int64_t>::max())); }

  [[nodiscard]] constexpr Duration since_start() const { return since_start_; }
  [[nodiscard]] constexpr std::int64_t ps() const { return since_start_.ps(); }

  constexpr auto operator<=>(const Instant&) const = default;
  constexpr Instant& operator+=(Duration d) {
    since_start_ += d;
    return *this;
  }
  friend constexpr Instant operator+(Instant t, Duration d) { return t += d; }
  friend constexpr Instant operator-(Instant t, Duration d) { return Instant{t.since_start_ - d}; }
  friend constexpr Duration operator-(Instant a, Instant b) { return a.since_start_ - b.since_start_; }

 private:
  explicit constexpr Instant(Duration d) : since_start_{d} {}
  Duration since_start_;
};

namespace literals {
constexpr Duration operator""_ps(unsigned long long n) { return Duration::picoseconds(static_cast<std::int64_t>(n)); }
constexpr Duration operator""_ns(unsigned long long n) { return Duration::nanoseconds(static_cast<std::int64_t>(n)); }
constexpr Duration operator""_us(unsigned long long n) { return Duration::microseconds(static_cast<std::int64_t>(n)); }
constexpr Duration operator""_ms(unsigned long long n) { return Duration::milliseconds(static_cast<std::int64_t>(n)); }
constexpr Duration operator""_s(unsigned long long n) { return Duration::seconds(static_cast<std::int64_t>(n)); }
}  // namespace literals

}  // namespace qoslab
