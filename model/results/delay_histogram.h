// How often each delay occurred: to the nanosecond below 2 us, within 0.1 % above.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/units/rate.h"
#include "model/units/time.h"

namespace qoslab {

/// Counts delays in nanoseconds, rounded down. Bins are one nanosecond wide below 2048 ns; from there on each octave
/// has 1024 bins, so that a percentile is off by less than 0.1 %. Least, most and sum are exact, in picoseconds.
class DelayHistogram {
 public:
  /// Precondition: delay >= 0.
  void add(Duration delay) {
    const std::int64_t ps = delay.ps();
    if (ps > most_) [[unlikely]]
      extend(ps);
    if (ps < least_) [[unlikely]]
      least_ = ps;
    const auto bin = bin_with(ps);
    if (++recent_[bin] == 0) [[unlikely]]
      counts_[bin] += per_recent;
    ++count_;
    sum_ += static_cast<std::uint64_t>(ps);
  }
  DelayHistogram& operator+=(const DelayHistogram& other);

  [[nodiscard]] std::int64_t count() const { return count_; }
  // Without samples there is none of these.
  [[nodiscard]] std::optional<Duration> least() const { return some(least_); }
  [[nodiscard]] std::optional<Duration> most() const { return some(most_); }
  /// To the nearest picosecond below.
  [[nodiscard]] std::optional<Duration> mean() const {
    return some(count_ > 0 ? static_cast<std::int64_t>(sum_ / count_) : 0);
  }
  /// The smallest delay that at least this share of the samples does not exceed (nearest rank), rounded down to its
  /// bin. `share` counts in whole billionths. Precondition: 0 < share <= 1.
  [[nodiscard]] std::optional<Duration> quantile(double share) const;

  /// A bin that is not empty, for files and pipes.
  struct Bin {
    std::uint32_t number = 0;
    std::int64_t count = 0;
    bool operator==(const Bin&) const = default;
  };
  [[nodiscard]] std::vector<Bin> bins() const;
  /// The delays of bin `number` are at least `first` and below `end`.
  static Duration first(std::uint32_t number);
  static Duration end(std::uint32_t number);
  /// What `bins` (in ascending order), `sum_ps`, `least` and `most` of another histogram describe. Throws
  /// std::invalid_argument if they do not fit together.
  static DelayHistogram restore(const std::vector<Bin>& bins, Int128 sum_ps, Duration least, Duration most);
  /// Of all delays, in picoseconds.
  [[nodiscard]] Int128 sum_ps() const { return sum_; }

 private:
  static constexpr unsigned exact_bits = 11;
  static constexpr std::uint64_t per_octave = 1ULL << (exact_bits - 1);
  static constexpr std::uint64_t bin_of(std::uint64_t ns) {
    // Without a branch: delays around 2 us would have it guessed wrong half of the time.
    const auto shift = static_cast<unsigned>(std::bit_width(ns | per_octave)) - exact_bits;
    return per_octave * shift + (ns >> shift);
  }
  static constexpr std::uint64_t bin_with(std::int64_t ps) { return bin_of(static_cast<std::uint64_t>(ps) / 1000); }
  /// The longest so far. Out of the way of `add`, for it is seldom.
  void extend(std::int64_t most);
  /// By whole octaves.
  void grow(std::uint64_t bin);
  [[nodiscard]] std::optional<Duration> some(std::int64_t ps) const {
    if (count_ == 0) return std::nullopt;
    return Duration::picoseconds(ps);
  }

  static constexpr std::int64_t per_recent = std::int64_t{UINT16_MAX} + 1;
  [[nodiscard]] std::int64_t count_in(std::size_t bin) const { return counts_[bin] + recent_[bin]; }

  // Of each bin, at least up to that of most_. What is counted at once is short, so that more of it stays in the cache.
  std::vector<std::uint16_t> recent_;
  std::vector<std::int64_t> counts_;  ///< besides: each time that `recent_` was full
  std::int64_t count_ = 0;
  Int128 sum_ = 0;
  std::int64_t least_ = INT64_MAX;
  std::int64_t most_ = INT64_MIN;
};

}  // namespace qoslab
