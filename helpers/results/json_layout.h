// JSON for programs and for eyes.
#pragma once

#include <string>

#include "helpers/results/json_parts.h"

namespace qoslab {

/// One value a line, indented by its depth; only arrays of plain values stay on one line, or a histogram would be as
/// many lines as it has numbers. Bytes that are no UTF-8 are replaced.
std::string laid_out(const Json& document);

}  // namespace qoslab
