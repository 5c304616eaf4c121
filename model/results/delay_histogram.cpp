#include "model/results/delay_histogram.h"

#include <cmath>
#include <stdexcept>

namespace qoslab {
namespace {

/// Shares of samples are counted in these, so that 0.999 is what it says.
constexpr std::int64_t billion = 1'000'000'000;

}  // namespace

void DelayHistogram::grow(std::uint64_t bin) {
  counts_.resize((bin / per_octave + 1) * per_octave);
  recent_.resize(counts_.size());
}

void DelayHistogram::extend(std::int64_t most) {
  most_ = most;
  if (const auto bin = bin_with(most); bin >= counts_.size()) grow(bin);
}

DelayHistogram& DelayHistogram::operator+=(const DelayHistogram& other) {
  if (other.counts_.size() > counts_.size()) grow(other.counts_.size() - 1);
  for (std::size_t i = 0; i < other.counts_.size(); ++i) counts_[i] += other.count_in(i);
  count_ += other.count_;
  sum_ += other.sum_;
  least_ = std::min(least_, other.least_);
  most_ = std::max(most_, other.most_);
  return *this;
}

Duration DelayHistogram::first(std::uint32_t number) {
  if (number < 2 * per_octave) return Duration::nanoseconds(number);
  const auto shift = number / per_octave - 1;
  return Duration::nanoseconds(static_cast<std::int64_t>((per_octave + number % per_octave) << shift));
}

Duration DelayHistogram::end(std::uint32_t number) { return first(number + 1); }

std::optional<Duration> DelayHistogram::quantile(double share) const {
  if (count_ == 0) return std::nullopt;
  const Int128 parts = static_cast<Int128>(count_) * std::llround(share * static_cast<double>(billion));
  const auto rank = static_cast<std::int64_t>((parts + billion - 1) / billion);
  if (rank >= count_) return most();
  std::int64_t reached = 0;
  std::uint32_t bin = 0;
  while ((reached += count_in(bin)) < std::max<std::int64_t>(rank, 1)) ++bin;
  return std::max(first(bin), Duration::picoseconds(least_));
}

std::vector<DelayHistogram::Bin> DelayHistogram::bins() const {
  std::vector<Bin> result;
  for (std::uint32_t bin = 0; bin < counts_.size(); ++bin)
    if (count_in(bin) > 0) result.push_back({bin, count_in(bin)});
  return result;
}

DelayHistogram DelayHistogram::restore(const std::vector<Bin>& bins, Int128 sum_ps, Duration least, Duration most) {
  DelayHistogram result;
  if (bins.empty()) return result;
  if (least < Duration{} || least > most || bin_with(least.ps()) != bins.front().number ||
      bin_with(most.ps()) != bins.back().number)
    throw std::invalid_argument{"a histogram's least or most delay is not in its first or last bin"};
  result.grow(bins.back().number);
  std::int64_t below = -1;
  for (const auto& [number, count] : bins) {
    if (number <= below || number > bins.back().number) throw std::invalid_argument{"a histogram's bins have no order"};
    if (count <= 0 || count > INT64_MAX - result.count_) throw std::invalid_argument{"a histogram's count is absurd"};
    result.counts_[number] = count;
    result.count_ += count;
    below = number;
  }
  if (sum_ps < static_cast<Int128>(least.ps()) * result.count_ ||
      sum_ps > static_cast<Int128>(most.ps()) * result.count_)
    throw std::invalid_argument{"a histogram's mean is not between its least and most delay"};
  result.sum_ = sum_ps;
  result.least_ = least.ps();
  result.most_ = most.ps();
  return result;
}

}  // namespace qoslab
