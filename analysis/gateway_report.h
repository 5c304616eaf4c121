// What a scenario's replications say of its gateways together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/statistics.h"
#include "analysis/traffic.h"
#include "model/results/results.h"

namespace qoslab {

/// Of a gateway, a direction, a group, a class or a sampled subscriber.
struct TrafficReport {
  TrafficSubject subject;
  std::optional<Layer> layer;  ///< at which the gateway counts
  Estimates metrics;
  StreamResults sum;  ///< over the replications; what it is of, the subject says
};

/// What one subscriber got on average of the replications.
struct SubscriberRate {
  std::int64_t number = 0;
  double offered_bps = 0;
  double arrived_bps = 0;
  double share = 0;  ///< arrived of offered
};

/// The subscribers of a group in one direction. Rates are means over the replications for each subscriber, at the
/// gateway's layer; of the loaded ones: those that were offered something.
struct SubscriberReport {
  std::string gateway;
  std::string group;
  Direction direction = Direction::downstream;
  std::int64_t subscribers = 0;
  std::int64_t loaded = 0;
  double min_bps = 0;
  double mean_bps = 0;
  double max_bps = 0;
  /// In order of their percentages: the rate that so many percent of the loaded subscribers do not exceed.
  struct Band {
    int percent = 0;
    double bps = 0;
  };
  std::vector<Band> bands;
  std::optional<double> fairness;     ///< Jain's index of the shares
  std::vector<SubscriberRate> worst;  ///< at most ten, the smallest share of its offer first
  std::vector<SubscriberRate> best;   ///< at most ten, the largest first
};

struct PlaceReport {
  std::string name;
  Estimates metrics;
  Count sent;  ///< measured time, sum over the replications
};

/// Without metrics, which take the replications apart.
std::vector<TrafficReport> traffic_reports(const std::vector<Results>& replications, const GatewaysSpec& spec);
std::vector<PlaceReport> place_reports(const std::vector<Results>& replications);

/// Of groups and directions with loaded subscribers.
std::vector<SubscriberReport> subscriber_reports(const std::vector<Results>& replications);

}  // namespace qoslab
