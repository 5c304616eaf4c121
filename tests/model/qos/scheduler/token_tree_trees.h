// Token trees for tests: written as one would say them, or drawn at random.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "model/qos/scheduler/token_fluid.h"
#include "tests/model/qos/scheduler/harness.h"

namespace qoslab::test {

/// Builds a tree class by class; leaves are numbered as they come.
class Tree {
 public:
  /// Returns the new class's index.
  int inner(int parent, Rate rate, Rate ceil) {
    classes.push_back({.parent = parent, .leaf = std::nullopt, .rate = rate, .ceil = ceil});
    return static_cast<int>(classes.size()) - 1;
  }
  TokenTreeClass& leaf(int parent, Rate rate, Rate ceil) {
    classes.push_back({.parent = parent, .leaf = leaves++, .rate = rate, .ceil = ceil});
    return classes.back();
  }
  std::vector<TokenTreeClass> classes;
  int leaves = 0;
};

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_{seed} {}
  std::int64_t operator()(std::int64_t from, std::int64_t to) {
    return std::uniform_int_distribution<std::int64_t>{from, to}(engine_);
  }

 private:
  std::mt19937_64 engine_;
};

struct RandomTree {
  int deepest = 3;              ///< levels below the root
  bool oversubscribed = false;  ///< may the children's rates add up to more than their parent's, and ceils exceed its?
  Rate root = Rate::mbps(10);
};

inline Tree draw(const RandomTree& like, Dice& dice) {
  Tree tree;
  std::vector<std::pair<int, int>> open{{tree.inner(-1, like.root, like.root), 0}};  // class, depth
  for (std::size_t i = 0; i < open.size(); ++i) {
    const auto [parent, depth] = open[i];
    const TokenTreeClass above = tree.classes[std::size_t(parent)];
    const std::int64_t children = dice(1, like.deepest == 1 ? 8 : 4);
    for (std::int64_t k = 0; k < children; ++k) {
      const std::int64_t most = like.oversubscribed ? above.rate.bps() : above.rate.bps() / children;
      const Rate rate = Rate::bps(dice(std::min<std::int64_t>(most, 10'000), most));
      const Rate ceil = Rate::bps(dice(rate.bps(), above.ceil.bps() * (like.oversubscribed ? 3 : 2) / 2));
      if (depth + 1 < like.deepest && dice(0, 1) == 1) {
        open.emplace_back(tree.inner(parent, rate, ceil), depth + 1);
      } else {
        TokenTreeClass& leaf = tree.leaf(parent, rate, ceil);
        leaf.quantum = Bytes{dice(100, 6000)};
        leaf.priority = static_cast<int>(dice(0, 2));
      }
    }
  }
  for (TokenTreeClass& c : tree.classes) c.burst = c.cburst = Bytes{12'000};
  return tree;
}

inline constexpr Rate endless = Rate::gbps(1);

/// Of the leaves a quarter is idle, a quarter always full; the others offer something around their rates.
inline TreeLoad draw_load(const Tree& tree, Dice& dice) {
  TreeLoad load;
  for (const TokenTreeClass& c : tree.classes) {
    if (!c.leaf) continue;
    const std::int64_t kind = dice(0, 3);
    load.offered.push_back(kind == 0 ? Rate{} : kind == 1 ? endless : Rate::bps(dice(c.rate.bps() / 2, c.ceil.bps())));
  }
  return load;
}

/// What each leaf sends in the long run, bit/s: `endless` leaves always have packets, the others send packets of random
/// sizes evenly, all over a line that is fast or the load's.
template <typename TreeScheduler>
std::vector<double> measured(const Tree& tree, const TreeLoad& load, Dice& dice, Duration length) {
  TreeScheduler scheduler{tree.classes};
  Line line{scheduler, tree.leaves, load.line.value_or(Rate::gbps(10))};
  const Instant start = Instant::at(length / 5);
  std::vector<Arrival> early;
  std::vector<Arrival> late;
  for (int leaf = 0; leaf < tree.leaves; ++leaf) {
    const Rate offered = load.offered[std::size_t(leaf)];
    const auto size = [&dice] { return Bytes{dice(64, 1500)}; };
    if (offered == endless) line.keep_full(leaf, size);
    if (offered == endless || offered == Rate{}) continue;
    for (Instant t; t < start + length;) {
      const Arrival arrival{t, leaf, size()};
      (t < start ? early : late).push_back(arrival);
      t += time_to_send(arrival.size, offered);
    }
  }
  line.run(early, {}, start);
  std::vector<double> rates;
  for (const std::int64_t n : bytes_by_child(line.run(late, start, start + length), tree.leaves))
    rates.push_back(static_cast<double>(n) * 8 / length.to_seconds());
  return rates;
}

/// The leaves in `always` have packets all the time, the others never.
template <typename TreeScheduler>
std::vector<double> rates_when_full(const Tree& tree, const std::vector<int>& always, Duration length) {
  Dice dice{1};
  TreeLoad load{.offered = std::vector<Rate>(std::size_t(tree.leaves)), .line = std::nullopt};
  for (const int leaf : always) load.offered[std::size_t(leaf)] = endless;
  return measured<TreeScheduler>(tree, load, dice, length);
}

}  // namespace qoslab::test
