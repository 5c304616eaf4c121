#include "gui/data/replicated.h"

#include <algorithm>
#include <limits>

#include "analysis/statistics.h"

namespace qoslab::gui {

Replicated together(std::span<const std::vector<Point>> replications) {
  std::vector<Point> all;
  for (const auto& values : replications) all.insert(all.end(), values.begin(), values.end());
  std::stable_sort(all.begin(), all.end(), [](const Point& a, const Point& b) { return a.x < b.x; });
  Replicated result;
  std::vector<double> values;
  for (auto at = all.begin(); at != all.end();) {
    const double time = at->x;
    values.clear();
    for (; at != all.end() && at->x == time; ++at) values.push_back(at->y);
    const auto [mean, ci95, count] = *estimate(values);
    const double half = ci95.value_or(std::numeric_limits<double>::quiet_NaN());
    result.means.push_back({time, mean});
    result.ci95.push_back({time, mean - half, mean + half});
  }
  return result;
}

}  // namespace qoslab::gui
