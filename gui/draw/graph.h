// What a topology is drawn from: nodes of all kinds with their words, and what connects them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gui/draw/drawing.h"
#include "model/scenario/scenario.h"

namespace qoslab::gui {

struct GraphEdge {
  std::size_t a = 0;
  std::size_t b = 0;
  Wire wire;  ///< its words
  std::optional<Dot> dot_a;
  std::optional<Dot> dot_b;
};

struct GraphNode {
  Box box;
  std::vector<std::size_t> edges;
  int left = 0;  ///< how much it belongs left: it sends, or it is behind the access side; negative: right
};

struct Graph {
  std::vector<GraphNode> nodes;
  std::vector<GraphEdge> edges;
  [[nodiscard]] std::size_t other(std::size_t edge, std::size_t node) const {
    return edges[edge].a == node ? edges[edge].b : edges[edge].a;
  }
};

/// Nodes in the order of the file, then gateways, then what is behind them.
Graph graph_of(const Scenario& scenario);
/// Hosts that hang on the same router by one link each, as one node with their number.
Graph with_hosts_gathered(const Graph& graph);

}  // namespace qoslab::gui
