#include "gui/data/live_curves.h"

#include "gui/data/metric_names.h"

namespace qoslab::gui {
namespace {

constexpr std::size_t most_points = 4000;
constexpr std::size_t most_curves = 200;  // of a metric
constexpr std::size_t most_metrics = 20;

}  // namespace

void LiveCurves::add(const std::string& scenario, double time_s, const std::string& subject, const std::string& metric,
                     double value) {
  if (scenario != scenario_) {
    curves_.clear();
    scenario_ = scenario;
  }
  if (!curves_.contains(metric) && curves_.size() >= most_metrics) return;
  auto& of_metric = curves_[metric];
  if (!of_metric.contains(subject) && of_metric.size() >= most_curves) return;
  auto& [points, every, skipped] = of_metric[subject];
  if (++skipped < every) return;
  skipped = 0;
  points.push_back({time_s, value});
  if (points.size() < most_points) return;
  every *= 2;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < points.size(); i += 2) points[kept++] = points[i];
  points.resize(kept);
}

std::set<std::string> LiveCurves::metrics() const {
  std::set<std::string> names;
  for (const auto& [metric, subjects] : curves_) names.insert(metric);
  return names;
}

Picture LiveCurves::picture(const std::string& metric) const {
  Picture picture;
  if (!curves_.empty()) picture.title = scenario_ + ": " + name_of_metric(metric);
  picture.note = "The first replication, while it runs.";
  picture.x.title = "simulated time";
  picture.x.unit = "s";
  picture.y.title = name_of_metric(metric);
  picture.y.unit = unit_of_metric(metric);
  const auto found = curves_.find(metric);
  if (found == curves_.end()) return picture;
  for (const auto& [subject, growing] : found->second) {
    Curve curve;
    curve.name = subject;
    curve.points = growing.points;
    picture.curves.push_back(std::move(curve));
  }
  return picture;
}

}  // namespace qoslab::gui
