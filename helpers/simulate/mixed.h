// The passage of an emulation in which ns-3's nodes take part.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/emulation/passage.h"
#include "model/scenario/scenario.h"

namespace qoslab {

/// Real hosts in the places of `hosts`, `hosts[i]` at port i; all others are simulated. One at a time in a process.
/// `in_real_time`: a run is cut short when it has much to do, so that ports are looked at.
std::unique_ptr<emulation::Passage> beside_simulated_nodes(const Scenario& scenario,
                                                           const std::vector<std::string>& hosts, std::uint64_t seed,
                                                           bool in_real_time);

}  // namespace qoslab
