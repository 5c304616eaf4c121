// Where a subscriber sits behind its gateway, in words of the scenario.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/bng/plan.h"

namespace qoslab::bng {

/// The aggregates that the scheduler trees of the access ports put above each subscriber.
class SubscriberPlaces {
 public:
  explicit SubscriberPlaces(const GatewayParts& parts);

  [[nodiscard]] std::int64_t link_of(std::int64_t number) const;
  /// The number, at its port, of the aggregate of a level (from the port on, from 0) that a subscriber is in.
  [[nodiscard]] std::int64_t aggregate_of(std::size_t group, std::int64_t number, std::size_t level) const;
  /// From the port on: "olt.1/pon.3"; empty without aggregates. `group`: its index in the parts.
  [[nodiscard]] std::string path_of(std::size_t group, std::int64_t number) const;

 private:
  std::vector<AggregateLevelSpec> levels_;
  Plan plan_;
  std::vector<std::vector<std::uint32_t>> order_;  ///< of each port: subscriber → place among those of the port
};

}  // namespace qoslab::bng
