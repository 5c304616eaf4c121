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

/// The expectations that do not hold, of all scenarios.
Table disappointment_table(const Comparison& comparison);

/// One line: what is wrong with the run, if anything; how many references and expectations hold; how much was
/// predicted.
std::string summary(const Comparison& comparison);

}  // namespace qoslab
