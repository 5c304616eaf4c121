// The tables of a tree's fair shares, from its specification.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/dataplane/tree_spec.h"

namespace qoslab::dataplane {

inline constexpr std::uint32_t no_link = ~std::uint32_t{0};

/// Which of two shares: within CIR or above. What exists for both is an array of two.
using Side = std::size_t;
inline constexpr Side within_side = 0;
inline constexpr Side above_side = 1;
constexpr Side side_of(Pass pass) { return pass < 8 ? within_side : above_side; }

/// Tags are compared by step, modulo this.
inline constexpr std::uint64_t share_steps = 64;

/// A place in a list, which is a ring.
struct ShareLink {
  std::uint32_t prev = 0, next = 0;
};

/// A node in one pass. Its children are in one list if they are few, or else in a list for each step.
struct ShareSlot {
  ShareLink few;  ///< the list of few
  std::uint64_t tag = 0;
  std::uint64_t growth = 0;  ///< of the tag: W / weight among its siblings
  std::uint64_t virtual_time = 0;
  std::uint64_t used = 0;          ///< lists that are not empty, as bits
  std::uint32_t lists = 0;         ///< the first one of many
  std::uint32_t parent = no_link;  ///< slot; of the port: none
  std::uint32_t node = 0;
  std::uint8_t shift = 0;
  std::uint8_t last_list = 0;  ///< 0, or share_steps - 1
  std::uint8_t pass = 0;

  [[nodiscard]] std::uint64_t list_of(std::uint64_t child_tag) const { return (child_tag >> shift) & last_list; }
};

/// Where a queue takes part: its parent's slots, and how its tag grows there.
struct SharePlace {
  std::array<std::uint32_t, 2> slot{no_link, no_link};  ///< by Side
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
  std::uint32_t lists = 0;                 ///< of the slots with many
  std::vector<SharePlace> places;          ///< of the queues
};

}  // namespace qoslab::dataplane
