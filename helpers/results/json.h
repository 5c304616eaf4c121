// A report as results.json. Format and meaning of every field: docs/results-format.md.
#pragma once

#include <string>

#include "analysis/report.h"

namespace qoslab {

/// The whole document, with a line feed at its end.
std::string to_json(const Report& report);

}  // namespace qoslab
