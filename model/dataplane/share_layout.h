// The tables of a tree's fair shares, from its specification.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/dataplane/tree_spec.h"

namespace qoslab::dataplane {

inline constexpr std::uint32_t no_link = ~std::uint32_t{0};

/// A node in one pass.
struct ShareSlot {
  std::uint64_t virtual_time = 0;
  std::uint64_t growth = 0;                       ///< of its own tag: W / weight among its siblings
  std::uint32_t first = no_link, last = no_link;  ///< of few children, in the order in which they came
  std::uint32_t parent = no_link;                 ///< slot; of the port: none
  std::uint32_t node = 0;
  std::uint32_t steps = no_link;  ///< of many children: the index of its ShareSteps
  std::uint8_t shift = 0;
  std::uint8_t pass = 0;
};

/// The children of one node in one pass by step, if there are many.
struct ShareSteps {
  static constexpr std::uint64_t count = 64;
  std::uint64_t used = 0;
  std::array<std::uint32_t, count> first, last;
};

/// Where a queue takes part: its parent's slots within and above CIR, and how its tag grows there.
struct SharePlace {
  std::array<std::uint32_t, 2> slot{no_link, no_link};
  std::array<std::uint64_t, 2> growth{};
};

struct ShareLayout {
  /// Throws std::invalid_argument: weights of siblings differ by more than 2^24, a parent comes after its child, or the
  /// tree is deeper than most_depth.
  explicit ShareLayout(const TreeSpec& spec);
  static constexpr std::size_t most_depth = 14;  ///< of nodes, the port included

  std::vector<ShareSlot> slots;            ///< of node 0, node 1, …, each by pass
  std::vector<std::uint32_t> first_slot;   ///< of each node, and the end
  std::array<std::uint32_t, passes> port;  ///< slots of node 0
  std::size_t steps = 0;                   ///< how many slots have many children
  std::vector<SharePlace> places;          ///< of the queues
};

}  // namespace qoslab::dataplane
