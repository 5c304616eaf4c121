#include "model/qos/scheduler/htb.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "model/qos/scheduler/index_set.h"
#include "model/qos/scheduler/indexed_heap.h"
#include "model/qos/scheduler/token_level.h"
#include "model/qos/scheduler/token_tree.h"

namespace qoslab {

namespace {

enum class Mode : std::uint8_t { can_send, may_borrow, cannot_send };

/// A debt of more than a minute is forgiven.
void charge_level(TokenLevel& level, Bytes size) {
  level.take(size, Credit::earned(level.rate(), Duration::seconds(60)));
}

/// A ring of classes that take turns. Its members are numbers in class order; `cursor` says whose turn it is, or that
/// of the next member after it.
struct Ring {
  explicit Ring(std::size_t size) : members(size) {}
  IndexSet members;
  int cursor = 0;
};

struct Node {
  Node(const TokenTreeClass& config, std::size_t priorities, std::size_t children)
      : own{config.rate, config.burst},
        top{config.ceil, config.cburst},
        borrowers(config.leaf ? 0 : priorities, Ring{children}) {}
  TokenLevel own;
  TokenLevel top;
  Mode mode = Mode::can_send;
  std::uint64_t wants = 0;      ///< bit p: something below, of priority rank p, waits for this class to lend or pass on
  std::vector<Ring> borrowers;  ///< by priority rank; members are positions among the children
};

/// A search for the next leaf of one ring of a level.
struct Search {
  std::size_t level;
  std::size_t rank;
  std::int64_t rounds = 1;                                         ///< quanta that a class in debt earns at this visit
  std::int64_t fewest = std::numeric_limits<std::int64_t>::max();  ///< rounds that somebody needs at least
  int first = -1;                                                  ///< in debt
};

template <typename Visit>
void for_each_bit(std::uint64_t bits, Visit visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<std::size_t>(std::countr_zero(bits)));
}

}  // namespace

struct Htb::State {
  explicit State(std::vector<TokenTreeClass> classes);

  void activate(int c);
  void deactivate(int c);
  void update_mode(int c);
  void await_change(int c);
  void update_due(Instant now);
  void charge(int leaf, Bytes size, Instant now);
  int next_leaf(std::size_t level, std::size_t rank);
  std::optional<int> descend(int c, Search& search);
  bool has_turn(int leaf, Search& search);
  std::int64_t& deficit(int leaf, std::size_t level) { return deficits[at(leaf) * rows.size() + level]; }
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  TokenTree tree;
  std::vector<Node> nodes;
  std::vector<std::vector<Ring>> rows;  ///< by level and priority rank: who lends there; members are classes
  std::vector<std::uint64_t> in_use;    ///< by level: which of its rows have members
  std::vector<std::int64_t> deficits;   ///< of a leaf at a level
  IndexedHeap<Instant> waiting;         ///< classes that are over, and when that may end
  std::size_t backlogged = 0;
  int chosen = -1;  ///< leaf class
  std::size_t chosen_level = 0;
};

Htb::State::State(std::vector<TokenTreeClass> classes) : tree{std::move(classes)}, waiting{tree.size()} {
  nodes.reserve(tree.size());
  for (std::size_t c = 0; c < tree.size(); ++c)
    nodes.emplace_back(tree.config(static_cast<int>(c)), tree.ranks(), tree.children(static_cast<int>(c)).size());
  rows.assign(tree.levels(), std::vector<Ring>(tree.ranks(), Ring{tree.size()}));
  in_use.assign(tree.levels(), 0);
  deficits.assign(tree.size() * tree.levels(), 0);
  for (std::size_t c = 0; c < tree.size(); ++c) update_mode(static_cast<int>(c));
}

/// Makes a class that wants to send known: to its own row if it can, else to its parent, whom that may wake in turn.
void Htb::State::activate(int c) {
  std::uint64_t fresh = nodes[at(c)].wants;
  int parent = tree.parent(c);
  while (nodes[at(c)].mode == Mode::may_borrow && parent >= 0 && fresh != 0) {
    std::uint64_t first = 0;
    for_each_bit(fresh, [&](std::size_t rank) {
      IndexSet& borrowers = nodes[at(parent)].borrowers[rank].members;
      if (borrowers.empty()) first |= std::uint64_t{1} << rank;
      borrowers.insert(tree.position(c));
    });
    nodes[at(parent)].wants |= first;
    fresh = first;
    c = parent;
    parent = tree.parent(c);
  }
  if (nodes[at(c)].mode != Mode::can_send) return;
  in_use[tree.level(c)] |= fresh;
  for_each_bit(fresh, [&](std::size_t rank) { rows[tree.level(c)][rank].members.insert(c); });
}

void Htb::State::deactivate(int c) {
  std::uint64_t gone = nodes[at(c)].wants;
  int parent = tree.parent(c);
  while (nodes[at(c)].mode == Mode::may_borrow && parent >= 0 && gone != 0) {
    std::uint64_t last = 0;
    for_each_bit(gone, [&](std::size_t rank) {
      IndexSet& borrowers = nodes[at(parent)].borrowers[rank].members;
      borrowers.erase(tree.position(c));
      if (borrowers.empty()) last |= std::uint64_t{1} << rank;
    });
    nodes[at(parent)].wants &= ~last;
    gone = last;
    c = parent;
    parent = tree.parent(c);
  }
  if (nodes[at(c)].mode != Mode::can_send) return;
  for_each_bit(gone, [&](std::size_t rank) {
    Ring& row = rows[tree.level(c)][rank];
    row.members.erase(c);
    if (row.cursor == c) ++row.cursor;
    if (row.members.empty()) in_use[tree.level(c)] &= ~(std::uint64_t{1} << rank);
  });
}

/// Precondition: the class's credit is filled.
void Htb::State::update_mode(int c) {
  Node& node = nodes[at(c)];
  const Mode mode = !node.top.may_send() ? Mode::cannot_send : node.own.may_send() ? Mode::can_send : Mode::may_borrow;
  if (mode == node.mode) return;
  deactivate(c);
  node.mode = mode;
  activate(c);
  await_change(c);
}

void Htb::State::await_change(int c) {
  const Node& node = nodes[at(c)];
  const Instant change = node.mode == Mode::cannot_send ? node.top.when() : node.own.when();
  if (node.mode == Mode::can_send || change == Instant::never())
    waiting.erase(c);
  else
    waiting.set(c, change);
}

/// A class that was charged while it waited is found here too early, and waits on.
void Htb::State::update_due(Instant now) {
  while (!waiting.empty() && waiting.top_key() <= now) {
    const int c = waiting.top();
    Node& node = nodes[at(c)];
    node.own.fill(now);
    node.top.fill(now);
    update_mode(c);
    await_change(c);
  }
}

void Htb::State::charge(int leaf, Bytes size, Instant now) {
  for (int c = leaf; c >= 0; c = tree.parent(c)) {
    Node& node = nodes[at(c)];
    node.own.fill(now);
    node.top.fill(now);
    if (tree.level(c) >= chosen_level) charge_level(node.own, size);
    charge_level(node.top, size);
    update_mode(c);
  }
}

/// Deficit round robin among the leaves below one ring. A class's turn in its parent's ring lasts for one round of its
/// own ring. Precondition: the row has members.
int Htb::State::next_leaf(std::size_t level, std::size_t rank) {
  Search search{.level = level, .rank = rank};
  Ring& row = rows[level][rank];
  for (;; ++row.cursor) {
    int member = row.members.next(row.cursor);
    if (member < 0) member = row.members.next(0);
    row.cursor = member;
    if (const auto leaf = descend(member, search)) return *leaf;
  }
}

std::optional<int> Htb::State::descend(int c, Search& search) {
  if (tree.is_leaf(c)) return has_turn(c, search) ? std::optional{c} : std::nullopt;
  Ring& ring = nodes[at(c)].borrowers[search.rank];
  for (;; ++ring.cursor) {
    const int position = ring.members.next(ring.cursor);
    if (position < 0) break;
    ring.cursor = position;
    if (const auto leaf = descend(tree.children(c)[at(position)], search)) return leaf;
  }
  ring.cursor = 0;
  return std::nullopt;
}

/// After a round in which everybody was in debt, the rounds that would pass likewise are taken at one go.
bool Htb::State::has_turn(int leaf, Search& search) {
  std::int64_t& credit = deficit(leaf, search.level);
  if (credit >= 0) return true;
  if (search.first == leaf) {
    search.rounds = std::max<std::int64_t>(1, search.fewest - 1);
    search.fewest = std::numeric_limits<std::int64_t>::max();
  }
  if (search.first < 0) search.first = leaf;
  const std::int64_t quantum = tree.config(leaf).quantum.count();
  credit += search.rounds * quantum;
  if (credit >= 0) return true;
  search.fewest = std::min(search.fewest, (quantum - 1 - credit) / quantum);
  return false;
}

Htb::Htb(std::vector<TokenTreeClass> classes) : state_{std::make_unique<State>(std::move(classes))} {}
Htb::~Htb() = default;

void Htb::wake(int child, Bytes /*head*/, Instant /*now*/) {
  const int leaf = state_->tree.leaf(child);
  state_->nodes[State::at(leaf)].wants = std::uint64_t{1} << state_->tree.rank(leaf);
  ++state_->backlogged;
  state_->activate(leaf);
}

std::optional<int> Htb::choose(Instant now) {
  State& s = *state_;
  s.update_due(now);
  for (std::size_t level = 0; level < s.rows.size(); ++level) {
    if (s.in_use[level] == 0) continue;
    s.chosen = s.next_leaf(level, static_cast<std::size_t>(std::countr_zero(s.in_use[level])));
    s.chosen_level = level;
    return s.tree.config(s.chosen).leaf;
  }
  return std::nullopt;
}

void Htb::sent(int /*child*/, Bytes size, std::optional<Bytes> next, Instant now) {
  State& s = *state_;
  const int leaf = s.chosen;
  const std::size_t rank = s.tree.rank(leaf);
  std::int64_t& deficit = s.deficit(leaf, s.chosen_level);
  deficit -= size.count();
  if (deficit < 0) {
    if (s.chosen_level == 0)
      s.rows[0][rank].cursor = leaf + 1;
    else
      s.nodes[State::at(s.tree.parent(leaf))].borrowers[rank].cursor = s.tree.position(leaf) + 1;
  }
  if (!next) {
    s.deactivate(leaf);
    s.nodes[State::at(leaf)].wants = 0;
    --s.backlogged;
  }
  if (size > Bytes{}) s.charge(leaf, size, now);
}

Instant Htb::ready(Instant now) const {
  const State& s = *state_;
  if (s.backlogged == 0) return Instant::never();
  if (std::any_of(s.in_use.begin(), s.in_use.end(), [](std::uint64_t row) { return row != 0; })) return now;
  return s.waiting.empty() ? Instant::never() : std::max(now, s.waiting.top_key());
}

void Htb::set_rate(int child, Rate rate, Instant now) {
  State& s = *state_;
  const int leaf = s.tree.leaf(child);
  Node& node = s.nodes[State::at(leaf)];
  node.own.fill(now);
  node.top.fill(now);
  node.own.set_rate(rate);
  node.top.set_rate(std::max(rate, s.tree.config(leaf).ceil));
  s.update_mode(leaf);
  s.await_change(leaf);
}

}  // namespace qoslab
