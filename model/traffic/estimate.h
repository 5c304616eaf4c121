// How much a scenario asks for, before anything is run.
#pragma once

#include "model/scenario/scenario.h"

namespace qoslab {

/// Packets that all sources together will send in one replication, warm-up included: open-loop traffic by its mean
/// rate; TCP as fast as the sending host's fastest link (an upper bound).
double expected_packets(const Scenario& scenario);

}  // namespace qoslab
