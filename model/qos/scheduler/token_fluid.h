// What a token tree does in the long run, without running it.
#pragma once

#include <optional>
#include <vector>

#include "model/qos/scheduler/htb.h"

namespace qoslab {

/// What the leaves would send (by leaf number), and the line below the tree.
struct TreeLoad {
  std::vector<Rate> offered;
  std::optional<Rate> line;  ///< absent: faster than all that the tree lets through
};

/// Everybody wants all that their ceil allows.
TreeLoad full_load(const std::vector<TokenTreeClass>& classes, std::optional<Rate> line = std::nullopt);

// The long-run rate of each leaf in bit/s, by leaf number: packets infinitely small, bursts spent, and large enough
// that no class loses credit while it waits for its turn. For prediction and advice; preconditions as for Htb.

/// Under the kernel's rules: first what leaves may send by their own rates, which no parent holds; then what lenders,
/// from the lowest level up, have left of theirs. In each step the better priority first, within one by quantum.
/// What the kernel really does differs from this, by a few percent of the root's rate, where two classes above one leaf
/// have something to lend; the sum is right (docs/algorithms/htb.md has examples).
std::vector<double> htb_rates(const std::vector<TokenTreeClass>& classes, const TreeLoad& load);

/// Under IdealTree's.
std::vector<double> ideal_rates(const std::vector<TokenTreeClass>& classes, const TreeLoad& load);

}  // namespace qoslab
