#include "analysis/distribution.h"

#include <algorithm>

#include "model/units/rate.h"

namespace qoslab {
namespace {

/// Picks ranks in ascending order. What an earlier pick has placed to the left is not looked at again.
class RankPicker {
 public:
  explicit RankPicker(std::vector<Duration>& values) : values_{values} {}
  Duration pick(std::int64_t per_mille) {
    const auto n = static_cast<std::int64_t>(values_.size());
    const auto rank = (n * per_mille + 999) / 1000;
    const auto it = values_.begin() + (rank - 1);
    std::nth_element(values_.begin() + settled_, it, values_.end());
    settled_ = rank - 1;
    return *it;
  }

 private:
  std::vector<Duration>& values_;
  std::int64_t settled_ = 0;
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
