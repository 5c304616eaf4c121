// The limits that each subscriber has for itself.
#pragma once

#include <map>
#include <tuple>

#include "helpers/scenario/load/demands.h"

namespace qoslab::load {

/// Of each limit of a kind, the most that was asked of it.
class SubscriberDemands {
 public:
  void add(const SubscriberDemand& d) {
    if (d.demand.load <= 0) return;
    auto& most = all_[{d.kind, d.direction, d.limit, d.number}];
    if (d.demand.load > most.demand.load) most = d;
  }
  [[nodiscard]] std::vector<SubscriberDemand> all() const {
    std::vector<SubscriberDemand> result;
    for (const auto& [key, demand] : all_) result.push_back(demand);
    return result;
  }

 private:
  using Key = std::tuple<const SubscriberKind*, Direction, SubscriberDemand::Limit, std::size_t>;
  std::map<Key, SubscriberDemand> all_;
};

inline double bits(Rate rate) { return static_cast<double>(rate.bps()); }

/// The most that a policer passes.
inline double most_of(const SubscriberPolicerSpec& p) {
  switch (p.kind) {
    case SubscriberPolicerSpec::Kind::two_rate:
      return bits(p.pir);
    case SubscriberPolicerSpec::Kind::single_rate:
      return bits(p.cir);
    case SubscriberPolicerSpec::Kind::two_rate_excess:
      return bits(p.cir + p.pir);
  }
  return 0;
}

}  // namespace qoslab::load
