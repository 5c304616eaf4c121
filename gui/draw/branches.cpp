#include "gui/draw/branches.h"

#include <algorithm>

namespace qoslab::gui {
namespace {

/// One connected part.
class Part {
 public:
  Part(const Graph& graph, std::size_t first, std::vector<Branch>& of) : graph_{graph}, of_{of} {
    nodes_ = reached(first, false);
    find_way();
  }

  std::vector<std::size_t> grow() {
    auto order = hang_below_root();
    std::vector<int> left(graph_.nodes.size());
    std::vector<std::size_t> leaves(graph_.nodes.size());
    for (auto i = order.rbegin(); i != order.rend(); ++i) {
      left[*i] += graph_.nodes[*i].left;
      if (of_[*i].children.empty()) leaves[*i] = 1;
      if (!of_[*i].parent) continue;
      const auto above = *of_[*i].parent;
      left[above] += left[*i];
      leaves[above] += leaves[*i];
      of_[above].height = std::max(of_[above].height, of_[*i].height + 1);
    }
    choose_sides(left, leaves);
    for (const auto node : order) {
      if (of_[node].parent && of_[node].side == 0) of_[node].side = of_[*of_[node].parent].side;
      tallest_in_the_middle(of_[node].children);
    }
    return order;
  }

 private:
  [[nodiscard]] bool is_core(std::size_t node) const { return graph_.nodes[node].edges.size() > 1; }

  /// In order of distance. Of the core only, if so asked.
  [[nodiscard]] std::vector<std::size_t> reached(std::size_t from, bool core_only,
                                                 std::vector<std::size_t>* parent = nullptr) const {
    std::vector<std::size_t> order{from};
    std::vector<bool> seen(graph_.nodes.size());
    seen[from] = true;
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (const auto edge : graph_.nodes[order[i]].edges) {
        const auto next = graph_.other(edge, order[i]);
        if (seen[next] || (core_only && !is_core(next))) continue;
        seen[next] = true;
        if (parent != nullptr) (*parent)[next] = order[i];
        order.push_back(next);
      }
    }
    return order;
  }

  /// Of what hangs on this node alone.
  [[nodiscard]] int left_of_leaves(std::size_t node) const {
    int sum = graph_.nodes[node].left;
    for (const auto edge : graph_.nodes[node].edges) {
      const auto other = graph_.other(edge, node);
      if (!is_core(other)) sum += graph_.nodes[other].left;
    }
    return sum;
  }

  void find_way() {
    const auto gateway = std::find_if(nodes_.begin(), nodes_.end(),
                                      [this](std::size_t n) { return graph_.nodes[n].box.look == Look::gateway; });
    const auto core = std::find_if(nodes_.begin(), nodes_.end(), [this](std::size_t n) { return is_core(n); });
    if (gateway != nodes_.end()) {
      way_ = {*gateway};
    } else if (core == nodes_.end()) {
      const auto by_left = [this](std::size_t a, std::size_t b) { return graph_.nodes[a].left < graph_.nodes[b].left; };
      way_ = {*std::max_element(nodes_.begin(), nodes_.end(), by_left)};
    } else {
      const auto end = reached(*core, true).back();
      std::vector<std::size_t> parent(graph_.nodes.size());
      const auto others = reached(end, true, &parent);
      for (auto node = others.back(); node != end; node = parent[node]) way_.push_back(node);
      way_.push_back(end);
      if (left_of_leaves(way_.back()) > left_of_leaves(way_.front())) std::reverse(way_.begin(), way_.end());
      std::size_t edges = 0;
      for (const auto node : others)
        for (const auto edge : graph_.nodes[node].edges)
          if (is_core(graph_.other(edge, node))) ++edges;
      circles_ = edges / 2 >= others.size();
      if (!circles_) root_ = (way_.size() - 1) / 2;
    }
  }

  std::vector<std::size_t> hang_below_root() {
    std::vector<std::size_t> order{way_[root_]};
    std::vector<bool> seen(graph_.nodes.size());
    seen[order[0]] = true;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const auto node = order[i];
      for (const auto edge : graph_.nodes[node].edges) {
        const auto next = graph_.other(edge, node);
        if (seen[next]) continue;
        seen[next] = true;
        of_[next].parent = node;
        of_[next].edge = edge;
        of_[next].depth = of_[node].depth + 1;
        of_[node].children.push_back(next);
        order.push_back(next);
      }
    }
    return order;
  }

  void choose_sides(const std::vector<int>& left, const std::vector<std::size_t>& leaves) {
    std::size_t on_left = 0;
    std::size_t on_right = 0;
    for (const auto child : of_[way_[root_]].children) {
      int side = left[child] > 0 ? -1 : left[child] < 0 ? 1 : on_left <= on_right ? -1 : 1;
      if (nodes_.size() == 2)
        side = 1;
      else if (root_ > 0 && child == way_[root_ - 1])
        side = -1;
      else if (root_ + 1 < way_.size() && child == way_[root_ + 1])
        side = 1;
      else if (way_.size() > 1 && root_ == 0)
        side = is_core(child) && circles_ ? 1 : -1;
      of_[child].side = side;
      (side < 0 ? on_left : on_right) += leaves[child];
    }
  }

  /// So that the longest way can be a straight line.
  void tallest_in_the_middle(std::vector<std::size_t>& children) const {
    if (children.size() < 3) return;
    const auto tallest = std::max_element(children.begin(), children.end(), [this](std::size_t a, std::size_t b) {
      return of_[a].height < of_[b].height;
    });
    const auto alike = std::count_if(children.begin(), children.end(),
                                     [&](std::size_t c) { return of_[c].height == of_[*tallest].height; });
    if (alike > 1) return;
    const auto node = *tallest;
    children.erase(tallest);
    children.insert(children.begin() + static_cast<std::ptrdiff_t>(children.size() / 2), node);
  }

  const Graph& graph_;
  std::vector<Branch>& of_;
  std::vector<std::size_t> nodes_;
  std::vector<std::size_t> way_;  // from left to right
  std::size_t root_ = 0;          // its place on the way
  bool circles_ = false;
};

}  // namespace

Branches branches_of(const Graph& graph) {
  Branches all;
  all.of.resize(graph.nodes.size());
  std::vector<bool> done(graph.nodes.size());
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    if (done[i]) continue;
    all.trees.push_back(Part{graph, i, all.of}.grow());
    for (const auto node : all.trees.back()) done[node] = true;
  }
  return all;
}

}  // namespace qoslab::gui
