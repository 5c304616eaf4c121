#include "helpers/results/sweep_table.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "helpers/results/cells.h"

namespace qoslab {
namespace {

/// What flows and gateways call the same thing.
struct MetricNames {
  std::string_view offered;
  std::string_view carried;
};
constexpr MetricNames of_flows{"offered.ip", "throughput.ip"};
constexpr MetricNames of_traffic{"offered", "throughput"};

struct Row {
  std::string subject;
  const SweepPoint* point;
  const Estimates* metrics;
  MetricNames names;
};

void add_rows(std::vector<Row>& rows, const PointReport& report) {
  for (const auto& flow : report.flows) rows.push_back({flow.name, &report.point, &flow.metrics, of_flows});
  for (const auto& traffic : report.traffic)
    if (traffic.subject.group.empty() && traffic.subject.direction && find(traffic.metrics, of_traffic.carried))
      rows.push_back({name_of(traffic.subject), &report.point, &traffic.metrics, of_traffic});
}

/// Of all points, subject by subject in the order of their first appearance.
std::vector<Row> rows_of(const std::vector<PointReport>& points) {
  std::vector<Row> rows;
  for (const auto& point : points) add_rows(rows, point);
  std::vector<std::string> order;
  for (const auto& row : rows)
    if (std::find(order.begin(), order.end(), row.subject) == order.end()) order.push_back(row.subject);
  const auto rank = [&](const Row& row) { return std::find(order.begin(), order.end(), row.subject); };
  std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) { return rank(a) < rank(b); });
  return rows;
}

std::set<std::string> parameters_of(const std::vector<PointReport>& points) {
  std::set<std::string> names;
  for (const auto& report : points)
    for (const auto& [parameter, value] : report.point) names.insert(parameter);
  return names;
}

std::vector<Column> columns(const std::set<std::string>& parameters) {
  std::vector<Column> all{{"", false}};
  for (const auto& parameter : parameters) all.push_back({parameter});
  all.insert(all.end(), {{"offered", true, 8, "-"},
                         {"carried", true, 9, "-"},
                         {"lost %", true, 9, "-"},
                         {"delay mean", true, 9, "-"},
                         {"p50", true, 4, "-"},
                         {"p99", true, 7, "-"},
                         {"max", true, 6, "-"},
                         {"response", true, 8, ""}});
  return all;
}

}  // namespace

RatedTable sweep_table(const std::vector<PointReport>& points) {
  const auto parameters = parameters_of(points);
  const auto rows = points.size() > 1 ? rows_of(points) : std::vector<Row>{};
  double largest = 0;
  for (const auto& row : rows) largest = std::max(largest, value_of(*row.metrics, row.names.offered));
  RatedTable result{Table{columns(parameters)}, rate_unit_for(largest)};
  std::string_view before;
  for (const auto& [subject, point, metrics, names] : rows) {
    std::vector<Cell> cells{text_cell(subject == before ? "" : subject)};
    for (const auto& parameter : parameters) {
      const auto value = point->find(parameter);
      cells.push_back(text_cell(value == point->end() ? "" : value->second));
    }
    cells.insert(cells.end(), {metric_cell(*metrics, names.offered, result.unit.factor),
                               metric_cell(*metrics, names.carried, result.unit.factor), metric_cell(*metrics, "loss"),
                               metric_cell(*metrics, "delay.mean", milli), metric_cell(*metrics, "delay.p50", milli),
                               metric_cell(*metrics, "delay.p99", milli), metric_cell(*metrics, "delay.max", milli),
                               metric_cell(*metrics, "response.mean", milli)});
    result.table.row(std::move(cells));
    before = subject;
  }
  return result;
}

}  // namespace qoslab
