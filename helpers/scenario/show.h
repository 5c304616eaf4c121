// A scenario as it was understood.
#pragma once

#include <string>

#include "model/scenario/scenario.h"

namespace qoslab {

/// Everything that a run will use, standards and addresses too: parameters in place, class trees as trees.
std::string show(const Scenario& scenario);

}  // namespace qoslab
