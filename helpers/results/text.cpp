#include "helpers/results/text.h"

#include <fmt/format.h>

#include <algorithm>

#include "helpers/results/flow_table.h"
#include "helpers/results/names.h"
#include "helpers/results/place_table.h"
#include "helpers/results/reference_table.h"
#include "helpers/results/sweep_table.h"
#include "helpers/results/traffic_table.h"

namespace qoslab {
namespace {

/// A headed table, or nothing if it is empty.
std::string section(const std::string& title, const Table& table, const TextStyle& style) {
  if (table.empty()) return "";
  return "\n" + inked(title, Ink::strong, style) + "\n" + table.text(style);
}

std::string section(const std::string& title, const std::vector<std::string>& items, const TextStyle& style) {
  if (items.empty()) return "";
  std::string text = "\n" + inked(title, Ink::strong, style) + "\n";
  for (const auto& item : items) text += wrapped("  - ", item, style);
  return text;
}

/// How far the simulation came: "0.43 s of 2 s".
std::string reach_text(const Reach& reach, const RunSpec& runs) {
  if (reach.simulated < runs.warmup)
    return fmt::format("{:.4g} s of {} s of warm-up, with nothing measured", reach.simulated.to_seconds(),
                       runs.warmup.to_seconds());
  return fmt::format("{:.4g} s of {} s measured", reach.measured.to_seconds(), runs.duration.to_seconds());
}

/// Precondition: the report is not complete.
std::string stop_text(const Report& report) {
  std::size_t wanted = 0;
  std::size_t begun = 0;
  std::size_t ended = 0;
  for (const auto& point : report.points) {
    wanted += static_cast<std::size_t>(point.wanted);
    begun += point.reached.size();
    ended += static_cast<std::size_t>(point.replications);
  }
  const auto reach = reach_text(report.reached(), report.runs);
  if (wanted == 1 && begun == 1) return "Stopped after " + reach;
  auto text = fmt::format("Stopped when {} of {} replications had ended", ended, wanted);
  if (begun == ended + 1) text += "; 1 more was begun, and stopped after " + reach;
  if (begun > ended + 1)
    text += fmt::format("; {} more were begun, and stopped after at least {}", begun - ended, reach);
  return text;
}

std::string title(const Report& report, const TextStyle& style) {
  std::string text = inked(harmless(report.scenario), Ink::strong, style) + "\n";
  if (!report.question.empty()) text += wrapped("", report.question, style);
  text += fmt::format("{} s {} after {} s of warm-up, {} replication{}, seed {}\n", report.runs.duration.to_seconds(),
                      report.complete() ? "measured" : "to be measured", report.runs.warmup.to_seconds(),
                      report.runs.replications, report.runs.replications == 1 ? "" : "s", report.runs.seed);
  return report.complete() ? text : text + inked(stop_text(report), Ink::bad, style) + "\n";
}

std::string flows(const RatedTable& flows, const TextStyle& style) {
  return section(fmt::format("Flows ({} of IP, goodput of payload; ms)", flows.unit.name), flows.table, style);
}

std::string traffic_section(const std::string& of, const RatedTable& traffic, const std::string& layer,
                            const TextStyle& style) {
  return section(fmt::format("{} ({} {}, delay in ms{})", of, traffic.unit.name, layer,
                             traffic.waits ? ", % that waited for own shaper/parent/port" : ""),
                 traffic.table, style);
}

/// Below the table of a gateway that lost something.
std::string loss_footnote(const std::vector<TrafficReport>& traffic, const std::string& gateway,
                          const TextStyle& style) {
  const bool lossy = std::any_of(traffic.begin(), traffic.end(), [&](const TrafficReport& report) {
    return report.subject.gateway == gateway && !report.sum.lost.empty();
  });
  return lossy
             ? inked("  lost %: of the packets that arrived or were dropped in the measured time", Ink::faint, style) +
                   "\n"
             : "";
}

std::string gateway_text(const PointReport& point, const std::string& gateway, const TextStyle& style) {
  const auto layer = layer_of(point.traffic, gateway);
  const auto traffic = traffic_table(point.traffic, gateway);
  const auto subscribers = subscriber_table(point.subscribers, gateway);
  const auto samples = sample_table(point.traffic, gateway);
  return traffic_section("Gateway " + gateway, traffic, layer, style) + loss_footnote(point.traffic, gateway, style) +
         section(fmt::format("Subscribers of {} ({} {})", gateway, subscribers.unit.name, layer), subscribers.table,
                 style) +
         traffic_section("Samples at " + gateway, samples, layer, style);
}

std::string gateways_text(const PointReport& point, const TextStyle& style) {
  std::string text;
  for (const auto& report : point.traffic)
    if (report.subject.group.empty() && !report.subject.direction)
      text += gateway_text(point, report.subject.gateway, style);
  const auto aggregates = aggregate_table(point.aggregates);
  text += section(fmt::format("Aggregates of gateways, by what their subscribers sent and got ({} at their layer)",
                              aggregates.unit.name),
                  aggregates.table, style);
  const auto places = place_table(point.places);
  return text + section(fmt::format("Places of gateways ({} at their layer)", places.unit.name), places.table, style);
}

std::string point_text(const PointReport& point, const TextStyle& style) {
  std::string text;
  if (!point.point.empty()) text += "\n" + inked(harmless("Point " + name_of(point.point)), Ink::strong, style) + "\n";
  text += section("References", reference_table(point.references), style);
  text += section("Expectations", expectation_table(point.expectations), style);
  text += flows(flow_table(point.flows), style);
  const auto classes = class_table(point.classes);
  text += section(fmt::format("Classes ({} of IP)", classes.unit.name), classes.table, style);
  text += gateways_text(point, style);
  return text + section("Drops (whole runs, all replications)", drop_table(point.flows, point.traffic), style);
}

Table parameter_table(const std::vector<Parameter>& parameters) {
  Table table{{{"parameter", false}, {"value", false}, {"kind", false}, {"set for", false, 6}, {"source", false, 5}}};
  for (const auto& p : parameters)
    table.row({{p.name, Ink::plain},
               {p.value, Ink::plain},
               {name_of(p.kind), Ink::plain},
               {fmt::format("{}", fmt::join(p.set_for, " ")), Ink::plain},
               {p.source, Ink::faint}});
  return table;
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

std::string last_line(const Comparison& comparison, const TextStyle& style) {
  return "\n" + wrapped("", summary(comparison), style);
}

}  // namespace

std::string to_text(const Report& report, const TextStyle& style) {
  std::string text = title(report, style);
  for (const auto& point : report.points) text += point_text(point, style);
  const auto sweep = sweep_table(report.points);
  text +=
      section(fmt::format("Points side by side ({} as in the tables above, delay and response in ms)", sweep.unit.name),
              sweep.table, style);
  text += section("Parameters", parameter_table(report.parameters), style);
  text += section("Notes", notes_of(report), style);
  text += section("Warnings", report.warnings, style);
  text += section("Books that do not balance", broken_books(report), style);
  return text + last_line(compare({report}), style);
}

std::string to_text(const Comparison& comparison, const TextStyle& style) {
  std::string text = comparison_table(comparison).text(style);
  text += flows(flow_table(comparison.flows), style);
  const auto traffic = traffic_table(comparison.traffic);
  text += traffic_section("Gateways", traffic, "at their layers", style);
  text += section("Expectations that do not hold", disappointment_table(comparison), style);
  return text + last_line(comparison, style);
}

}  // namespace qoslab
