#include "gui/data/comparison.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <tuple>

namespace qoslab::gui {
namespace {

using recorded::Measured;

ComparedCell cell_of(const Measured& first, const Measured& value) {
  ComparedCell cell{value, {}, {}, false};
  if (!first || !value) return cell;
  cell.difference = value->value - first->value;
  if (first->value != 0) cell.difference_percent = 100 * *cell.difference / std::abs(first->value);
  cell.apart = first->ci95 && value->ci95 && std::abs(*cell.difference) > *first->ci95 + *value->ci95;
  return cell;
}

std::string folder_of(const recorded::Results& results) {
  return std::filesystem::path{results.path}.parent_path().lexically_normal().string();
}

/// An account that holds one flow is that flow, as a run knows it.
std::vector<recorded::Subject> compared_subjects(const recorded::Results& results) {
  auto all = recorded::subjects_of(results);
  for (auto& subject : all)
    if (subject.kind == recorded::Subject::Kind::account && subject.flows.size() == 1) {
      subject.kind = recorded::Subject::Kind::flow;
      subject.name = subject.flows.front();
    }
  return all;
}

}  // namespace

ComparedTable compared(const ResultsList& results, std::string_view metric_id) {
  ComparedTable table{*recorded::metric_of(metric_id), names_of(results), {}};
  std::map<std::tuple<recorded::Subject::Kind, std::string, recorded::Point>, std::size_t> row_of;
  std::vector<std::vector<Measured>> values;
  for (std::size_t column = 0; column < results.size(); ++column)
    for (const auto& subject : compared_subjects(*results[column])) {
      const auto found = subject.metrics.find(metric_id);
      if (found == subject.metrics.end()) continue;
      const auto [row, is_new] = row_of.try_emplace({subject.kind, subject.name, subject.point}, table.rows.size());
      if (is_new) {
        table.rows.push_back({subject.name, subject.point, subject.kind, {}});
        values.emplace_back(results.size());
      }
      values[row->second][column] = found->second;
    }
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    for (std::size_t column = 0; column < results.size(); ++column)
      table.rows[row].cells.push_back(cell_of(column == 0 ? Measured{} : values[row][0], values[row][column]));
  return table;
}

std::vector<recorded::Metric> metrics_in(const ResultsList& results) {
  std::vector<recorded::Metric> all;
  std::map<std::string_view, bool> had;
  for (const auto* one : results)
    for (const auto& subject : compared_subjects(*one))
      for (const auto& [id, value] : subject.metrics) had[id] = true;
  for (const auto& metric : recorded::metrics())
    if (had.contains(metric.id)) all.push_back(metric);
  return all;
}

std::vector<std::string> names_of(const ResultsList& results) {
  std::map<std::string, int> of_scenario, of_name;
  for (const auto* one : results) ++of_scenario[one->scenario];
  std::vector<std::string> names;
  for (const auto* one : results) {
    auto name = one->scenario;
    if (of_scenario[name] > 1) name += " (" + (folder_of(*one).empty() ? "." : folder_of(*one)) + ")";
    if (const int number = ++of_name[name]; number > 1) name += " " + std::to_string(number);
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace qoslab::gui
