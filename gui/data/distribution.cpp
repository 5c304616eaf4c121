#include "gui/data/distribution.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

namespace qoslab::gui {
namespace {

using recorded::Bin;
using recorded::Delays;

constexpr double ns_in_ms = 1e6;
constexpr double resolution = 1.0 / 2000;

double shown(double ms) { return std::max(ms, shortest_ms); }

/// Sums of delays in a file that nobody vouches for may not fit into 64 bits.
double all_of(const std::vector<Bin>& histogram) {
  return std::accumulate(histogram.begin(), histogram.end(), 0.0,
                         [](double sum, const Bin& bin) { return sum + static_cast<double>(bin.count); });
}

/// Keeps the points that differ from the one kept before by what can be seen; always the first and the last.
template <typename Height>
std::vector<Point> thinned(const std::vector<Point>& points, Height&& height) {
  if (points.size() < 3) return points;
  const double width = std::log(points.back().x / points.front().x);
  const double tall = std::abs(height(points.back().y) - height(points.front().y));
  std::vector<Point> kept{points.front()};
  for (std::size_t i = 1; i + 1 < points.size(); ++i)
    if (std::log(points[i].x / kept.back().x) >= resolution * width ||
        std::abs(height(points[i].y) - height(kept.back().y)) >= resolution * tall)
      kept.push_back(points[i]);
  kept.push_back(points.back());
  return kept;
}

/// The points that are known without a histogram, in ascending order of both.
std::vector<Point> known(const Delays& delays) {
  std::vector<Point> points;
  for (const auto& [measured, share] :
       {std::pair{delays.min, 0.0}, std::pair{delays.p50, 0.5}, std::pair{delays.p95, 0.95},
        std::pair{delays.p99, 0.99}, std::pair{delays.p999, 0.999}, std::pair{delays.max, 1.0}})
    if (measured && (points.empty() || shown(measured->value) >= points.back().x))
      points.push_back({shown(measured->value), share});
  return points;
}

std::vector<Point> counted(const std::vector<Bin>& histogram) {
  const double all = all_of(histogram);
  std::vector<Point> points;
  if (all <= 0) return points;
  double sum = 0;
  for (const auto& bin : histogram) {
    if (bin.count == 0) continue;
    const double ms = shown(static_cast<double>(bin.ns) / ns_in_ms);
    if (points.empty()) points.push_back({ms, 0});
    sum += static_cast<double>(bin.count);
    points.push_back({ms, sum / all});
  }
  points.back().y = 1;
  return points;
}

std::optional<double> quantile(const std::vector<Bin>& histogram, double share) {
  const double all = all_of(histogram);
  double sum = 0;
  for (const auto& bin : histogram) {
    sum += static_cast<double>(bin.count);
    // Of a whole number of delays, rounded up; the share's own rounding does not count.
    if (bin.count > 0 && sum >= std::ceil(share * all * (1 - 1e-12))) return static_cast<double>(bin.ns) / ns_in_ms;
  }
  return std::nullopt;
}

}  // namespace

DistributionCurve cumulative(const std::vector<Bin>& histogram, const Delays& delays) {
  auto points = counted(histogram);
  if (points.empty()) return {known(delays), false};
  return {thinned(points, [](double share) { return share; }), true};
}

DistributionCurve complementary(const std::vector<Bin>& histogram, const Delays& delays) {
  auto points = counted(histogram);
  const bool exact = !points.empty();
  if (!exact) points = known(delays);
  for (auto& point : points) point.y = 1 - point.y;
  std::erase_if(points, [](const Point& point) { return point.y <= 0; });
  return {exact ? thinned(points, [](double share) { return std::log(share); }) : points, exact};
}

std::vector<Percentile> percentiles(const std::vector<Bin>& histogram, const Delays& delays) {
  std::vector<Percentile> all{{"min", 0, delays.min},    {"p50", 0.5, delays.p50},      {"p95", 0.95, delays.p95},
                              {"p99", 0.99, delays.p99}, {"p99.9", 0.999, delays.p999}, {"max", 1, delays.max}};
  for (auto& [label, share, ms] : all)
    if (!ms)
      if (const auto found = quantile(histogram, share)) ms = recorded::Measure{*found};
  return all;
}

}  // namespace qoslab::gui
