// What the hosts of a demonstration saw, for a reader.
#pragma once

#include <string>
#include <vector>

#include "helpers/emulate/demonstration.h"
#include "helpers/results/table.h"

namespace qoslab {

std::string to_text(const std::vector<emulation::Demonstration::Flow>& flows, const TextStyle& style);

}  // namespace qoslab
