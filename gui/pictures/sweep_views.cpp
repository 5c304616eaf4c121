// Metrics of a sweep over its points.
#include <algorithm>
#include <array>
#include <string_view>

#include "gui/pictures/numbers.h"
#include "gui/pictures/views.h"
#include "helpers/recorded/subjects.h"

namespace qoslab::gui {
namespace {

/// Of those that results have, which a reader of a sweep asks for first.
constexpr std::array<std::string_view, 6> shown = {"goodput_bps",   "carried_bps",  "loss_percent",
                                                   "delay_mean_ms", "delay_p99_ms", "jitter_ms"};

/// "load", of several "load, size".
std::string parameters_of(const recorded::Results& results) {
  std::string names;
  for (const auto& [name, value] : results.points.front().point) names += (names.empty() ? "" : ", ") + name;
  return names;
}

/// "500 kbit/s ip", of several "500 kbit/s ip, 64 B".
std::string values_of(const recorded::Point& point) {
  std::string values;
  for (const auto& [name, value] : point) values += (values.empty() ? "" : ", ") + value;
  return values;
}

struct Swept {
  recorded::Metric metric;
  std::vector<std::string> points;                                                ///< in the order of the sweep
  std::vector<std::pair<std::string, std::vector<recorded::Measured>>> subjects;  ///< a value for each point
};

Swept swept(const recorded::Results& results, const recorded::Metric& metric) {
  Swept table{metric, {}, {}};
  for (const auto& reached : results.points) table.points.push_back(values_of(reached.point));
  for (const auto& subject : recorded::subjects_of(results)) {
    const auto value = subject.metrics.find(metric.id);
    const auto point =
        std::find_if(results.points.begin(), results.points.end(),
                     [&](const recorded::PointReached& reached) { return reached.point == subject.point; });
    if (value == subject.metrics.end() || point == results.points.end()) continue;
    auto row = std::find_if(table.subjects.begin(), table.subjects.end(),
                            [&](const auto& known) { return known.first == subject.name; });
    if (row == table.subjects.end()) row = table.subjects.insert(row, {subject.name, {}});
    row->second.resize(table.points.size());
    row->second[static_cast<std::size_t>(point - results.points.begin())] = value->second;
  }
  return table;
}

Picture picture_of(const Swept& swept, const std::string& parameters) {
  Picture picture;
  picture.title = std::string{swept.metric.name} + " over " + parameters;
  picture.note = "Bars are 95 % confidence intervals.";
  picture.x.title = parameters;
  picture.x.names = swept.points;
  picture.y.title = std::string{swept.metric.name};
  picture.y.unit = std::string{swept.metric.unit};
  for (const auto& [name, values] : swept.subjects) {
    Curve curve;
    curve.name = name;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!values[i]) continue;
      const auto x = static_cast<double>(i);
      curve.points.push_back({x, values[i]->value});
      if (values[i]->ci95) curve.whiskers.push_back(interval_at(x, *values[i]));
    }
    picture.curves.push_back(std::move(curve));
  }
  return picture;
}

Table table_of(const Swept& swept, const std::string& parameters) {
  Table table{.columns = {parameters}, .rows = {}};
  for (const auto& [name, values] : swept.subjects)
    table.columns.push_back(name + ", " + std::string{swept.metric.unit});
  for (std::size_t i = 0; i < swept.points.size(); ++i) {
    std::vector<std::string> row{swept.points[i]};
    for (const auto& [name, values] : swept.subjects) row.push_back(measured_text(values[i]));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

std::vector<ResultView> sweep_views(const Opened& opened) {
  std::vector<ResultView> views;
  const auto& results = opened->results;
  if (results.points.size() < 2 || results.points.front().point.empty()) return views;
  const auto parameters = parameters_of(results);
  for (const auto id : shown) {
    const auto metric = *recorded::metric_of(id);
    if (swept(results, metric).subjects.empty()) continue;
    views.push_back(
        {.id = "sweep-" + std::string{id.substr(0, id.find_last_of('_'))},
         .title = std::string{metric.name} + " over " + parameters,
         .meaning = "What the sweep changes is below, in its order.",
         .picture = [opened, metric, parameters] { return picture_of(swept(opened->results, metric), parameters); },
         .table = [opened, metric, parameters] { return table_of(swept(opened->results, metric), parameters); }});
  }
  return views;
}

}  // namespace qoslab::gui
