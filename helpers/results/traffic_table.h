// The tables of gateways' traffic and subscribers.
#pragma once

#include <string>
#include <vector>

#include "analysis/comparison.h"
#include "helpers/results/flow_table.h"

namespace qoslab {

/// One row for each group, direction and class that saw packets, and the gateway's totals.
RatedTable traffic_table(const std::vector<TrafficReport>& traffic, const std::string& gateway);
/// Of several scenarios; says from which each row comes.
RatedTable traffic_table(const std::vector<Comparison::TrafficRow>& traffic);
/// Of sampled subscribers, class by class.
RatedTable sample_table(const std::vector<TrafficReport>& traffic, const std::string& gateway);
/// The best and the worst off of each group and direction.
RatedTable subscriber_table(const std::vector<SubscriberReport>& subscribers, const std::string& gateway);

/// "at the frame layer", or as much as is known.
std::string layer_of(const std::vector<TrafficReport>& traffic, const std::string& gateway);

}  // namespace qoslab
