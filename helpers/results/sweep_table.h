// The points of a sweep side by side.
#pragma once

#include <vector>

#include "analysis/report.h"
#include "helpers/results/flow_table.h"

namespace qoslab {

/// A row for each point of each flow and of each direction of gateways, the points of one below each other. Empty
/// without a sweep.
RatedTable sweep_table(const std::vector<PointReport>& points);

}  // namespace qoslab
