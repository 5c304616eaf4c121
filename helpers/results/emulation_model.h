// What the simulated part of an emulation did, for a reader and for programs.
#pragma once

#include "helpers/results/json_parts.h"
#include "helpers/results/table.h"
#include "model/results/emulation_results.h"

namespace qoslab {

/// Of packets that simulated hosts sent; empty if there are none.
Table model_flow_table(const EmulationResults& results);
/// Of the simulated ports that the scenario configures; empty if there are none.
Table model_class_table(const EmulationResults& results);

/// Both as arrays.
Json model_flows(const EmulationResults& results);
Json model_classes(const EmulationResults& results);

}  // namespace qoslab
