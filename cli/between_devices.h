// What the commands that work between two devices have in common.
#pragma once

#include <string>
#include <vector>

#include "cli/scenario_files.h"
#include "helpers/emulate/bindings.h"

namespace qoslab {

/// The one scenario that the file describes. Throws CannotEmulate.
const Scenario& only_point(const ScenarioFiles& files);

/// From "NAME=DEVICE" each. Throws CannotEmulate.
std::vector<emulation::Binding> two_ends(const std::vector<std::string>& bindings);

}  // namespace qoslab
