// A report for a reader at a terminal.
#pragma once

#include <string>

#include "analysis/comparison.h"
#include "analysis/report.h"
#include "helpers/results/table.h"

namespace qoslab {

/// Question, references, expectations, flows, classes, parameters, notes and warnings, and a last line that sums up.
std::string to_text(const Report& report, const TextStyle& style);

/// One table of all scenarios' references and a last line that sums up.
std::string to_text(const Comparison& comparison, const TextStyle& style);

}  // namespace qoslab
