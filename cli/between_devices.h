// What the commands that work between two devices have in common.
#pragma once

#include "cli/scenario_files.h"
#include "helpers/emulate/bindings.h"

namespace qoslab {

/// The one scenario that the file describes. Throws CannotEmulate.
const Scenario& only_point(const ScenarioFiles& files);

}  // namespace qoslab
