#include "analysis/distribution.h"

#include <algorithm>

#include "model/units/rate.h"

namespace qoslab {
namespace {

/// Picks ranks in ascending order. What an earlier pick has placed to the left is not looked at again.
class RankPicker {
 public:
  explicit RankPicker(std::vector<Duration>& values) : values_{values} {}
  Duration pick(std::size_t per_mille) {
    const auto rank = static_cast<std::ptrdiff_t>(nearest_rank(values_.size(), per_mille, 1000));
    std::nth_element(values_.begin() + settled_, values_.begin() + rank, values_.end());
    settled_ = rank;
    return values_[static_cast<std::size_t>(rank)];
  }

 private:
  std::vector<Duration>& values_;
  std::ptrdiff_t settled_ = 0;
};

double mean_in_seconds(const std::vector<Duration>& values) {
  Int128 sum = 0;
  for (const auto value : values) sum += value.ps();
  return static_cast<double>(sum) / static_cast<double>(values.size()) / 1e12;
}

}  // namespace

std::optional<Distribution> distribution_of(std::vector<Duration> values) {
  if (values.empty()) return std::nullopt;
  Distribution d;
  d.count = static_cast<std::int64_t>(values.size());
  d.mean_s = mean_in_seconds(values);
  d.min = *std::min_element(values.begin(), values.end());
  d.max = *std::max_element(values.begin(), values.end());
  RankPicker ranks{values};
  d.p50 = ranks.pick(500);
  d.p95 = ranks.pick(950);
  d.p99 = ranks.pick(990);
  d.p999 = ranks.pick(999);
  return d;
}

}  // namespace qoslab
