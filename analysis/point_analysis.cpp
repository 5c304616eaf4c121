#include "analysis/point_analysis.h"

#include <algorithm>

#include "analysis/class_metrics.h"
#include "analysis/gateway_notes.h"
#include "analysis/judgement.h"
#include "analysis/units.h"

namespace qoslab {
namespace {

void add(std::map<std::string, Count>& sums, const std::map<std::string, Count>& counts) {
  for (const auto& [name, count] : counts) sums[name] += count;
}

void add(FlowReport& sum, const FlowResults& flow) {
  sum.offered += flow.offered;
  sum.carried += flow.carried;
  sum.books += books_of(flow);
  add(sum.drops, flow.drops);
}

void add(ClassReport& sum, const PortClassResults& port_class) {
  sum.arrived += port_class.arrived;
  sum.sent += port_class.sent;
  add(sum.drops, port_class.drops);
}

/// Replications may differ in what they have (a reserved class appears only where the flow was admitted), so what is
/// named first is made first.
template <typename T, typename Same>
T& find_or_add(std::vector<T>& list, Same same) {
  const auto found = std::find_if(list.begin(), list.end(), same);
  return found == list.end() ? list.emplace_back() : *found;
}

}  // namespace

PointAnalysis::PointAnalysis(const Scenario& scenario, const std::vector<Results>& replications)
    : scenario_{scenario}, replications_{replications} {
  for (const auto& results : replications) measurements_.emplace_back(results, scenario.runs);
}

PointReport PointAnalysis::report() const {
  PointReport report;
  report.point = scenario_.point;
  report.wanted = scenario_.runs.replications;
  report.replications = static_cast<int>(
      std::count_if(replications_.begin(), replications_.end(), [](const Results& r) { return r.complete; }));
  for (const auto& results : replications_)
    report.reached.push_back({results.until - Instant{}, results.measured(), results.complete});
  report.flows = flows();
  report.classes = classes();
  report.traffic = traffic();
  report.subscribers = subscriber_reports(replications_);
  report.places = places();
  report.aggregates = aggregate_reports(replications_, scenario_.gateways);
  report.fairness = fairness_by_label();
  for (const auto& reference : scenario_.references)
    report.references.push_back(judge(reference, in_unit(reference.metric, reference.unit)));
  for (const auto& expectation : scenario_.expectations)
    report.expectations.push_back(judge(expectation, in_unit(expectation.metric, expectation.unit)));
  report.violations = all_violations();
  report.notes = notes();
  for (const auto& notes : {filling_notes(report.traffic), idle_notes(report.traffic, scenario_.gateways)})
    report.notes.insert(report.notes.end(), notes.begin(), notes.end());
  return report;
}

std::optional<Estimate> PointAnalysis::estimate_of(const MetricName& name) const {
  std::vector<double> values;
  for (const auto& measurement : measurements_)
    if (const auto value = measurement.value(name)) values.push_back(*value);
  return estimate(values);
}

const MetricInfo* PointAnalysis::info_of(const MetricName& name) const {
  for (const auto& measurement : measurements_)
    if (const auto kind = measurement.kind_of(name.subject)) return find_metric(*kind, name.metric);
  return nullptr;
}

std::optional<Estimate> PointAnalysis::in_unit(const MetricName& name, const std::string& unit) const {
  auto result = estimate_of(name);
  const auto* info = info_of(name);
  if (!result || info == nullptr) return std::nullopt;
  const auto mean = convert(result->mean, info->unit, unit);
  if (!mean) return std::nullopt;
  result->mean = *mean;
  if (result->ci95) result->ci95 = convert(*result->ci95, info->unit, unit);
  return result;
}

Estimates PointAnalysis::all_metrics(MetricSubject subject, const std::string& name) const {
  Estimates estimates;
  for (const auto& info : metric_table)
    if (info.subject == subject)
      if (const auto value = estimate_of({name, std::string{info.name}})) estimates.emplace(info.name, *value);
  return estimates;
}

std::vector<FlowReport> PointAnalysis::flows() const {
  std::vector<FlowReport> reports;
  for (const auto& results : replications_)
    for (const auto& flow : results.flows) {
      auto& report = find_or_add(reports, [&](const FlowReport& r) { return r.name == flow.name; });
      report.name = flow.name;
      report.label = flow.label;
      add(report, flow);
    }
  for (auto& report : reports) {
    report.metrics = all_metrics(MetricSubject::flow, report.name);
    std::vector<const FlowResults*> same;
    for (const auto& measurement : measurements_)
      if (const auto* flow = measurement.flow(report.name)) same.push_back(flow);
    report.histograms = flow_histograms(same);
  }
  return reports;
}

std::vector<ClassReport> PointAnalysis::classes() const {
  std::vector<ClassReport> reports;
  for (const auto& results : replications_)
    for (const auto& port_class : results.classes) {
      auto& report = find_or_add(reports, [&](const ClassReport& r) {
        return r.port == port_class.port && r.class_name == port_class.class_name;
      });
      report.port = port_class.port;
      report.class_name = port_class.class_name;
      add(report, port_class);
    }
  for (auto& report : reports)
    report.metrics = all_metrics(MetricSubject::port_class, subject_of(report.port, report.class_name));
  return reports;
}

std::vector<TrafficReport> PointAnalysis::traffic() const {
  auto reports = traffic_reports(replications_, scenario_.gateways);
  for (auto& report : reports) report.metrics = all_metrics(MetricSubject::traffic, name_of(report.subject));
  return reports;
}

std::vector<PlaceReport> PointAnalysis::places() const {
  auto reports = place_reports(replications_);
  for (auto& report : reports) report.metrics = all_metrics(MetricSubject::place, report.name);
  return reports;
}

std::vector<FairnessReport> PointAnalysis::fairness_by_label() const {
  std::map<std::string, std::vector<double>> indices;
  std::map<std::string, std::size_t> sizes;
  for (std::size_t i = 0; i < replications_.size(); ++i) {
    std::map<std::string, std::vector<double>> shares;
    for (const auto& flow : replications_[i].flows)
      if (const auto goodput = measurements_[i].value({flow.name, "goodput"})) shares[flow.label].push_back(*goodput);
    for (const auto& [label, values] : shares) {
      sizes[label] = std::max(sizes[label], values.size());
      if (const auto index = values.size() > 1 ? fairness(values) : std::nullopt) indices[label].push_back(*index);
    }
  }
  std::vector<FairnessReport> reports;
  for (const auto& [label, values] : indices)
    if (const auto index = estimate(values)) reports.push_back({label, static_cast<int>(sizes[label]), *index});
  return reports;
}

std::vector<Violation> PointAnalysis::all_violations() const {
  std::vector<Violation> all;
  for (std::size_t i = 0; i < replications_.size(); ++i)
    for (auto& violation : violations(replications_[i])) all.push_back({static_cast<int>(i), std::move(violation)});
  return all;
}

std::vector<std::string> PointAnalysis::notes() const {
  std::vector<std::string> all;
  for (const auto& results : replications_)
    for (const auto& note : results.notes)
      if (std::find(all.begin(), all.end(), note) == all.end()) all.push_back(note);
  return all;
}

}  // namespace qoslab
