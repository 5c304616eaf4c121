#include "helpers/results/traffic_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <tuple>

#include "helpers/results/cells.h"
#include "helpers/results/names.h"
#include "model/units/parse.h"

namespace qoslab {
namespace {

/// Whole percents are enough to see what holds packets up; but few are not none, and most are not all.
std::string whole_percent(double percent) {
  if (percent > 0 && percent < 0.5) return "<1";
  if (percent >= 99.5 && percent < 100) return ">99";
  return fmt::format("{:.0f}", percent);
}

/// For their own shaper, a parent, the port: "25/10/0".
Cell waited(const Estimates& metrics) {
  std::string words;
  for (const auto* reason : {"waited.own_shaper", "waited.parent", "waited.port"}) {
    const auto* percent = find(metrics, reason);
    if (percent == nullptr) return {};
    words += (words.empty() ? "" : "/") + whole_percent(percent->mean);
  }
  return text_cell(std::move(words));
}

struct PacketUnit {
  const char* name = "packet/s";
  double factor = 1;
};

PacketUnit packet_unit_for(double largest) {
  if (largest >= 1e6) return {"Mpacket/s", 1e-6};
  if (largest >= 1e4) return {"kpacket/s", 1e-3};
  return {};
}

const char* short_name(const std::optional<Direction>& direction) { return direction ? short_name(*direction) : ""; }

/// Which subscribers a row is about.
std::string whose(const TrafficSubject& subject) {
  if (subject.group.empty()) return "all";
  return subject.subscriber ? fmt::format("{}[{}]", subject.group, *subject.subscriber) : subject.group;
}

/// What the rows of one table have in common.
struct Units {
  RateUnit rate;
  PacketUnit packets;
};

Units units_for(const std::vector<const TrafficReport*>& rows) {
  double bits = 0;
  double packets = 0;
  for (const auto* row : rows) {
    bits = std::max(bits, value_of(row->metrics, "offered"));
    packets = std::max(packets, value_of(row->metrics, "offered.packets"));
  }
  return {rate_unit_for(bits), packet_unit_for(packets)};
}

/// Behind those that say what a row is of.
std::vector<Column> columns(std::vector<Column> first, const Units& units) {
  first.insert(first.end(), {{"offered", true, 8, "-"},
                             {"carried", true, 9, "-"},
                             {units.packets.name, true, 5, "-"},
                             {"lost %", true, 9, "-"},
                             {"mean", true, 9, "-"},
                             {"p50", true, 4, "-"},
                             {"p99", true, 8, "-"},
                             {"p99.9", true, 6, "-"},
                             {"max", true, 9, "-"},
                             {"waited for", true, 7, "-"}});
  return first;
}

std::vector<Cell> cells(std::vector<Cell> first, const Estimates& m, const Units& units) {
  first.insert(
      first.end(),
      {metric_cell(m, "offered", units.rate.factor), metric_cell(m, "throughput", units.rate.factor),
       metric_cell(m, "packets", units.packets.factor), metric_cell(m, "loss"), metric_cell(m, "delay.mean", milli),
       metric_cell(m, "delay.p50", milli), metric_cell(m, "delay.p99", milli), metric_cell(m, "delay.p999", milli),
       metric_cell(m, "delay.max", milli), waited(m)});
  return first;
}

bool any_waits(const std::vector<const TrafficReport*>& rows) {
  return std::any_of(rows.begin(), rows.end(), [](const auto* row) { return !waited(row->metrics).text.empty(); });
}

RatedTable table_of(const std::vector<const TrafficReport*>& rows) {
  const auto units = units_for(rows);
  RatedTable result{Table{columns({{"group", false}, {"", false}, {"class", false, 9, "all"}}, units)}, units.rate,
                    any_waits(rows)};
  for (const auto* row : rows)
    result.table.row(cells({text_cell(whose(row->subject)), text_cell(short_name(row->subject.direction)),
                            text_cell(row->subject.class_name)},
                           row->metrics, units));
  return result;
}

bool saw_something(const TrafficReport& report) {
  return report.sum.offered.packets > 0 || report.sum.arrived.packets > 0;
}

using Picks = std::function<bool(const TrafficSubject&)>;

void pick(std::vector<const TrafficReport*>& rows, const std::vector<TrafficReport>& traffic, const Picks& wanted) {
  for (const auto& report : traffic)
    if (wanted(report.subject) && saw_something(report)) rows.push_back(&report);
}

}  // namespace

RatedTable traffic_table(const std::vector<TrafficReport>& traffic, const std::string& gateway) {
  std::vector<const TrafficReport*> rows;
  pick(rows, traffic, [&](const auto& s) { return s.gateway == gateway && s.is_stream() && !s.subscriber; });
  pick(rows, traffic, [&](const auto& s) { return s.gateway == gateway && s.group.empty() && s.direction; });
  return table_of(rows);
}

RatedTable traffic_table(const std::vector<Comparison::TrafficRow>& traffic) {
  std::vector<const TrafficReport*> reports;
  for (const auto& row : traffic) reports.push_back(&row.traffic);
  const auto units = units_for(reports);
  RatedTable result{Table{columns({{"scenario", false}, {"gateway", false}, {"", false}}, units)}, units.rate,
                    any_waits(reports)};
  for (const auto& [scenario, point, report] : traffic)
    if (saw_something(report))
      result.table.row(cells({text_cell(name_of(scenario, point)), text_cell(report.subject.gateway),
                              text_cell(short_name(report.subject.direction))},
                             report.metrics, units));
  return result;
}

RatedTable sample_table(const std::vector<TrafficReport>& traffic, const std::string& gateway) {
  std::vector<const TrafficReport*> rows;
  pick(rows, traffic, [&](const auto& s) { return s.gateway == gateway && s.is_stream() && s.subscriber; });
  const auto order = [](const TrafficSubject& s) { return std::tuple{s.group, s.subscriber, s.direction}; };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const auto* a, const auto* b) { return order(a->subject) < order(b->subject); });
  return table_of(rows);
}

RatedTable subscriber_table(const std::vector<SubscriberReport>& subscribers, const std::string& gateway) {
  double largest = 0;
  for (const auto& s : subscribers) largest = std::max(largest, s.max_bps);
  RatedTable result{Table{{{"group", false},
                           {"", false},
                           {"loaded", true, 8},
                           {"mean"},
                           {"worst"},
                           {"gets"},
                           {"% of offer", true, 7},
                           {"best"},
                           {"gets"},
                           {"% of offer", true, 7},
                           {"fairness", true, 6, "-"}}},
                    rate_unit_for(largest)};
  const auto rate = [&](double bps) { return text_cell(figures(bps * result.unit.factor)); };
  const auto percent = [](double share) { return text_cell(figures(100 * share)); };
  for (const auto& s : subscribers) {
    if (s.gateway != gateway) continue;
    const auto& worst = s.worst.front();
    const auto& best = s.best.front();
    result.table.row({text_cell(s.group), text_cell(short_name(s.direction)), text_cell(std::to_string(s.loaded)),
                      rate(s.mean_bps), text_cell(fmt::format("no. {}", worst.number)), rate(worst.arrived_bps),
                      percent(worst.share), text_cell(fmt::format("no. {}", best.number)), rate(best.arrived_bps),
                      percent(best.share), text_cell(s.fairness ? figures(*s.fairness) : "")});
  }
  return result;
}

std::string layer_of(const std::vector<TrafficReport>& traffic, const std::string& gateway) {
  for (const auto& report : traffic)
    if (report.subject.gateway == gateway && report.layer) return "at the " + to_string(*report.layer) + " layer";
  return "at its layer";
}

}  // namespace qoslab
