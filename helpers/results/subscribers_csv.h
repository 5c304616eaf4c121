// What each subscriber got, as subscribers.csv. Columns: docs/results-format.md.
#pragma once

#include <string>
#include <vector>

#include "helpers/results/csv.h"
#include "model/results/results.h"
#include "model/scenario/scenario.h"

namespace qoslab {

/// One line for each subscriber and direction. The points and replications are make_report's.
std::string subscribers_csv(const std::vector<Scenario>& points,
                            const std::vector<std::vector<Results>>& replications_by_point,
                            Replications which = Replications::first);

}  // namespace qoslab
