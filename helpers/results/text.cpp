#include "helpers/results/text.h"

#include <fmt/format.h>

#include <algorithm>

#include "helpers/results/names.h"
#include "helpers/results/numbers.h"
#include "helpers/results/reference_table.h"

namespace qoslab {
namespace {

constexpr double milli = 1000;

std::string heading(const std::string& text, const TextStyle& style) {
  return "\n" + inked(text, Ink::strong, style) + "\n";
}

std::string title(const Report& report, const TextStyle& style) {
  std::string text = inked(report.scenario, Ink::strong, style) + "\n";
  if (!report.question.empty()) text += wrapped(report.question, 0, style);
  text += fmt::format("{} s measured after {} s of warm-up, {} replication{}, seed {}\n",
                      report.runs.duration.to_seconds(), report.runs.warmup.to_seconds(), report.runs.replications,
                      report.runs.replications == 1 ? "" : "s", report.runs.seed);
  return text;
}

/// The unit in which the largest of the rates has at most four digits before its point.
struct RateUnit {
  const char* name = "bit/s";
  double factor = 1;
};
RateUnit rate_unit_for(double largest) {
  if (largest >= 1e9) return {"Gbit/s", 1e-9};
  if (largest >= 1e7) return {"Mbit/s", 1e-6};
  return {"kbit/s", 1e-3};
}

double value_of(const Estimates& metrics, std::string_view metric) {
  const auto found = metrics.find(metric);
  return found == metrics.end() ? 0 : found->second.mean;
}

Cell cell(const Estimates& metrics, std::string_view metric, double factor = 1) {
  const auto found = metrics.find(metric);
  return {found == metrics.end() ? "" : figures(found->second.mean * factor)};
}

std::string flow_table(const PointReport& point, const TextStyle& style) {
  double largest = 0;
  for (const auto& flow : point.flows) largest = std::max(largest, value_of(flow.metrics, "offered.ip"));
  const auto unit = rate_unit_for(largest);
  Table table{{{"flow", false},
               {"class", false, 6},
               {fmt::format("offered {}", unit.name), true, 7},
               {"carried"},
               {"goodput", true, 5},
               {"lost %"},
               {"delay ms", true, 8},
               {"p99", true, 4},
               {"max", true, 3},
               {"jitter ms", true, 8},
               {"response ms", true, 8},
               {"files", true, 2}}};
  for (const auto& flow : point.flows) {
    const auto& m = flow.metrics;
    table.row({{flow.name},
               {flow.label},
               cell(m, "offered.ip", unit.factor),
               cell(m, "throughput.ip", unit.factor),
               cell(m, "goodput", unit.factor),
               cell(m, "loss"),
               cell(m, "delay.mean", milli),
               cell(m, "delay.p99", milli),
               cell(m, "delay.max", milli),
               cell(m, "jitter.mean", milli),
               cell(m, "response.mean", milli),
               cell(m, "response.count")});
  }
  return table.empty() ? "" : heading("Flows", style) + table.text(style);
}

std::string class_table(const PointReport& point, const TextStyle& style) {
  double largest = 0;
  for (const auto& c : point.classes) largest = std::max(largest, value_of(c.metrics, "rate"));
  const auto unit = rate_unit_for(largest);
  Table table{{{"port/class", false},
               {fmt::format("rate {}", unit.name)},
               {"lost %"},
               {"most waiting", true, 5},
               {"suspensions", true, 4},
               {"suspended s", true, 3}}};
  for (const auto& c : point.classes) {
    const bool suspends = value_of(c.metrics, "suspensions") > 0;
    table.row({{c.port + "/" + c.class_name},
               cell(c.metrics, "rate", unit.factor),
               cell(c.metrics, "loss"),
               cell(c.metrics, "most_waiting"),
               suspends ? cell(c.metrics, "suspensions") : Cell{},
               suspends ? cell(c.metrics, "suspended") : Cell{}});
  }
  return table.empty() ? "" : heading("Classes", style) + table.text(style);
}

std::string drops(const PointReport& point, const TextStyle& style) {
  Table table{{{"dropped at", false}, {"flow", false}, {"packets"}}};
  for (const auto& flow : point.flows)
    for (const auto& [reason, count] : flow.drops)
      if (count.packets > 0) table.row({{reason}, {flow.name}, {fmt::format("{}", count.packets)}});
  return table.empty() ? "" : heading("Drops", style) + table.text(style);
}

std::string point_text(const PointReport& point, const TextStyle& style) {
  std::string text;
  if (!point.point.empty()) text += "\n" + inked("Point " + name_of(point.point), Ink::strong, style) + "\n";
  if (const auto table = reference_table(point.references); !table.empty())
    text += heading("References", style) + table.text(style);
  if (const auto table = expectation_table(point.expectations); !table.empty())
    text += heading("Expectations", style) + table.text(style);
  return text + flow_table(point, style) + class_table(point, style) + drops(point, style);
}

std::string parameters(const Report& report, const TextStyle& style) {
  Table table{{{"parameter", false}, {"value", false}, {"kind", false}, {"set for", false, 6}, {"source", false, 5}}};
  for (const auto& p : report.parameters)
    table.row({{p.name}, {p.value}, {name_of(p.kind)}, {fmt::format("{}", fmt::join(p.set_for, " "))}, {p.source}});
  return table.empty() ? "" : heading("Parameters", style) + table.text(style);
}

std::string list(const std::string& title, const std::vector<std::string>& items, const TextStyle& style) {
  if (items.empty()) return "";
  std::string text = heading(title, style);
  for (const auto& item : items) text += wrapped("  " + item, 4, style);
  return text;
}

std::vector<std::string> notes(const Report& report) {
  std::vector<std::string> all;
  for (const auto& point : report.points)
    for (const auto& note : point.notes)
      if (std::find(all.begin(), all.end(), note) == all.end()) all.push_back(note);
  return all;
}

std::vector<std::string> broken_books(const Report& report) {
  std::vector<std::string> all;
  for (const auto& point : report.points)
    for (const auto& [replication, what] : point.violations) {
      const Count surplus = what.books.surplus();
      all.push_back(fmt::format("{}, replication {}: {:+} packets, {:+} bytes", what.flow, replication, surplus.packets,
                                surplus.bytes.count()));
    }
  return all;
}

}  // namespace

std::string to_text(const Report& report, const TextStyle& style) {
  std::string text = title(report, style);
  for (const auto& point : report.points) text += point_text(point, style);
  text += parameters(report, style);
  text += list("Notes", notes(report), style);
  text += list("Warnings", report.warnings, style);
  text += list("Books that do not balance", broken_books(report), style);
  return text + "\n" + wrapped(summary(compare({report})), 0, style);
}

std::string to_text(const Comparison& comparison, const TextStyle& style) {
  std::string text = comparison_table(comparison).text(style);
  return text + "\n" + wrapped(summary(comparison), 0, style);
}

}  // namespace qoslab
