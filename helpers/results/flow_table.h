// The tables of flows and of classes.
#pragma once

#include <string>
#include <vector>

#include "analysis/comparison.h"
#include "helpers/results/table.h"

namespace qoslab {

/// The unit in which the largest rate has at least two digits before its point.
struct RateUnit {
  const char* name = "bit/s";
  double factor = 1;
};
RateUnit rate_unit_for(double largest_bps);

/// All rates of one table are in one unit.
struct RatedTable {
  Table table;
  RateUnit unit;
  bool waits = false;  ///< says what packets waited for
};

RatedTable flow_table(const std::vector<FlowReport>& flows);
/// Of several scenarios; says from which each row comes.
RatedTable flow_table(const std::vector<Comparison::FlowRow>& flows);
RatedTable class_table(const std::vector<ClassReport>& classes);
/// Of flows, and of each direction of gateways.
Table drop_table(const std::vector<FlowReport>& flows, const std::vector<TrafficReport>& traffic);

}  // namespace qoslab
