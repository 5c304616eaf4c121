// What a port scheduler gives each queue in the limit of infinitely small packets, when every queue always has some.
#pragma once

#include <array>
#include <vector>

#include "model/dataplane/tree_spec.h"

namespace qoslab::dataplane {

/// Bits a second, as the tree's rates count; all in doubles, from the rule alone.
struct FluidShares {
  std::vector<double> queues;
  std::vector<double> nodes;
  std::array<double, 8> levels{};
};

/// `line`: what the line carries, in bits a second as the rates count. The passes are served one after the other; in
/// each what is left is poured from the port down, at every node in proportion to weights (water-filling), and what one
/// child cannot take for want of rates below goes to the others.
FluidShares fluid_shares(const TreeSpec& spec, double line);

}  // namespace qoslab::dataplane
