#include "gui/draw/topology.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "gui/draw/branches.h"
#include "gui/draw/graph.h"

namespace qoslab::gui {
namespace {

constexpr double between_rows = 30;
constexpr double between_parts = 50;
constexpr double around = 24;
constexpr double no_bend = 14;
constexpr double bend = 38;  // the slanted piece of a wire
constexpr double beside_words = 9;
constexpr double between_dots = 22;

/// Index of a side: left, right.
std::size_t index_of(int side) { return side < 0 ? 0 : 1; }

class Layout {
 public:
  Layout(Graph graph, const TextSize& size)
      : graph_{std::move(graph)}, branches_{branches_of(graph_)}, size_{size}, places_(graph_.nodes.size()) {
    ends_.resize(graph_.nodes.size());
    collect_ends();
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      auto& area = graph_.nodes[i].box.area;
      area = area_for(graph_.nodes[i].box, size_);
      const auto most = static_cast<double>(std::max(ends_[i][0].size(), ends_[i][1].size()));
      area.height = std::max(area.height, most * between_dots);
    }
  }

  Drawing draw() {
    double top = 0;
    for (const auto& tree : branches_.trees) {
      stack(tree);
      const auto root = tree.front();
      places_[root].centre = top + places_[root].up;
      for (const auto node : tree)
        for (const auto child : branches_.of[node].children)
          places_[child].centre = places_[node].centre + places_[child].offset;
      for (const auto node : tree) {
        auto& area = graph_.nodes[node].box.area;
        area.y = places_[node].centre - area.height / 2;
      }
      stand_in_columns(tree);
      top = places_[root].centre + places_[root].down + between_parts;
    }
    Drawing drawing;
    for (std::size_t e = 0; e < graph_.edges.size(); ++e) connect(e, drawing);
    for (auto& node : graph_.nodes) drawing.boxes.push_back(std::move(node.box));
    return moved_to_origin(std::move(drawing));
  }

 private:
  struct Place {
    double up = 0;    // from the node's centre to the top of all that hangs on it
    double down = 0;  // likewise
    double offset = 0;
    double centre = 0;
  };

  [[nodiscard]] bool is_tree_edge(std::size_t edge) const {
    const auto& e = graph_.edges[edge];
    return branches_.of[e.a].edge == edge || branches_.of[e.b].edge == edge;
  }

  /// At which side of the first end's box an edge begins, and of the second's.
  [[nodiscard]] std::pair<int, int> sides_of(std::size_t edge) const {
    const auto& a = branches_.of[graph_.edges[edge].a];
    const auto& b = branches_.of[graph_.edges[edge].b];
    const auto column = [](const Branch& branch) { return branch.side * static_cast<int>(branch.depth); };
    if (column(a) == column(b)) return {a.side < 0 ? -1 : 1, a.side < 0 ? -1 : 1};
    return column(a) < column(b) ? std::pair{1, -1} : std::pair{-1, 1};
  }

  void collect_ends() {
    for (std::size_t e = 0; e < graph_.edges.size(); ++e) {
      const auto sides = sides_of(e);
      ends_[graph_.edges[e].a][index_of(sides.first)].push_back(e);
      ends_[graph_.edges[e].b][index_of(sides.second)].push_back(e);
    }
  }

  /// Puts the children of a side below each other; what it takes above and below the parent's centre.
  void stack_children(std::size_t node, int side, Place& place) {
    std::vector<std::size_t> children;
    for (const auto child : branches_.of[node].children)
      if (branches_.of[child].side == side) children.push_back(child);
    if (children.empty()) return;
    double below = 0;
    std::size_t tallest = children.front();
    for (const auto child : children) {
      places_[child].offset = below + places_[child].up;
      below += places_[child].up + places_[child].down;
      if (branches_.of[child].height > branches_.of[tallest].height) tallest = child;
    }
    const bool one = std::count_if(children.begin(), children.end(), [&](std::size_t child) {
                       return branches_.of[child].height == branches_.of[tallest].height;
                     }) == 1;
    const auto anchor =
        one ? places_[tallest].offset : (places_[children.front()].offset + places_[children.back()].offset) / 2;
    for (const auto child : children) places_[child].offset -= anchor;
    place.up = std::max(place.up, anchor);
    place.down = std::max(place.down, below - anchor);
  }

  void stack(const std::vector<std::size_t>& tree) {
    for (auto i = tree.rbegin(); i != tree.rend(); ++i) {
      auto& place = places_[*i];
      place.up = place.down = (graph_.nodes[*i].box.area.height + between_rows) / 2;
      stack_children(*i, -1, place);
      stack_children(*i, 1, place);
    }
  }

  [[nodiscard]] double words_of(std::size_t edge) const {
    const auto& wire = graph_.edges[edge].wire;
    double width = size_.width(wire.above, false);
    for (const auto& line : wire.below) width = std::max(width, size_.width(line, false));
    return width + 2 * beside_words;
  }

  /// The wire to the parent is straight.
  [[nodiscard]] bool is_level(std::size_t node) const {
    const auto& branch = branches_.of[node];
    const auto here = touch(*branch.edge, node, -branch.side).y;
    return std::abs(here - touch(*branch.edge, *branch.parent, branch.side).y) < 1;
  }

  void stand_in_columns(const std::vector<std::size_t>& tree) {
    std::array<std::vector<double>, 2> widths;
    std::array<std::vector<double>, 2> words;
    std::array<std::vector<double>, 2> bends;
    const auto root = tree.front();
    for (const auto node : tree) {
      const auto& branch = branches_.of[node];
      if (branch.side == 0) continue;
      const auto side = index_of(branch.side);
      if (widths.at(side).size() < branch.depth) {
        widths.at(side).resize(branch.depth);
        words.at(side).resize(branch.depth);
        bends.at(side).resize(branch.depth, no_bend);
      }
      auto& width = widths.at(side)[branch.depth - 1];
      width = std::max(width, graph_.nodes[node].box.area.width);
      auto& word = words.at(side)[branch.depth - 1];
      word = std::max(word, words_of(*branch.edge));
      if (!is_level(node)) bends.at(side)[branch.depth - 1] = bend;
    }
    std::array<std::vector<double>, 2> begins;  // distance of each column from the root's centre
    for (const std::size_t side : {0U, 1U}) {
      double at = graph_.nodes[root].box.area.width / 2;
      for (std::size_t d = 0; d < widths.at(side).size(); ++d) {
        at += bends.at(side)[d] + words.at(side)[d];
        begins.at(side).push_back(at);
        at += widths.at(side)[d];
      }
    }
    for (const auto node : tree) {
      const auto& branch = branches_.of[node];
      auto& area = graph_.nodes[node].box.area;
      if (branch.side == 0) {
        area.x = -area.width / 2;
        continue;
      }
      const auto begin = begins.at(index_of(branch.side))[branch.depth - 1];
      area.x = branch.side > 0 ? begin : -begin - area.width;
      stub_.resize(graph_.nodes.size());
      stub_[node] = words.at(index_of(branch.side))[branch.depth - 1];
    }
  }

  /// Where an edge touches a box: those of a side stand in the order of what is at their other ends.
  [[nodiscard]] Spot touch(std::size_t edge, std::size_t node, int side) const {
    const auto& area = graph_.nodes[node].box.area;
    auto ends = ends_[node].at(index_of(side));
    std::stable_sort(ends.begin(), ends.end(), [&](std::size_t a, std::size_t b) {
      return places_[graph_.other(a, node)].centre < places_[graph_.other(b, node)].centre;
    });
    const auto rank = static_cast<double>(std::find(ends.begin(), ends.end(), edge) - ends.begin());
    const auto middle = (static_cast<double>(ends.size()) - 1) / 2;
    return {side < 0 ? area.x : area.right(), area.centre().y + (rank - middle) * between_dots};
  }

  void connect(std::size_t number, Drawing& drawing) {
    auto& edge = graph_.edges[number];
    const auto sides = sides_of(number);
    const auto a = touch(number, edge.a, sides.first);
    const auto b = touch(number, edge.b, sides.second);
    auto wire = std::move(edge.wire);
    if (is_tree_edge(number)) {
      const bool a_is_child = branches_.of[edge.a].edge == number;
      const auto child = a_is_child ? edge.a : edge.b;
      const auto from = a_is_child ? a : b;
      const double outward = -branches_.of[child].side;
      wire.points = {from, {from.x + outward * stub_[child], from.y}, a_is_child ? b : a};
      wire.words_at = {from.x + outward * stub_[child] / 2, from.y};
    } else if (sides.first == sides.second) {
      const double x = (sides.first > 0 ? std::max(a.x, b.x) : std::min(a.x, b.x)) + sides.first * bend / 2;
      wire.points = {a, {x, a.y}, {x, b.y}, b};
      wire.words_at = {x, (a.y + b.y) / 2};
    } else {
      wire.points = {a, b};
      wire.words_at = {(a.x + b.x) / 2, (a.y + b.y) / 2};
    }
    for (auto [dot, at] : {std::pair{&edge.dot_a, a}, std::pair{&edge.dot_b, b}}) {
      if (!*dot) continue;
      (*dot)->at = at;
      drawing.dots.push_back(std::move(**dot));
    }
    drawing.wires.push_back(std::move(wire));
  }

  static Drawing moved_to_origin(Drawing drawing) {
    if (drawing.boxes.empty()) return drawing;
    double left = drawing.boxes.front().area.x;
    double top = drawing.boxes.front().area.y;
    for (const auto& box : drawing.boxes) {
      left = std::min(left, box.area.x);
      top = std::min(top, box.area.y);
    }
    const double dx = around - left;
    const double dy = around - top;
    const auto move = [&](Spot& p) {
      p.x += dx;
      p.y += dy;
    };
    for (auto& box : drawing.boxes) {
      box.area.x += dx;
      box.area.y += dy;
      drawing.width = std::max(drawing.width, box.area.right() + around);
      drawing.height = std::max(drawing.height, box.area.bottom() + around);
    }
    for (auto& wire : drawing.wires) {
      for (auto& point : wire.points) move(point);
      move(wire.words_at);
    }
    for (auto& dot : drawing.dots) move(dot.at);
    return drawing;
  }

  Graph graph_;
  Branches branches_;
  const TextSize& size_;
  std::vector<Place> places_;
  std::vector<double> stub_;                                   // length of the level piece of the wire to the parent
  std::vector<std::array<std::vector<std::size_t>, 2>> ends_;  // edges at the left and the right of each node
};

}  // namespace

Drawing draw_topology(const Scenario& scenario, const TextSize& size, std::size_t most_nodes) {
  auto graph = graph_of(scenario);
  if (graph.nodes.size() > most_nodes) graph = with_hosts_gathered(graph);
  return Layout{std::move(graph), size}.draw();
}

}  // namespace qoslab::gui
