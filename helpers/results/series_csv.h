// Time series as series.csv: tidy, one value a line. Columns: docs/results-format.md.
#pragma once

#include <string>
#include <vector>

#include "helpers/results/csv.h"
#include "model/results/results.h"
#include "model/scenario/scenario.h"

namespace qoslab {

/// Columns time_s,flow,metric,value; then point, if the scenario has a sweep; then replication (from 0), if all are
/// asked for. The points and replications are make_report's.
std::string series_csv(const std::vector<Scenario>& points,
                       const std::vector<std::vector<Results>>& replications_by_point,
                       Replications which = Replications::first);

}  // namespace qoslab
