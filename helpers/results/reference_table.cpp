#include "helpers/results/reference_table.h"

#include <fmt/format.h>

#include "helpers/results/names.h"
#include "helpers/results/numbers.h"

namespace qoslab {
namespace {

std::string bounds(std::optional<double> low, std::optional<double> high) {
  if (low && high) return as_written(*low) + " … " + as_written(*high);
  if (low) return "≥ " + as_written(*low);
  return high ? "≤ " + as_written(*high) : "";
}

std::string allowed(const Reference& reference) {
  if (reference.at_least || reference.at_most) return bounds(reference.at_least, reference.at_most);
  return reference.tolerance ? fmt::format("± {:.4g}", *reference.tolerance) : "";
}

Cell mark(std::optional<bool> good) {
  if (!good) return {};
  return *good ? Cell{"✓", Ink::good} : Cell{"✗", Ink::bad};
}

std::string deviation(const std::optional<double>& percent) { return percent ? percentage(*percent) : ""; }

std::vector<Column> reference_columns() {
  return {{"id", false},          {"documented"},       {"simulated"},      {"unit", false, 7},
          {"deviation", true, 5}, {"allowed", true, 6}, {"kind", false, 4}, {"", false}};
}

std::vector<Cell> reference_cells(const ReferenceReport& report) {
  const auto& reference = report.reference;
  return {{reference.id},
          {as_written(reference.documented)},
          {figures(report.simulated)},
          {reference.unit == "1" ? "" : reference.unit},
          {deviation(report.deviation_percent)},
          {allowed(reference)},
          {name_of(reference.kind)},
          mark(report.within)};
}

std::vector<Column> expectation_columns() {
  return {{"metric", false}, {"expected"}, {"simulated"}, {"unit", false, 7}, {"", false}};
}

std::vector<Cell> expectation_cells(const ExpectationReport& report) {
  const auto& expectation = report.expectation;
  return {{name_of(expectation.metric)},
          {bounds(expectation.at_least, expectation.at_most)},
          {figures(report.simulated)},
          {expectation.unit == "1" ? "" : expectation.unit},
          mark(report.holds)};
}

}  // namespace

Table reference_table(const std::vector<ReferenceReport>& references) {
  Table table{reference_columns()};
  for (const auto& reference : references) table.row(reference_cells(reference));
  return table;
}

Table expectation_table(const std::vector<ExpectationReport>& expectations) {
  Table table{expectation_columns()};
  for (const auto& expectation : expectations) table.row(expectation_cells(expectation));
  return table;
}

Table comparison_table(const Comparison& comparison) {
  auto columns = reference_columns();
  columns.push_back({"scenario", false, 3});
  Table table{std::move(columns)};
  for (const auto& row : comparison.rows) {
    auto cells = reference_cells(row.reference);
    cells.push_back({name_of(row.scenario, row.point), Ink::faint});
    table.row(std::move(cells));
  }
  return table;
}

Table disappointment_table(const Comparison& comparison) {
  auto columns = expectation_columns();
  columns.push_back({"scenario", false, 3});
  Table table{std::move(columns)};
  for (const auto& [scenario, point, expectation] : comparison.disappointments) {
    auto cells = expectation_cells(expectation);
    cells.push_back({name_of(scenario, point), Ink::faint});
    table.row(std::move(cells));
  }
  return table;
}

std::string summary(const Comparison& c) {
  std::vector<std::string> parts;
  if (!c.complete) parts.push_back(fmt::format("INCOMPLETE: {} of {} replications", c.replications, c.wanted));
  if (!c.balanced) parts.emplace_back("BOOKS DO NOT BALANCE: the results are not valid");
  if (c.scenarios > 1) parts.push_back(fmt::format("{} scenarios", c.scenarios));
  if (c.within + c.outside > 0)
    parts.push_back(fmt::format("{} of {} references hold", c.within, c.within + c.outside));
  if (c.expectations > 0)
    parts.push_back(fmt::format("{} of {} expectations hold", c.expectations_held, c.expectations));
  if (c.honesty.references > 0)
    parts.push_back(fmt::format("{} of {} predicted, {} calibrated parameter{}", c.honesty.predicted,
                                c.honesty.references, c.honesty.calibrated_parameters,
                                c.honesty.calibrated_parameters == 1 ? "" : "s"));
  if (c.balanced) parts.emplace_back("books balance");
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace qoslab
