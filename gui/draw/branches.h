// A graph's parts as trees that grow to the left and to the right of a root.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "gui/draw/graph.h"

namespace qoslab::gui {

struct Branch {
  std::optional<std::size_t> parent;
  std::optional<std::size_t> edge;    ///< to the parent
  std::vector<std::size_t> children;  ///< from top to bottom
  int side = 0;                       ///< of the root: -1 left, 1 right; the root's own: 0
  std::size_t depth = 0;
  std::size_t height = 0;  ///< the longest way down from here
};

struct Branches {
  std::vector<Branch> of;                       ///< each node's
  std::vector<std::vector<std::size_t>> trees;  ///< nodes of each connected part, parents before children
};

/// The root is a gateway, or else the middle of the longest way between what is no leaf; if there are circles, its end.
/// What sends goes to the left.
Branches branches_of(const Graph& graph);

}  // namespace qoslab::gui
