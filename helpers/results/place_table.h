// The table of what gateways consist of.
#pragma once

#include <vector>

#include "analysis/report.h"
#include "helpers/results/flow_table.h"

namespace qoslab {

/// Cores and links of a kind in one row; of levels and aggregates the busiest, and how many more there are.
/// A row for each level of aggregates and direction: all of them, and the one that lost least and most.
RatedTable aggregate_table(const std::vector<AggregateLevelReport>& aggregates);
RatedTable place_table(const std::vector<PlaceReport>& places);

}  // namespace qoslab
