#include "model/qos/scheduler/ideal_tree.h"

#include <algorithm>
#include <cstdint>

#include "model/qos/scheduler/indexed_heap.h"
#include "model/qos/scheduler/token_level.h"
#include "model/qos/scheduler/token_tree.h"

namespace qoslab {

namespace {

/// Virtual time: bits over weight, in units of 2^-40.
using Tag = Int128;

Tag tag_length(Bytes size, std::int64_t weight) { return (Tag{size.bits()} << 40) / weight; }

/// Those below a class who compete for the same, by start tag.
struct Lane {
  explicit Lane(std::size_t children) : waiting(children), shift(children) {}
  IndexedHeap<Tag> waiting;  ///< by position among the children
  std::vector<Tag> shift;    ///< an inner child's tags, plus this, are tags of this class
  Tag clock = 0;             ///< the tag served last: who comes (back) starts no earlier
};

struct Node {
  TokenLevel own;
  TokenLevel top;
  bool within_rate = false;
  bool within_ceil = false;
  bool backlogged = false;  ///< leaves
  std::vector<Tag> tags;    ///< a leaf's, by the level of the lender (0: itself); an inner class's as a lender
  std::vector<Lane> lanes;
};

}  // namespace

/// A lane is of one of two kinds. Lane l, below tree.levels(), holds those of level l who are within their rate: leaves
/// (0) and lenders. The others hold the leaves of one priority that would borrow from a lender of one level. Above the
/// roots stands an imaginary class, the lender of what nobody is assured.
struct IdealTree::State {
  explicit State(std::vector<TokenTreeClass> classes);

  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  [[nodiscard]] int root() const { return static_cast<int>(tree.size()); }
  [[nodiscard]] int above(int c) const { return tree.parent(c) < 0 ? root() : tree.parent(c); }
  [[nodiscard]] const std::vector<int>& children(int c) const { return c == root() ? tree.roots() : tree.children(c); }
  [[nodiscard]] std::size_t level(int c) const { return c == root() ? tree.levels() : tree.level(c); }
  [[nodiscard]] std::size_t lane_of(std::size_t lender, std::size_t rank) const {
    return tree.levels() + (lender - 1) * tree.ranks() + rank;
  }
  [[nodiscard]] std::size_t lender_of(std::size_t lane) const {
    return lane < tree.levels() ? lane : (lane - tree.levels()) / tree.ranks() + 1;
  }
  [[nodiscard]] Lane& lane_at(int c, std::size_t lane) { return nodes[at(c)].lanes[lane]; }

  [[nodiscard]] std::optional<std::size_t> best_borrowers(int lender) const;
  [[nodiscard]] std::optional<std::size_t> best_lane() const;
  [[nodiscard]] Tag* flow_tag(int c, std::size_t lane);
  [[nodiscard]] bool passes_on(int c, std::size_t lane) const;
  [[nodiscard]] Tag earliest(int c, std::size_t lane);
  void present(int c, std::size_t lane);
  void present_upwards(int c);
  void settle(int c, Instant now);
  void descend(std::size_t lane);
  void advance(Bytes size);
  void charge(Bytes size, Instant now);

  TokenTree tree;
  std::vector<Node> nodes;
  IndexedHeap<Instant> changes;  ///< when a class comes within its rate or ceil
  std::size_t backlogged = 0;
  int chosen = -1;              ///< leaf class
  std::size_t chosen_lane = 0;  ///< of its parent
};

IdealTree::State::State(std::vector<TokenTreeClass> classes) : tree{std::move(classes)}, changes{tree.size()} {
  const std::size_t lanes = tree.levels() * (1 + tree.ranks());
  for (int c = 0; c <= root(); ++c) {
    const TokenTreeClass config = c == root() ? TokenTreeClass{} : tree.config(c);
    nodes.push_back({.own = {config.rate, config.burst},
                     .top = {config.ceil, config.cburst},
                     .tags = std::vector<Tag>(config.leaf ? tree.levels() + 1 : 1),
                     .lanes = std::vector<Lane>(config.leaf ? 0 : lanes, Lane{children(c).size()})});
    if (c != root()) settle(c, {});
  }
}

std::optional<std::size_t> IdealTree::State::best_borrowers(int lender) const {
  const std::size_t first = lane_of(level(lender), 0);
  for (std::size_t lane = first; lane < first + tree.ranks(); ++lane)
    if (!nodes[at(lender)].lanes[lane].waiting.empty()) return lane;
  return std::nullopt;
}

std::optional<std::size_t> IdealTree::State::best_lane() const {
  for (std::size_t lane = 0; lane < tree.levels(); ++lane)
    if (!nodes[at(root())].lanes[lane].waiting.empty()) return lane;
  return best_borrowers(root());
}

/// The start tag of a class that itself competes in this lane; null if it does not.
Tag* IdealTree::State::flow_tag(int c, std::size_t lane) {
  Node& node = nodes[at(c)];
  if (!tree.is_leaf(c)) {
    return node.within_rate && lane == level(c) && best_borrowers(c) ? node.tags.data() : nullptr;
  }
  if (!node.backlogged) return nullptr;
  const std::size_t lender = lender_of(lane);
  const bool competes = node.within_rate ? lane == 0 : lender > 0 && lane == lane_of(lender, tree.rank(c));
  return competes ? &node.tags[lender] : nullptr;
}

/// Does an inner class let those below it compete at its parent?
bool IdealTree::State::passes_on(int c, std::size_t lane) const {
  const Node& node = nodes[at(c)];
  if (tree.is_leaf(c) || node.lanes[lane].waiting.empty()) return false;
  return lane < tree.levels() ? lane < level(c) : !node.within_rate && lender_of(lane) > level(c);
}

/// The start tag of who joins a lane now: nobody may claim what was served before they came, here or further up.
Tag IdealTree::State::earliest(int c, std::size_t lane) {
  Tag tag = lane_at(c, lane).clock;
  Tag shift = 0;
  while (c != root()) {
    const Lane& outer = lane_at(above(c), lane);
    if (!outer.waiting.contains(tree.position(c))) break;
    shift += outer.shift[at(tree.position(c))];
    tag = std::max(tag, outer.clock - shift);
    c = above(c);
  }
  return tag;
}

/// Shows a class's parent whether, and with which tag, the class or something below it competes in the lane.
void IdealTree::State::present(int c, std::size_t lane) {
  Lane& outer = lane_at(above(c), lane);
  const int position = tree.position(c);
  Tag* own = flow_tag(c, lane);
  if (!nodes[at(c)].within_ceil || (own == nullptr && !passes_on(c, lane))) return outer.waiting.erase(position);
  Tag& shift = outer.shift[at(position)];
  Tag tag = own != nullptr ? *own : lane_at(c, lane).waiting.top_key() + shift;
  if (!outer.waiting.contains(position)) {
    const Tag late = std::max(Tag{0}, earliest(above(c), lane) - tag);
    (own != nullptr ? *own : shift) += late;
    tag += late;
  }
  outer.waiting.set(position, tag);
}

void IdealTree::State::present_upwards(int c) {
  for (; c != root(); c = above(c)) {
    const std::size_t outer = level(above(c));
    for (std::size_t lane = 0; lane < outer && lane < tree.levels(); ++lane) present(c, lane);
    for (std::size_t lane = lane_of(outer, 0); lane < nodes[at(root())].lanes.size(); ++lane) present(c, lane);
  }
}

void IdealTree::State::settle(int c, Instant now) {
  Node& node = nodes[at(c)];
  node.own.fill(now);
  node.top.fill(now);
  node.within_rate = node.own.may_send();
  node.within_ceil = node.top.may_send();
  const Instant change = !node.within_ceil ? node.top.when() : node.within_rate ? Instant::never() : node.own.when();
  if (change == Instant::never() || (tree.is_leaf(c) && !node.backlogged))
    changes.erase(c);
  else
    changes.set(c, change);
}

/// From a lane of the root down to a leaf.
void IdealTree::State::descend(std::size_t lane) {
  for (int c = root(); c == root() || !tree.is_leaf(c); c = chosen) {
    if (c != root() && lane == level(c)) lane = *best_borrowers(c);
    Lane& inner = lane_at(c, lane);
    inner.clock = inner.waiting.top_key();
    chosen = children(c)[at(inner.waiting.top())];
  }
  chosen_lane = lane;
}

void IdealTree::State::advance(Bytes size) {
  const std::size_t lender = lender_of(chosen_lane);
  Node& leaf = nodes[at(chosen)];
  leaf.tags[lender] += tag_length(size, lender == 0 ? leaf.own.rate().bps() : tree.config(chosen).quantum.count());
  for (int c = above(chosen); c != root(); c = above(c))
    if (level(c) == lender) nodes[at(c)].tags[0] += tag_length(size, nodes[at(c)].own.rate().bps());
}

/// Lenders owe what others below them took within rates of their own, up to a burst.
void IdealTree::State::charge(Bytes size, Instant now) {
  for (int c = chosen; c != root(); c = above(c)) {
    Node& node = nodes[at(c)];
    node.own.fill(now);
    node.top.fill(now);
    if (lender_of(chosen_lane) <= level(c)) node.own.take(size, Credit::of(std::max(size, tree.config(c).burst)));
    node.top.take(size, Credit::of(size));
    settle(c, now);
  }
}

IdealTree::IdealTree(std::vector<TokenTreeClass> classes) : state_{std::make_unique<State>(std::move(classes))} {}
IdealTree::~IdealTree() = default;

void IdealTree::wake(int child, Bytes /*head*/, Instant now) {
  const int leaf = state_->tree.leaf(child);
  state_->nodes[State::at(leaf)].backlogged = true;
  ++state_->backlogged;
  state_->settle(leaf, now);
  state_->present_upwards(leaf);
}

std::optional<int> IdealTree::choose(Instant now) {
  State& s = *state_;
  while (!s.changes.empty() && s.changes.top_key() <= now) {
    const int c = s.changes.top();
    s.settle(c, now);
    s.present_upwards(c);
  }
  const auto lane = s.best_lane();
  if (!lane) return std::nullopt;
  s.descend(*lane);
  return s.tree.config(s.chosen).leaf;
}

void IdealTree::sent(int /*child*/, Bytes size, std::optional<Bytes> next, Instant now) {
  State& s = *state_;
  s.advance(size);
  if (!next) {
    s.nodes[State::at(s.chosen)].backlogged = false;
    --s.backlogged;
  }
  s.charge(size, now);
  s.present_upwards(s.chosen);
}

Instant IdealTree::ready(Instant now) const {
  const State& s = *state_;
  if (s.backlogged == 0) return Instant::never();
  if (s.best_lane()) return now;
  return s.changes.empty() ? Instant::never() : std::max(now, s.changes.top_key());
}

void IdealTree::set_rate(int child, Rate rate, Instant now) {
  State& s = *state_;
  const int leaf = s.tree.leaf(child);
  Node& node = s.nodes[State::at(leaf)];
  node.own.fill(now);
  node.top.fill(now);
  node.own.set_rate(rate);
  node.top.set_rate(std::max(rate, s.tree.config(leaf).ceil));
  s.settle(leaf, now);
  s.present_upwards(leaf);
}

}  // namespace qoslab
