// The tables of gateways: their traffic, their subscribers, their places.
#pragma once

#include <string>
#include <vector>

#include "analysis/report.h"
#include "helpers/results/flow_table.h"

namespace qoslab {

/// One row for each group, direction and class that saw packets, and the gateway's totals.
RatedTable traffic_table(const std::vector<TrafficReport>& traffic, const std::string& gateway);
/// The same of sampled subscribers.
RatedTable sample_table(const std::vector<TrafficReport>& traffic, const std::string& gateway);
/// The best and the worst off of each group and direction.
RatedTable subscriber_table(const std::vector<SubscriberReport>& subscribers, const std::string& gateway);
/// Cores and links of a kind in one row; of levels and aggregates the busiest, and how many more there are.
RatedTable place_table(const std::vector<PlaceReport>& places);

/// "at the frame layer", or as much as is known.
std::string layer_of(const std::vector<TrafficReport>& traffic, const std::string& gateway);

}  // namespace qoslab
