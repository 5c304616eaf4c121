#include "model/qos/scheduler/ideal_tree.h"

#include <algorithm>
#include <utility>

#include "model/qos/scheduler/indexed_heap.h"
#include "model/qos/scheduler/loan_book.h"
#include "model/qos/scheduler/start_tag.h"
#include "model/qos/scheduler/token_level.h"
#include "model/qos/scheduler/token_tree.h"

namespace qoslab {

namespace {

/// Those below a class who compete for the same, by start tag.
struct Lane {
  explicit Lane(std::size_t children) : waiting(children), inner(children) {}
  /// An inner child has a virtual time of its own, which stands still while the child does not compete.
  struct Inner {
    StartTag shift = 0;  ///< the child's tags, plus this, are tags of this class
    StartTag entry = 0;  ///< the virtual time here less that of the child when it came
  };
  IndexedHeap<StartTag> waiting;  ///< by position among the children
  std::vector<Inner> inner;       ///< by position
  StartTag clock = 0;             ///< the tag served last
};

struct Node {
  TokenLevel own;
  TokenLevel top;
  bool within_ceil = false;
  bool backlogged = false;     ///< leaves
  std::vector<StartTag> tags;  ///< a leaf's, by the level of the lender (0: itself); an inner class's own, as a lender
  std::vector<Lane> lanes;     ///< inner classes
};

}  // namespace

/// A lane is of one of two kinds. Lane l, below tree.levels(), holds those of level l who send on assured rates: leaves
/// (0) and lenders. The others hold the leaves of one priority that send on what a lender of one level lent them. Above
/// the roots stands an imaginary class, the lender of what nobody is assured.
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
  [[nodiscard]] std::size_t lender(int leaf) const;
  [[nodiscard]] StartTag* flow_tag(int c, std::size_t lane);
  [[nodiscard]] bool passes_on(int c, std::size_t lane) const;
  [[nodiscard]] StartTag time_at(int c, std::size_t lane);
  void go_on(int c);
  void present(int c, std::size_t lane);
  void present_upwards(int c);
  void settle(int c, Instant now);
  void descend(std::size_t lane);
  void advance(Bytes size);
  void charge(Bytes size, Instant now);

  TokenTree tree;
  LoanBook loans{tree};
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
                     .tags = std::vector<StartTag>(config.leaf ? tree.levels() + 1 : 1),
                     .lanes = std::vector<Lane>(config.leaf ? 0 : lanes, Lane{children(c).size()})});
  }
  for (int c = 0; c < root(); ++c) settle(c, {});
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

/// The level of the class on whose rate the leaf would send now.
std::size_t IdealTree::State::lender(int leaf) const {
  return nodes[at(leaf)].own.may_send() ? 0 : loans.lowest(leaf).value_or(tree.levels());
}

/// The start tag of a class that itself competes in this lane; null if it does not.
StartTag* IdealTree::State::flow_tag(int c, std::size_t lane) {
  Node& node = nodes[at(c)];
  if (!tree.is_leaf(c)) return lane == level(c) && best_borrowers(c) ? node.tags.data() : nullptr;
  if (!node.backlogged) return nullptr;
  const std::size_t from = lender(c);
  return lane == (from == 0 ? 0 : lane_of(from, tree.rank(c))) ? &node.tags[from] : nullptr;
}

/// Does an inner class let those below it compete at its parent?
bool IdealTree::State::passes_on(int c, std::size_t lane) const {
  if (tree.is_leaf(c) || nodes[at(c)].lanes[lane].waiting.empty()) return false;
  return lane < tree.levels() ? lane < level(c) : lender_of(lane) > level(c);
}

/// The virtual time of a class's lane: who joins now starts no earlier. It runs on with that of the class above, except
/// while the class's ceil holds it back.
StartTag IdealTree::State::time_at(int c, std::size_t lane) {
  const StartTag clock = lane_at(c, lane).clock;
  if (c == root() || !nodes[at(c)].within_ceil) return clock;
  const Lane& outer = lane_at(above(c), lane);
  const Lane::Inner& inner = outer.inner[at(tree.position(c))];
  const bool competes = outer.waiting.contains(tree.position(c));
  return std::max(clock, time_at(above(c), lane) - (competes ? inner.entry : inner.shift));
}

/// A class's ceil no longer holds it back: where nobody waits below, its virtual time goes on from where it stood.
void IdealTree::State::go_on(int c) {
  for (std::size_t lane = 0; lane < nodes[at(c)].lanes.size(); ++lane) {
    const Lane& inner = lane_at(c, lane);
    if (!inner.waiting.empty()) continue;
    StartTag& shift = lane_at(above(c), lane).inner[at(tree.position(c))].shift;
    shift = std::max(shift, time_at(above(c), lane) - inner.clock);
  }
}

/// Shows a class's parent whether, and with which tag, the class or something below it competes in the lane.
void IdealTree::State::present(int c, std::size_t lane) {
  Lane& outer = lane_at(above(c), lane);
  const int position = tree.position(c);
  StartTag* own = flow_tag(c, lane);
  if (!nodes[at(c)].within_ceil || (own == nullptr && !passes_on(c, lane))) return outer.waiting.erase(position);
  const StartTag now = time_at(above(c), lane);
  if (own != nullptr) {
    if (!outer.waiting.contains(position)) *own = std::max(*own, now);
    return outer.waiting.set(position, *own);
  }
  const Lane& passed = lane_at(c, lane);
  Lane::Inner& inner = outer.inner[at(position)];
  const bool late = passed.waiting.top_key() + inner.shift < now;
  if (!outer.waiting.contains(position)) inner.entry = late ? now - passed.clock : inner.shift;
  if (late) inner.shift = now - passed.waiting.top_key();
  outer.waiting.set(position, passed.waiting.top_key() + inner.shift);
}

void IdealTree::State::present_upwards(int c) {
  for (; c != root(); c = above(c)) {
    const std::size_t outer = level(above(c));
    for (std::size_t lane = 0; lane < outer && lane < tree.levels(); ++lane) present(c, lane);
    for (std::size_t lane = lane_of(outer, 0); lane < nodes[at(root())].lanes.size(); ++lane) present(c, lane);
  }
}

/// Brings a class's credit up to date, lends what it has, and says when something will change.
void IdealTree::State::settle(int c, Instant now) {
  Node& node = nodes[at(c)];
  node.own.fill(now);
  node.top.fill(now);
  const bool was_within_ceil = std::exchange(node.within_ceil, node.top.may_send());
  if (node.within_ceil && !was_within_ceil) go_on(c);
  if (!node.within_ceil)
    for (Lane& outer : nodes[at(above(c))].lanes) outer.waiting.erase(tree.position(c));
  while (const auto leaf = loans.lend(c, node.own)) present_upwards(*leaf);
  Instant change = Instant::never();
  const bool waits = tree.is_leaf(c) ? nodes[at(c)].backlogged : loans.asked(c);
  if (waits && !node.own.may_send()) change = node.own.when();
  if (!node.within_ceil) change = std::min(change, node.top.when());
  if (change == Instant::never())
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
  const std::size_t from = lender_of(chosen_lane);
  Node& leaf = nodes[at(chosen)];
  leaf.tags[from] += tag_step(size, from == 0 ? leaf.own.rate().bps() : tree.config(chosen).quantum.count());
  if (from == 0 || from == tree.levels()) return;
  loans.draw(chosen, from, size);
  int c = above(chosen);
  while (level(c) != from) c = above(c);
  if (nodes[at(c)].own.rate() > Rate{}) nodes[at(c)].tags[0] += tag_step(size, nodes[at(c)].own.rate().bps());
}

/// A lender paid when it lent; to those above it, it owes what was sent on its rate. Where rates below add up to more
/// than a class's own, its debt would grow for ever: what exceeds a second of its rate is forgiven.
void IdealTree::State::charge(Bytes size, Instant now) {
  const std::size_t from = lender_of(chosen_lane);
  for (int c = chosen; c != root(); c = above(c)) {
    Node& node = nodes[at(c)];
    node.own.fill(now);
    node.top.fill(now);
    const Credit most_owed = Credit::earned(node.own.rate(), Duration::seconds(1)) + Credit::of(tree.config(c).burst);
    if (tree.is_leaf(c) ? from == 0 : from < level(c)) node.own.take(size, std::max(most_owed, Credit::of(size)));
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
