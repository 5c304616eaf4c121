// The tables that put our numbers beside published and expected ones.
#pragma once

#include <string>
#include <vector>

#include "analysis/comparison.h"
#include "helpers/results/table.h"

namespace qoslab {

Table reference_table(const std::vector<ReferenceReport>& references);
Table expectation_table(const std::vector<ExpectationReport>& expectations);
/// Of all scenarios; says from which each row comes.
Table comparison_table(const Comparison& comparison);

/// One line: how many hold, how much was predicted, whether the run is whole and its books balance.
std::string summary(const Comparison& comparison);

}  // namespace qoslab
