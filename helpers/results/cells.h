// Cells of tables, made of metrics.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "analysis/statistics.h"
#include "helpers/results/numbers.h"
#include "helpers/results/table.h"
#include "model/scenario/gateway_spec.h"

namespace qoslab {

/// From seconds to what delays are shown in.
inline constexpr double milli = 1000;

inline Cell text_cell(std::string words) { return {std::move(words), Ink::plain}; }

inline const Estimate* find(const Estimates& metrics, std::string_view metric) {
  const auto found = metrics.find(metric);
  return found == metrics.end() ? nullptr : &found->second;
}

constexpr const char* short_name(Direction direction) { return direction == Direction::upstream ? "up" : "down"; }

/// 0 if there is none.
inline double value_of(const Estimates& metrics, std::string_view metric) {
  const auto* found = find(metrics, metric);
  return found == nullptr ? 0 : found->mean;
}

/// Empty if there is none.
inline Cell metric_cell(const Estimates& metrics, std::string_view metric, double factor = 1) {
  const auto* found = find(metrics, metric);
  return text_cell(found == nullptr ? "" : figures(found->mean * factor));
}

inline Cell amount_cell(const Estimates& metrics, std::string_view metric) {
  const auto* found = find(metrics, metric);
  return text_cell(found == nullptr ? "" : amount(found->mean));
}

}  // namespace qoslab
