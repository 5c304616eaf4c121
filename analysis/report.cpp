#include "analysis/report.h"

#include <algorithm>
#include <set>

#include "analysis/class_metrics.h"
#include "analysis/judgement.h"
#include "analysis/metrics.h"
#include "analysis/units.h"
#include "model/results/metric_names.h"

namespace qoslab {
namespace {

void add(std::map<std::string, Count>& sums, const std::map<std::string, Count>& counts) {
  for (const auto& [name, count] : counts) sums[name] += count;
}

/// The replications of one point, each measured once.
class PointAnalysis {
 public:
  PointAnalysis(const Scenario& scenario, const std::vector<Results>& replications)
      : scenario_{scenario}, replications_{replications} {
    for (const auto& results : replications) measurements_.emplace_back(results, scenario.runs);
  }

  [[nodiscard]] PointReport report() const {
    PointReport report;
    report.point = scenario_.point;
    report.wanted = scenario_.runs.replications;
    report.replications = static_cast<int>(
        std::count_if(replications_.begin(), replications_.end(), [](const Results& r) { return r.complete; }));
    report.flows = flows();
    report.classes = classes();
    for (const auto& reference : scenario_.references)
      report.references.push_back(judge(reference, in_unit(reference.metric, reference.unit)));
    for (const auto& expectation : scenario_.expectations)
      report.expectations.push_back(judge(expectation, in_unit(expectation.metric, expectation.unit)));
    report.violations = all_violations();
    report.notes = notes();
    return report;
  }

 private:
  [[nodiscard]] std::optional<Estimate> estimate_of(const MetricName& name) const {
    std::vector<double> values;
    for (const auto& measurement : measurements_)
      if (const auto value = measurement.value(name)) values.push_back(*value);
    return estimate(values);
  }

  [[nodiscard]] std::optional<Estimate> in_unit(const MetricName& name, const std::string& unit) const {
    const bool is_class = name.subject.find('/') != std::string::npos;
    const auto* info = find_metric(is_class ? MetricSubject::port_class : MetricSubject::flow, name.metric);
    auto result = estimate_of(name);
    if (!result || info == nullptr) return std::nullopt;
    const auto mean = convert(result->mean, info->unit, unit);
    if (!mean) return std::nullopt;
    result->mean = *mean;
    if (result->ci95) result->ci95 = convert(*result->ci95, info->unit, unit);
    return result;
  }

  [[nodiscard]] Estimates all_metrics(MetricSubject subject, const std::string& name) const {
    Estimates estimates;
    for (const auto& info : metric_table)
      if (info.subject == subject)
        if (const auto value = estimate_of({name, std::string{info.name}})) estimates.emplace(info.name, *value);
    return estimates;
  }

  [[nodiscard]] std::vector<FlowReport> flows() const {
    std::vector<FlowReport> reports;
    if (replications_.empty()) return reports;
    for (const auto& flow : replications_.front().flows)
      reports.push_back({.name = flow.name,
                         .label = flow.label,
                         .metrics = all_metrics(MetricSubject::flow, flow.name),
                         .offered = {},
                         .carried = {},
                         .books = {},
                         .drops = {}});
    for (auto& report : reports)
      for (const auto& results : replications_)
        for (const auto& flow : results.flows) {
          if (flow.name != report.name) continue;
          report.offered += flow.offered;
          report.carried += flow.carried;
          add(report.drops, flow.drops);
          report.books += books_of(flow);
        }
    return reports;
  }

  [[nodiscard]] std::vector<ClassReport> classes() const {
    std::vector<ClassReport> reports;
    if (replications_.empty()) return reports;
    for (const auto& port_class : replications_.front().classes)
      reports.push_back({.port = port_class.port,
                         .class_name = port_class.class_name,
                         .metrics = all_metrics(MetricSubject::port_class, subject_of(port_class)),
                         .arrived = {},
                         .sent = {},
                         .drops = {}});
    for (auto& report : reports)
      for (const auto& results : replications_)
        for (const auto& port_class : results.classes) {
          if (port_class.port != report.port || port_class.class_name != report.class_name) continue;
          report.arrived += port_class.arrived;
          report.sent += port_class.sent;
          add(report.drops, port_class.drops);
        }
    return reports;
  }

  [[nodiscard]] std::vector<Violation> all_violations() const {
    std::vector<Violation> all;
    for (std::size_t i = 0; i < replications_.size(); ++i)
      for (auto& violation : violations(replications_[i])) all.push_back({static_cast<int>(i), std::move(violation)});
    return all;
  }

  [[nodiscard]] std::vector<std::string> notes() const {
    std::vector<std::string> all;
    for (const auto& results : replications_)
      for (const auto& note : results.notes)
        if (std::find(all.begin(), all.end(), note) == all.end()) all.push_back(note);
    return all;
  }

  const Scenario& scenario_;
  const std::vector<Results>& replications_;
  std::vector<Measurement> measurements_;
};

Honesty honesty_of(const Scenario& scenario) {
  Honesty honesty;
  std::set<std::string> calibrated;
  for (const auto& parameter : scenario.parameters)
    if (parameter.kind == Parameter::Kind::calibrated) calibrated.insert(parameter.name);
  honesty.calibrated_parameters = static_cast<int>(calibrated.size());
  honesty.references = static_cast<int>(scenario.references.size());
  honesty.predicted =
      static_cast<int>(std::count_if(scenario.references.begin(), scenario.references.end(),
                                     [](const Reference& r) { return r.kind == Reference::Kind::predicted; }));
  return honesty;
}

}  // namespace

bool Report::complete() const {
  return std::all_of(points.begin(), points.end(), [](const PointReport& p) { return p.replications >= p.wanted; });
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
  report.runs = first.runs;
  report.parameters = first.parameters;
  report.honesty = honesty_of(first);
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
