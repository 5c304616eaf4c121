#include "model/qos/scheduler/token_fluid.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "model/qos/scheduler/token_tree.h"

namespace qoslab {

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

double in_bps(Rate rate) { return static_cast<double>(rate.bps()); }

/// One who takes part in a sharing.
struct Flow {
  int who;  ///< class
  double weight;
  double most;
  std::vector<std::size_t> limits;  ///< numbers of what it shares with others
  double share = 0;
};

/// Weighted max-min fairness: all grow in proportion to their weights; who meets a limit stops.
/// `room` is what each limit has, and is left with what remains.
void share(std::vector<Flow>& flows, std::vector<double>& room) {
  std::vector<Flow*> growing;
  for (Flow& flow : flows)
    if (flow.most > 0 && flow.weight > 0) growing.push_back(&flow);
  std::vector<double> weight(room.size());
  while (!growing.empty()) {
    std::fill(weight.begin(), weight.end(), 0.0);
    for (const Flow* flow : growing)
      for (const std::size_t limit : flow->limits) weight[limit] += flow->weight;
    const auto step_to_limit = [&](std::size_t l) {
      return weight[l] > 0 ? std::max(0.0, room[l]) / weight[l] : endless;
    };
    const auto step_to_most = [](const Flow& flow) { return (flow.most - flow.share) / flow.weight; };
    double step = endless;
    for (std::size_t l = 0; l < room.size(); ++l) step = std::min(step, step_to_limit(l));
    for (const Flow* flow : growing) step = std::min(step, step_to_most(*flow));
    const double met = step * (1 + 1e-12);
    std::vector<char> full(room.size());
    for (std::size_t l = 0; l < room.size(); ++l) full[l] = step_to_limit(l) <= met;
    std::vector<Flow*> still;
    for (Flow* flow : growing) {
      const bool stops = step_to_most(*flow) <= met ||
                         std::any_of(flow->limits.begin(), flow->limits.end(), [&](std::size_t l) { return full[l]; });
      flow->share += flow->weight * step;
      if (!stops) still.push_back(flow);
    }
    for (std::size_t l = 0; l < room.size(); ++l) room[l] -= weight[l] * step;
    growing = std::move(still);
  }
}

/// A tree that is filled step by step.
class Filling {
 public:
  Filling(const std::vector<TokenTreeClass>& classes, const TreeLoad& load)
      : tree_{classes},
        wanted_(tree_.size()),
        given_(tree_.size()),
        charged_(tree_.size()),
        line_{load.line ? in_bps(*load.line) : endless} {
    for (std::size_t i = 0; i < tree_.leaves().size(); ++i)
      wanted_[at(tree_.leaves()[i])] = std::min(in_bps(load.offered[i]), in_bps(tree_.config(tree_.leaves()[i]).ceil));
  }

  void own_rates_as_kernel();
  void lend_as_kernel(std::size_t level);
  void own_rates_in_proportion();
  void lend_in_proportion(std::size_t level);
  void rest_within_ceils();

  [[nodiscard]] const TokenTree& tree() const { return tree_; }
  [[nodiscard]] std::vector<double> rates() const {
    std::vector<double> rates;
    for (const int leaf : tree_.leaves()) rates.push_back(given_[at(leaf)]);
    return rates;
  }

 private:
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  [[nodiscard]] std::size_t line() const { return tree_.size(); }
  [[nodiscard]] int lender(int c, std::size_t level) const;
  [[nodiscard]] std::vector<double> ceil_room() const;
  [[nodiscard]] double own_room(int c) const { return std::max(0.0, in_bps(tree_.config(c).rate) - charged_[at(c)]); }
  [[nodiscard]] double most_below(int c) const;
  [[nodiscard]] std::vector<std::size_t> up_to(int c, int last) const;
  [[nodiscard]] std::vector<int> leaves_below(int c) const;
  void borrow(const std::vector<int>& leaves, std::size_t level, std::vector<double> room, int last);
  void give(const std::vector<Flow>& flows, std::size_t level);

  TokenTree tree_;
  std::vector<double> wanted_;   ///< of leaves: the offer, at most the ceil
  std::vector<double> given_;    ///< that passes through the class
  std::vector<double> charged_;  ///< of it, by the class's own rate
  double line_;
};

int Filling::lender(int c, std::size_t level) const {
  while (c >= 0 && tree_.level(c) < level) c = tree_.parent(c);
  return c >= 0 && tree_.level(c) == level ? c : -1;
}

/// By class, and at the end that of the line.
std::vector<double> Filling::ceil_room() const {
  std::vector<double> room(tree_.size() + 1);
  double sum = 0;
  for (std::size_t c = 0; c < tree_.size(); ++c)
    room[c] = std::max(0.0, in_bps(tree_.config(static_cast<int>(c)).ceil) - given_[c]);
  for (const int root : tree_.roots()) sum += given_[at(root)];
  room[line()] = line_ - sum;
  return room;
}

/// What the leaves below could still take within the ceils.
double Filling::most_below(int c) const {
  if (tree_.is_leaf(c)) return wanted_[at(c)] - given_[at(c)];
  double sum = 0;
  for (const int child : tree_.children(c)) sum += most_below(child);
  return std::min(sum, std::max(0.0, in_bps(tree_.config(c).ceil) - given_[at(c)]));
}

/// The limits on the way from c to `last` (-1: to the root), and the line.
std::vector<std::size_t> Filling::up_to(int c, int last) const {
  std::vector<std::size_t> limits{line()};
  for (; c >= 0; c = tree_.parent(c)) {
    limits.push_back(at(c));
    if (c == last) break;
  }
  return limits;
}

std::vector<int> Filling::leaves_below(int c) const {
  std::vector<int> below;
  for (const int leaf : tree_.leaves())
    if (c < 0 || lender(leaf, tree_.level(c)) == c) below.push_back(leaf);
  return below;
}

void Filling::give(const std::vector<Flow>& flows, std::size_t level) {
  for (const Flow& flow : flows)
    for (int c = flow.who; c >= 0; c = tree_.parent(c)) {
      given_[at(c)] += flow.share;
      if (tree_.level(c) >= level) charged_[at(c)] += flow.share;
    }
}

/// By priority, then by quantum. Each leaf's own lender of the level is the last limit on its way if `last` is -1.
void Filling::borrow(const std::vector<int>& leaves, std::size_t level, std::vector<double> room, int last) {
  for (std::size_t rank = 0; rank < tree_.ranks(); ++rank) {
    std::vector<Flow> flows;
    for (const int leaf : leaves)
      if (tree_.rank(leaf) == rank)
        flows.push_back({.who = leaf,
                         .weight = static_cast<double>(tree_.config(leaf).quantum.count()),
                         .most = wanted_[at(leaf)] - given_[at(leaf)],
                         .limits = up_to(leaf, last >= 0 ? last : lender(leaf, level))});
    share(flows, room);
    give(flows, level);
  }
}

void Filling::own_rates_as_kernel() {
  for (std::size_t rank = 0; rank < tree_.ranks(); ++rank) {
    std::vector<Flow> flows;
    for (const int leaf : tree_.leaves())
      if (tree_.rank(leaf) == rank)
        flows.push_back({.who = leaf,
                         .weight = static_cast<double>(tree_.config(leaf).quantum.count()),
                         .most = std::min(wanted_[at(leaf)], own_room(leaf)),
                         .limits = {line()}});
    std::vector<double> room = ceil_room();
    share(flows, room);
    give(flows, 0);
  }
}

void Filling::lend_as_kernel(std::size_t level) {
  std::vector<double> room = ceil_room();
  std::vector<int> borrowers;
  for (const int leaf : tree_.leaves()) {
    const int from = lender(leaf, level);
    if (from < 0) continue;
    borrowers.push_back(leaf);
    room[at(from)] = std::min(own_room(from), std::max(0.0, in_bps(tree_.config(from).ceil) - given_[at(from)]));
  }
  borrow(borrowers, level, std::move(room), -1);
}

void Filling::own_rates_in_proportion() {
  std::vector<Flow> flows;
  for (const int leaf : tree_.leaves())
    flows.push_back({.who = leaf,
                     .weight = in_bps(tree_.config(leaf).rate),
                     .most = std::min(wanted_[at(leaf)], own_room(leaf)),
                     .limits = up_to(leaf, -1)});
  std::vector<double> room = ceil_room();
  share(flows, room);
  give(flows, 0);
}

void Filling::lend_in_proportion(std::size_t level) {
  std::vector<Flow> lenders;
  for (std::size_t i = 0; i < tree_.size(); ++i) {
    const int c = static_cast<int>(i);
    if (tree_.is_leaf(c) || tree_.level(c) != level) continue;
    lenders.push_back({.who = c,
                       .weight = in_bps(tree_.config(c).rate),
                       .most = std::min(own_room(c), most_below(c)),
                       .limits = up_to(c, -1)});
  }
  std::vector<double> room = ceil_room();
  share(lenders, room);
  for (const Flow& from : lenders) {
    room = ceil_room();
    room[at(from.who)] = from.share;
    borrow(leaves_below(from.who), level, std::move(room), from.who);
  }
}

void Filling::rest_within_ceils() { borrow(tree_.leaves(), tree_.levels(), ceil_room(), -1); }

}  // namespace

TreeLoad full_load(const std::vector<TokenTreeClass>& classes, std::optional<Rate> line) {
  const TokenTree tree{classes};
  TreeLoad load{.offered = {}, .line = line};
  for (const int leaf : tree.leaves()) load.offered.push_back(tree.config(leaf).ceil);
  return load;
}

std::vector<double> htb_rates(const std::vector<TokenTreeClass>& classes, const TreeLoad& load) {
  Filling filling{classes, load};
  filling.own_rates_as_kernel();
  for (std::size_t level = 1; level < filling.tree().levels(); ++level) filling.lend_as_kernel(level);
  return filling.rates();
}

std::vector<double> ideal_rates(const std::vector<TokenTreeClass>& classes, const TreeLoad& load) {
  Filling filling{classes, load};
  filling.own_rates_in_proportion();
  for (std::size_t level = 1; level < filling.tree().levels(); ++level) filling.lend_in_proportion(level);
  filling.rest_within_ceils();
  return filling.rates();
}

}  // namespace qoslab
