// The fluid shares of a tree of arbiters: who may have how much of a parent's rate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace qoslab::dataplane {

/// Divides the rate of each root among what is below it. An arbiter serves its children by strict level, 8 first, and
/// within a level in proportion to weight, each up to its demand; what a child does not want goes to its siblings. A
/// child whose demand cannot be met has exactly its part as its share. One that demands less may send more before it is
/// unfair: as much, for its weight, as a sibling of its level that goes short; if none does, what is left over besides.
/// Whole bit/s, rounded down.
class FairShares {
 public:
  /// An arbiter or a policer below it.
  struct Node {
    int parent = -1;  ///< index of an arbiter; -1: a root
    int level = 1;    ///< 1..8
    std::int64_t weight = 1;
    std::int64_t limit = 0;  ///< bit/s: its own rate
  };
  /// The first `arbiters` nodes are the arbiters, parents before children; the others are policers.
  FairShares(std::vector<Node> nodes, std::size_t arbiters);

  [[nodiscard]] std::size_t arbiters() const { return arbiters_; }
  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }

  struct Share {
    std::int64_t rate = 0;
    int bottleneck = satisfied;  ///< the arbiter for want of whose rate the demand cannot be met
  };
  static constexpr int satisfied = -1;
  /// Both have an element for each node. The demands of policers go in, those of arbiters are computed.
  void divide(std::span<std::int64_t> demand, std::span<Share> share) const;

 private:
  /// Children of one arbiter on one level: a part of members_.
  struct Peers {
    std::size_t parent;
    std::size_t first;
    std::size_t last;
  };
  void add_demands(std::span<std::int64_t> demand) const;
  /// Returns what the level leaves to those below.
  [[nodiscard]] std::int64_t fill(const Peers& peers, std::int64_t rate, std::span<const std::int64_t> demand,
                                  std::span<Share> share) const;

  std::vector<Node> nodes_;
  std::size_t arbiters_;
  std::vector<std::size_t> members_;
  std::vector<Peers> peers_;  ///< by parent, then highest level first
};

}  // namespace qoslab::dataplane
