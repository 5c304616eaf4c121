// The parts of `show` (show.h).
#pragma once

#include <string>
#include <vector>

#include "model/network/topology.h"
#include "model/scenario/scenario.h"

namespace qoslab {

/// Several lines, indented.
std::string show_port(const PortSpec& port);
/// One line or, with a reservation, two.
std::string show_flow(const Scenario& scenario, std::size_t number, const Topology& topology);

std::string show(IpAddress address);
/// "dscp EF, udp, to port 5000"; "all" without conditions.
std::string show(const Match& match);

}  // namespace qoslab
