#include "analysis/comparison.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace qoslab {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Takes the digits at the front, without leading zeros.
std::string_view take_number(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && is_digit(text[end])) ++end;
  auto number = text.substr(0, end);
  text.remove_prefix(end);
  while (number.size() > 1 && number.front() == '0') number.remove_prefix(1);
  return number;
}

void add(Comparison& sum, const Report& report, const PointReport& point) {
  for (const auto& reference : point.references) {
    sum.rows.push_back({report.scenario, point.point, reference});
    if (reference.within) ++(*reference.within ? sum.within : sum.outside);
  }
  for (const auto& expectation : point.expectations) {
    ++sum.expectations;
    if (expectation.holds) {
      ++sum.expectations_held;
    } else {
      sum.disappointments.push_back({report.scenario, point.point, expectation});
    }
  }
  if (point.references.empty()) {
    for (const auto& flow : point.flows) sum.flows.push_back({report.scenario, point.point, flow});
    for (const auto& traffic : point.traffic)
      if (traffic.subject.group.empty() && traffic.subject.direction)
        sum.traffic.push_back({report.scenario, point.point, traffic});
  }
  sum.replications += point.replications;
  sum.wanted += point.wanted;
}

}  // namespace

bool naturally_before(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      const auto x = take_number(a);
      const auto y = take_number(b);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
      continue;
    }
    if (a.front() != b.front()) return a.front() < b.front();
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.empty() && !b.empty();
}

Comparison compare(const std::vector<Report>& reports) {
  Comparison sum;
  std::set<std::string> calibrated;
  for (const auto& report : reports) {
    for (const auto& parameter : report.parameters)
      if (parameter.kind == Parameter::Kind::calibrated) calibrated.insert(parameter.name);
    for (const auto& point : report.points) add(sum, report, point);
    sum.honesty.references += report.honesty.references;
    sum.honesty.predicted += report.honesty.predicted;
    sum.complete = sum.complete && report.complete();
    sum.balanced = sum.balanced && report.balanced();
  }
  sum.scenarios = static_cast<int>(reports.size());
  sum.honesty.calibrated_parameters = static_cast<int>(calibrated.size());
  std::stable_sort(sum.rows.begin(), sum.rows.end(), [](const Comparison::Row& a, const Comparison::Row& b) {
    return naturally_before(a.reference.reference.id, b.reference.reference.id);
  });
  return sum;
}

}  // namespace qoslab
