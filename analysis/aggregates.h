// How the aggregates of gateways fared: what their subscribers sent, got and lost.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/results/results.h"
#include "model/scenario/scenario.h"

namespace qoslab {

/// One aggregate in one direction, or several added up. Of the measured time, at the gateway's layer.
struct AggregateTotals {
  std::string name;  ///< "bng.access.0/pon.3"; of several: empty
  Count offered;
  Count arrived;
  std::int64_t lost_packets = 0;

  /// Of the packets that arrived or were dropped, in percent.
  [[nodiscard]] std::optional<double> loss() const;
};

/// The aggregates of one level of a gateway that saw a packet. Counts are sums over the
/// replications. Upstream there are no aggregates that shape: it is their subscribers' traffic all the same.
struct AggregateLevelReport {
  std::string gateway;
  std::string level;
  Direction direction = Direction::downstream;
  Duration measured;  ///< of all replications
  std::int64_t number = 0;
  AggregateTotals sum;
  AggregateTotals worst;  ///< the one with the largest loss; of equals the first
  AggregateTotals best;
};

std::vector<AggregateLevelReport> aggregate_reports(const std::vector<Results>& replications, const GatewaysSpec& spec);

}  // namespace qoslab
