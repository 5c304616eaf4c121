#include "model/dataplane/fair_shares.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "model/units/rate.h"

namespace qoslab::dataplane {

FairShares::FairShares(std::vector<Node> nodes, std::size_t arbiters) : nodes_{std::move(nodes)}, arbiters_{arbiters} {
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
    demand[i] = std::min(demand[i], nodes_[i].limit);
    if (nodes_[i].parent >= 0) demand[static_cast<std::size_t>(nodes_[i].parent)] += demand[i];
  }
}

// Whoever wants no more than its part of what is left is satisfied first, until nobody is; the others get their parts.
std::int64_t FairShares::fill(const Peers& peers, std::int64_t rate, std::span<const std::int64_t> demand,
                              std::span<Share> share) const {
  const std::span<const std::size_t> members{&members_[peers.first], peers.last - peers.first};
  const int above = share[peers.parent].bottleneck;
  const int bottleneck = above == satisfied ? static_cast<int>(peers.parent) : above;
  std::int64_t weights = 0;
  for (const std::size_t i : members) {
    weights += nodes_[i].weight;
    share[i] = {.rate = 0, .bottleneck = bottleneck};
  }
  for (bool again = true; again;) {
    again = false;
    for (const std::size_t i : members) {
      if (share[i].bottleneck == satisfied || Int128{demand[i]} * weights > Int128{rate} * nodes_[i].weight) continue;
      share[i] = {.rate = demand[i], .bottleneck = satisfied};
      rate -= demand[i];
      weights -= nodes_[i].weight;
      again = true;
    }
  }
  for (const std::size_t i : members) {
    const std::int64_t claim =
        weights == 0 ? share[i].rate + rate : static_cast<std::int64_t>(Int128{rate} * nodes_[i].weight / weights);
    share[i].rate = std::min(claim, nodes_[i].limit);
  }
  return weights == 0 ? rate : 0;
}

void FairShares::divide(std::span<std::int64_t> demand, std::span<Share> share) const {
  add_demands(demand);
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (nodes_[i].parent < 0) share[i] = {.rate = nodes_[i].limit, .bottleneck = satisfied};
  std::int64_t rate = 0;
  for (auto p = peers_.begin(); p != peers_.end(); ++p) {
    if (p == peers_.begin() || p->parent != std::prev(p)->parent) rate = share[p->parent].rate;
    rate = fill(*p, rate, demand, share);
  }
}

}  // namespace qoslab::dataplane
