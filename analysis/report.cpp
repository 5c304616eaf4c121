#include "analysis/report.h"

#include <algorithm>
#include <set>

#include "analysis/point_analysis.h"

namespace qoslab {
namespace {

/// A reference that several points of a sweep share counts once.
Honesty honesty_of(const std::vector<Scenario>& points) {
  std::set<std::string> calibrated;
  std::set<std::string> references;
  std::set<std::string> predicted;
  for (const auto& point : points) {
    for (const auto& parameter : point.parameters)
      if (parameter.kind == Parameter::Kind::calibrated) calibrated.insert(parameter.name);
    for (const auto& reference : point.references) {
      references.insert(reference.id);
      if (reference.kind == Reference::Kind::predicted) predicted.insert(reference.id);
    }
  }
  Honesty honesty;
  honesty.calibrated_parameters = static_cast<int>(calibrated.size());
  honesty.references = static_cast<int>(references.size());
  honesty.predicted = static_cast<int>(predicted.size());
  return honesty;
}

/// A swept parameter has all its values, in order of the points.
std::vector<Parameter> parameters_of(const std::vector<Scenario>& points) {
  std::vector<Parameter> parameters = points.front().parameters;
  for (auto& parameter : parameters) {
    std::set<std::string> seen{parameter.value};
    for (const auto& point : points)
      for (const auto& other : point.parameters)
        if (other.name == parameter.name && seen.insert(other.value).second) parameter.value += ", " + other.value;
  }
  return parameters;
}

}  // namespace

bool Report::complete() const {
  return std::all_of(points.begin(), points.end(), [](const PointReport& p) { return p.replications >= p.wanted; });
}

Reach Report::reached() const {
  std::vector<Reach> all;
  for (const auto& point : points) all.insert(all.end(), point.reached.begin(), point.reached.end());
  const auto least = std::min_element(all.begin(), all.end(),
                                      [](const Reach& a, const Reach& b) { return a.simulated < b.simulated; });
  return least == all.end() ? Reach{{}, {}, false} : *least;
}

bool Report::balanced() const {
  return std::all_of(points.begin(), points.end(), [](const PointReport& p) { return p.violations.empty(); });
}

bool Report::holds() const {
  return std::all_of(points.begin(), points.end(), [](const PointReport& p) {
    return std::all_of(p.references.begin(), p.references.end(),
                       [](const ReferenceReport& r) { return r.within.value_or(true); }) &&
           std::all_of(p.expectations.begin(), p.expectations.end(),
                       [](const ExpectationReport& e) { return e.holds; });
  });
}

Report make_report(const std::vector<Scenario>& points, const std::vector<std::vector<Results>>& replications_by_point,
                   Provenance provenance, Performance performance) {
  const Scenario& first = points.front();
  Report report;
  report.scenario = first.name;
  report.question = first.question;
  report.lesson = first.lesson;
  report.runs = first.runs;
  report.parameters = parameters_of(points);
  report.honesty = honesty_of(points);
  report.provenance = std::move(provenance);
  report.performance = performance;
  for (std::size_t i = 0; i < points.size(); ++i) {
    report.points.push_back(PointAnalysis{points[i], replications_by_point[i]}.report());
    for (const auto& results : replications_by_point[i]) {
      report.packets += results.packets;
      report.busy_s += results.wall_s;
    }
  }
  return report;
}

}  // namespace qoslab
