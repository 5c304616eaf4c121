#include "model/results/delay_histogram.h"

#include <cmath>
#include <stdexcept>

namespace qoslab {
namespace {

constexpr std::uint32_t octave_bins = 1024;

/// The first nanosecond of a bin.
std::int64_t first_ns(std::uint32_t number) {
  if (number < 2 * octave_bins) return number;
  const auto shift = number / octave_bins - 1;
  return static_cast<std::int64_t>(std::uint64_t{octave_bins + number % octave_bins} << shift);
}

}  // namespace

Duration DelayHistogram::first(std::uint32_t number) { return Duration::nanoseconds(first_ns(number)); }

Duration DelayHistogram::end(std::uint32_t number) { return first(number + 1); }

std::optional<Duration> DelayHistogram::quantile(double share) const {
  if (count_ == 0) return std::nullopt;
  const auto rank = static_cast<std::int64_t>(std::ceil(share * static_cast<double>(count_) - 1e-9));
  if (rank >= count_) return most();
  std::int64_t below = 0;
  for (std::uint32_t bin = 0; bin < counts_.size(); ++bin) {
    below += counts_[bin];
    if (below >= std::max<std::int64_t>(rank, 1))
      return std::clamp(first(bin), Duration::picoseconds(least_), Duration::picoseconds(most_));
  }
  return most();
}

std::vector<DelayHistogram::Bin> DelayHistogram::bins() const {
  std::vector<Bin> result;
  for (std::uint32_t bin = 0; bin < counts_.size(); ++bin)
    if (counts_[bin] > 0) result.push_back({bin, counts_[bin]});
  return result;
}

DelayHistogram DelayHistogram::restore(const std::vector<Bin>& bins, double sum_ps, Duration least, Duration most) {
  DelayHistogram result;
  for (const auto& bin : bins) {
    if (bin.count <= 0 || bin.number > 64 * octave_bins) throw std::invalid_argument{"no such bin of a histogram"};
    if (bin.number >= result.counts_.size()) result.counts_.resize(bin.number + 1);
    result.counts_[bin.number] += bin.count;
    result.count_ += bin.count;
  }
  if (result.count_ == 0) return result;
  if (least > most) throw std::invalid_argument{"a histogram's least delay is above its most"};
  result.sum_ = static_cast<Sum>(sum_ps);
  result.least_ = least.ps();
  result.most_ = most.ps();
  return result;
}

}  // namespace qoslab
