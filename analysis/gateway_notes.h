// What a reader of a gateway's results should know before trusting or comparing them.
#pragma once

#include <string>
#include <vector>

#include "analysis/gateway_report.h"

namespace qoslab {

/// Queues and policers that the scenario means traffic for, and that no replication sent a packet to: one line for
/// each group and direction. Of a gateway, direction or group without any, one line; of what is idle by design, none.
std::vector<std::string> idle_notes(const std::vector<TrafficReport>& traffic, const GatewaysSpec& spec);

/// Classes of which clearly more packets wait at the end of the measured time than at its beginning.
std::vector<std::string> filling_notes(const std::vector<TrafficReport>& traffic);

}  // namespace qoslab
