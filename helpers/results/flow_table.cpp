#include "helpers/results/flow_table.h"

#include <algorithm>

#include "helpers/results/cells.h"
#include "helpers/results/names.h"

namespace qoslab {
namespace {

std::vector<Column> flow_columns() {
  return {{"flow", false},      {"class", false, 5}, {"offered", true, 6},  {"carried"},
          {"goodput", true, 4}, {"lost %"},          {"delay mean"},        {"p99", true, 7},
          {"max", true, 7},     {"jitter", true, 8}, {"response", true, 8}, {"done", true, 3}};
}

std::vector<Cell> flow_cells(const FlowReport& flow, RateUnit unit) {
  const auto& m = flow.metrics;
  return {text_cell(flow.name),
          text_cell(flow.label),
          metric_cell(m, "offered.ip", unit.factor),
          metric_cell(m, "throughput.ip", unit.factor),
          metric_cell(m, "goodput", unit.factor),
          metric_cell(m, "loss"),
          metric_cell(m, "delay.mean", milli),
          metric_cell(m, "delay.p99", milli),
          metric_cell(m, "delay.max", milli),
          metric_cell(m, "jitter.mean", milli),
          metric_cell(m, "response.mean", milli),
          amount_cell(m, "response.count")};
}

}  // namespace

RateUnit rate_unit_for(double largest_bps) {
  if (largest_bps >= 1e10) return {"Gbit/s", 1e-9};
  if (largest_bps >= 1e7) return {"Mbit/s", 1e-6};
  if (largest_bps >= 1e4) return {"kbit/s", 1e-3};
  return {};
}

RatedTable flow_table(const std::vector<FlowReport>& flows) {
  double largest = 0;
  for (const auto& flow : flows) largest = std::max(largest, value_of(flow.metrics, "offered.ip"));
  RatedTable result{Table{flow_columns()}, rate_unit_for(largest)};
  for (const auto& flow : flows) result.table.row(flow_cells(flow, result.unit));
  return result;
}

RatedTable flow_table(const std::vector<Comparison::FlowRow>& flows) {
  double largest = 0;
  for (const auto& row : flows) largest = std::max(largest, value_of(row.flow.metrics, "offered.ip"));
  auto columns = flow_columns();
  columns.insert(columns.begin(), {"scenario", false});
  RatedTable result{Table{std::move(columns)}, rate_unit_for(largest)};
  for (const auto& row : flows) {
    auto cells = flow_cells(row.flow, result.unit);
    cells.insert(cells.begin(), text_cell(name_of(row.scenario, row.point)));
    result.table.row(std::move(cells));
  }
  return result;
}

RatedTable class_table(const std::vector<ClassReport>& classes) {
  double largest = 0;
  for (const auto& c : classes) largest = std::max(largest, value_of(c.metrics, "rate"));
  RatedTable result{Table{{{"port/class", false},
                           {"rate"},
                           {"lost %"},
                           {"most waiting", true, 5},
                           {"suspensions", true, 4},
                           {"suspended s", true, 3}}},
                    rate_unit_for(largest)};
  for (const auto& c : classes) {
    const bool suspends = value_of(c.metrics, "suspensions") > 0;
    result.table.row({text_cell(c.port + "/" + c.class_name), metric_cell(c.metrics, "rate", result.unit.factor),
                      metric_cell(c.metrics, "loss"), amount_cell(c.metrics, "most_waiting"),
                      suspends ? amount_cell(c.metrics, "suspensions") : Cell{},
                      suspends ? metric_cell(c.metrics, "suspended") : Cell{}});
  }
  return result;
}

Table drop_table(const std::vector<FlowReport>& flows, const std::vector<TrafficReport>& traffic) {
  Table table{{{"dropped at", false}, {"flow", false}, {"packets"}}};
  const auto rows = [&](const std::string& name, const std::map<std::string, Count>& drops) {
    for (const auto& [reason, count] : drops)
      if (count.packets > 0) table.row({text_cell(reason), text_cell(name), text_cell(std::to_string(count.packets))});
  };
  for (const auto& flow : flows) rows(flow.name, flow.drops);
  for (const auto& [subject, layer, metrics, sum] : traffic)
    if (subject.group.empty() && subject.direction) rows(name_of(subject), sum.drops);
  return table;
}

}  // namespace qoslab
