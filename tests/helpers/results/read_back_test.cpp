// What is written is read: Report → results.json → helpers/recorded → the same file again, field by field.
#include <gtest/gtest.h>

#include <cctype>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <set>

#include "helpers/recorded/read.h"
#include "helpers/results/emulation_text.h"
#include "helpers/results/json.h"
#include "model/results/metric_names.h"
#include "tests/analysis/gateway_samples.h"
#include "tests/helpers/results/emulation_samples.h"
#include "tests/helpers/results/samples.h"
#include "tests/helpers/results/written_again.h"

namespace qoslab {
namespace {

using Json = nlohmann::json;
using namespace literals;

/// "/flows/3/name" is "/flows/*/name".
std::string kind_of(const std::string& path) {
  std::string kind;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const auto digit = [&](std::size_t at) { return std::isdigit(static_cast<unsigned char>(path[at])) != 0; };
    kind += path[i];
    if (path[i] != '/') continue;
    auto end = i + 1;
    while (end < path.size() && digit(end)) ++end;
    if (end == i + 1 || (end < path.size() && path[end] != '/')) continue;
    kind += '*';
    i = end - 1;
  }
  return kind;
}

bool same(const Json& a, const Json& b) {
  if (!a.is_number() || !b.is_number()) return a == b;
  constexpr double rounding = 1e-12;
  return std::abs(a.get<double>() - b.get<double>()) <= rounding * std::abs(a.get<double>());
}

bool says_nothing(const Json& value) {
  return value.is_null() || value == 0 || (value.is_string() && value.get<std::string>().empty());
}

/// The values of a file by their places.
std::map<std::string, Json> values_of(const Json& file) {
  std::map<std::string, Json> values;
  const Json flat = file.flatten();
  for (const auto& [path, value] : flat.items())
    if (!value.is_null()) values[path] = value;
  return values;
}

/// The one of these that a kind of value is of: itself, its interval, or what is in it. Or none.
std::string whose(const std::string& kind, const std::set<std::string>& names) {
  for (const auto& name : names)
    if (kind == name || kind == name + "_ci95" || kind.starts_with(name + "/")) return name;
  return "";
}

/// `not_read`: what of the file nobody wants to have read.
void expect_read_back(const std::string& text, const std::set<std::string>& not_read) {
  const auto results = recorded::read_results_text(text, "results.json");
  for (const auto& oddity : results.oddities) ADD_FAILURE() << oddity;
  const auto file = values_of(Json::parse(text));
  const auto again = values_of(test::written_again(results));
  std::set<std::string> kinds, telling, forgotten, left_out;
  for (const auto& [path, value] : file) {
    const auto kind = kind_of(path);
    kinds.insert(kind);
    if (!says_nothing(value)) telling.insert(kind);
    const auto found = again.find(path);
    if (const auto name = whose(kind, not_read); !name.empty())
      left_out.insert(name);
    else if (found == again.end())
      forgotten.insert(kind);
    else
      EXPECT_TRUE(same(value, found->second)) << path << ": " << value << " was read as " << found->second;
  }
  for (const auto& kind : forgotten) ADD_FAILURE() << kind << " is in the file, and helpers/recorded does not read it";
  for (const auto& kind : kinds) EXPECT_TRUE(telling.contains(kind)) << "the sample says nothing of " << kind;
  for (const auto& [path, value] : again)
    EXPECT_TRUE(kinds.contains(kind_of(path))) << path << " is in helpers/recorded, and not in the file";
  EXPECT_EQ(left_out, not_read) << "what is not read is written";
}

/// All metrics that there are of such a subject, no two alike.
Estimates every_metric(MetricSubject subject) {
  Estimates metrics;
  double number = 0;
  for (const auto& info : metric_table)
    if (info.subject == subject) metrics.emplace(info.name, Estimate{++number + 0.5, number / 16, 3});
  return metrics;
}

/// Nothing in it is as it is without being told.
Report full_report() {
  auto scenario = samples::gateway_scenario();
  AggregateLevelSpec pon;
  pon.name = "pon";
  pon.subscribers = 2;
  scenario.gateways.gateways[0].access.scheduler.aggregates = {pon};
  auto gateways = make_report({scenario}, {{samples::gateway_replication()}});
  auto report = samples::report();
  auto& point = report.points.front();
  point.point = {{"load", "80 %"}};
  point.flows[0].metrics = every_metric(MetricSubject::flow);
  point.flows[0].histograms.delays = {{{1000, 7}, {1004, 2}}, 4};
  point.flows[0].histograms.jitter = {{{2000, 5}, {2008, 3}}, 8};
  point.classes[0].metrics = every_metric(MetricSubject::port_class);
  point.traffic = gateways.points[0].traffic;
  for (auto& traffic : point.traffic) {
    traffic.sum.queued = {8, Bytes{9}};
    if (name_of(traffic.subject) == "premium.downstream/be") {
      traffic.metrics = every_metric(MetricSubject::traffic);
      std::iota(std::begin(traffic.sum.waited), std::end(traffic.sum.waited), 1);
      std::iota(std::begin(traffic.sum.marked), std::end(traffic.sum.marked), 5);
    }
  }
  point.subscribers = gateways.points[0].subscribers;
  point.places = gateways.points[0].places;
  point.places[0].metrics = every_metric(MetricSubject::place);
  point.aggregates = gateways.points[0].aggregates;
  point.fairness = {{"EF", 2, {0.9, 0.1, 3}}};
  point.references[1].reference.at_least = 0.01;
  point.expectations[0].expectation.at_least = 1;
  point.expectations[0].simulated = {110, 2, 3};
  point.violations = {{1, {"voice", point.flows[0].books}}};
  point.violations[0].what.books.queued = {2, Bytes{20}};
  point.violations[0].what.books.in_flight = {1, Bytes{10}};
  point.wanted = 4;
  return report;
}

EmulationReport full_emulation() {
  auto results = samples::measured();
  results.complete = false;
  results.accounts[0].inside = {3, Bytes{333}};
  for (int i = 1; i < 200; ++i) {  // so that no two percentiles are the same
    results.accounts[0].modelled.add(i * 1_us);
    results.accounts[0].measured.add(i * 2_us);
    results.host.lateness.add(i * 1_us);
  }
  auto& port = results.ports[0];
  port.dropped_by_kernel = 6;
  port.errors = 8;
  port.removed = true;
  results.host.real_time = false;
  results.host.behind = 9_us;
  results.host.no_room = 10;
  results.host.clock_steps = 11;
  results.flows = {
      {"crowd", {12, Bytes{120}}, {11, Bytes{110}}, {1, Bytes{10}}, {{"r1.line: queue_full", {2, Bytes{20}}}}}};
  PortClassResults of_the_model;
  of_the_model.port = "r1.line";
  of_the_model.class_name = "ef";
  of_the_model.arrived = {14, Bytes{140}};
  of_the_model.sent = {13, Bytes{130}};
  of_the_model.drops = {{"queue_full", {1, Bytes{10}}}};
  of_the_model.most_waiting = {5, Bytes{50}};
  results.classes = {of_the_model};
  auto report = samples::report_of(results);
  report.flows = {{results.accounts[0].name, {"call"}}};
  report.certificate.valid = true;
  report.certificate.warnings = {"few frames"};
  report.certificate.self_test = "310 kframe/s";
  return report;
}

/// The format is the reader's; honesty is counted from parameters and references; the packets of flows are in the
/// books, too; then bytes of what is shown in packets, and ratios of numbers that are read.
const std::set<std::string> not_read{
    "/format",
    "/honesty",
    "/flows/*/sent",
    "/flows/*/delivered",
    "/flows/*/lost",
    "/flows/*/queued",
    "/flows/*/in_flight",
    "/flows/*/loss_bytes_percent",
    "/flows/*/drops_bytes",
    "/classes/*/drops_bytes",
    "/traffic/*/drops_bytes",
    "/traffic/*/measured/drops_bytes",
    "/flows/*/jitter_ms/max_over_mean",
    "/flows/*/jitter_ms/record_max_over_mean",
};

TEST(ReadBack, EverythingOfARun) { expect_read_back(to_json(full_report()), not_read); }

TEST(ReadBack, EverythingOfAnEmulation) { expect_read_back(to_json(full_emulation()), {}); }

}  // namespace
}  // namespace qoslab
