#include "model/dataplane/fair_shares.h"

#include <algorithm>
#include <utility>

#include "model/units/rate.h"

namespace qoslab::dataplane {

FairShares::FairShares(std::vector<Node> nodes, std::size_t arbiters) : nodes_{std::move(nodes)}, arbiters_{arbiters} {
  for (const auto& node : nodes_) limits_.push_back(node.limit);
  for (std::size_t parent = 0; parent < arbiters_; ++parent) {
    for (int level = 8; level >= 1; --level) {
      const std::size_t first = members_.size();
      for (std::size_t i = 0; i < nodes_.size(); ++i)
        if (nodes_[i].parent == static_cast<int>(parent) && nodes_[i].level == level) members_.push_back(i);
      if (members_.size() > first) peers_.push_back({parent, first, members_.size()});
    }
  }
}

void FairShares::add_demands(std::span<std::int64_t> demand) const {
  std::fill_n(demand.begin(), arbiters_, 0);
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    demand[i] = std::min(demand[i], limits_[i]);
    if (nodes_[i].parent >= 0) demand[static_cast<std::size_t>(nodes_[i].parent)] += demand[i];
  }
}

// Whoever wants no more than its part of what is left is satisfied first, until nobody is; the others get their parts.
std::int64_t FairShares::fill(const Peers& peers, std::int64_t rate, std::span<const std::int64_t> most,
                              std::span<std::int64_t> share) const {
  const std::span<const std::size_t> members{&members_[peers.first], peers.last - peers.first};
  const auto wants = [&](std::size_t i) { return most[i] - share[i]; };
  std::int64_t weights = 0;
  for (const std::size_t i : members)
    if (wants(i) > 0) weights += nodes_[i].weight;
  const auto fits = [&](std::size_t i) { return Int128{wants(i)} * weights <= Int128{rate} * nodes_[i].weight; };
  for (bool again = true; again;) {
    again = false;
    for (const std::size_t i : members) {
      if (wants(i) <= 0 || !fits(i)) continue;
      rate -= wants(i);
      share[i] = most[i];
      weights -= nodes_[i].weight;
      again = true;
    }
  }
  const std::int64_t divided = rate;
  for (const std::size_t i : members) {
    if (wants(i) <= 0) continue;
    const auto part = static_cast<std::int64_t>(Int128{divided} * nodes_[i].weight / weights);
    share[i] += part;
    rate -= part;
  }
  return rate;
}

void FairShares::divide(std::span<std::int64_t> demand, std::span<std::int64_t> share) const {
  add_demands(demand);
  for (std::size_t i = 0; i < nodes_.size(); ++i) share[i] = nodes_[i].parent < 0 ? limits_[i] : 0;
  for (auto group = peers_.begin(); group != peers_.end();) {
    const auto next = std::find_if(group, peers_.end(), [&](const Peers& p) { return p.parent != group->parent; });
    std::int64_t rate = share[group->parent];
    for (auto p = group; p != next; ++p) rate = fill(*p, rate, demand, share);
    for (auto p = group; p != next; ++p) rate = fill(*p, rate, limits_, share);
    group = next;
  }
}

}  // namespace qoslab::dataplane
