#include "helpers/results/difference_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "helpers/results/cells.h"

namespace qoslab {
namespace {

std::string of(const ResultsFile& file) {
  return fmt::format("{} ({}, {}{})", file.path, file.scenario, file.command, file.complete ? "" : ", incomplete");
}

std::optional<double> sum(const std::optional<double>& a, const std::optional<double>& b) {
  if (!a && !b) return std::nullopt;
  return a.value_or(0) + b.value_or(0);
}

}  // namespace

Differences differences(const ResultsFile& first, const ResultsFile& second) {
  Differences result{Table{{{"of", false},
                            {"number", false},
                            {"first", true},
                            {"second", true},
                            {"difference", true},
                            {"%", true, 9, "-"}}},
                     0, std::nullopt, sum(first.lateness_ms, second.lateness_ms)};
  for (const auto& [subject, metrics] : first.subjects) {
    const auto other = second.subjects.find(subject);
    if (other == second.subjects.end()) continue;
    ++result.subjects;
    for (const auto& [metric, value] : metrics) {
      const auto found = other->second.find(metric);
      if (found == other->second.end()) continue;
      const double difference = found->second - value;
      result.table.row({text_cell(subject), text_cell(metric), text_cell(figures(value)),
                        text_cell(figures(found->second)), text_cell(figures(difference)),
                        text_cell(value == 0 ? "" : percentage(100 * difference / value))});
      if (metric == "delay.mean, ms")
        result.worst_delay_ms = std::max(result.worst_delay_ms.value_or(0), std::abs(difference));
    }
  }
  return result;
}

std::string to_text(const Differences& d, const ResultsFile& first, const ResultsFile& second, const TextStyle& style) {
  std::string text = "first:  " + of(first) + "\nsecond: " + of(second) + "\n\n" + d.table.text(style);
  if (!d.worst_delay_ms || !d.allowed_ms) return text;
  const bool explained = *d.worst_delay_ms <= *d.allowed_ms;
  return text + "\n" +
         inked(fmt::format("mean delays differ by {} ms at most; the certificate allows {} ms: {}",
                           figures(*d.worst_delay_ms), figures(*d.allowed_ms),
                           explained ? "they agree" : "they do not agree"),
               explained ? Ink::good : Ink::bad, style) +
         "\n";
}

}  // namespace qoslab
