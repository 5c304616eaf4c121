// Which flows of a scenario an emulation's accounts hold.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "model/scenario/scenario.h"

namespace qoslab {

/// By the account's name ("left-right.dscp46"): the flows between the two nodes whose packets count there, if the hosts
/// at the devices send those of the scenario. Of a connection that is "file" in one direction, and "file/reverse" in
/// the other one, as reports of `run` call what confirms it.
using AccountFlows = std::map<std::string, std::vector<std::string>>;
AccountFlows flows_by_account(const Scenario& scenario, const std::array<std::string, 2>& nodes);

}  // namespace qoslab
