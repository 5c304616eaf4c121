#include "analysis/jitter.h"

#include <algorithm>
#include <cmath>

namespace qoslab {

std::vector<JitterPoint> jitter_over_time(std::vector<DelaySample> delays) {
  std::stable_sort(delays.begin(), delays.end(),
                   [](const DelaySample& a, const DelaySample& b) { return a.sent < b.sent; });
  std::vector<JitterPoint> points;
  double jitter = 0;
  for (std::size_t i = 1; i < delays.size(); ++i) {
    const double difference = (delays[i].delay - delays[i - 1].delay).to_seconds();
    jitter += (std::abs(difference) - jitter) / 16;
    points.push_back({delays[i].sent, jitter});
  }
  return points;
}

std::vector<std::optional<double>> jitter_by_record(const std::vector<JitterPoint>& points, const Records& records) {
  std::vector<double> sums(records.count());
  std::vector<std::int64_t> counts(records.count());
  for (const auto& point : points) {
    if (const auto record = records.record_of(point.sent)) {
      sums[*record] += point.jitter_s;
      ++counts[*record];
    }
  }
  std::vector<std::optional<double>> means(records.count());
  for (std::size_t r = 0; r < means.size(); ++r)
    if (counts[r] > 0) means[r] = sums[r] / static_cast<double>(counts[r]);
  return means;
}

std::optional<JitterStatistics> jitter_statistics(const std::vector<JitterPoint>& points, const Records& records) {
  if (points.empty()) return std::nullopt;
  JitterStatistics statistics;
  for (const auto& point : points) {
    statistics.mean_s += point.jitter_s / static_cast<double>(points.size());
    statistics.max_s = std::max(statistics.max_s, point.jitter_s);
  }
  for (const auto& mean : jitter_by_record(points, records)) {
    if (!mean) continue;
    statistics.record_min_s = std::min(statistics.record_min_s.value_or(*mean), *mean);
    statistics.record_max_s = std::max(statistics.record_max_s.value_or(*mean), *mean);
  }
  return statistics;
}

}  // namespace qoslab
