// Every single choice of HTB and of the ideal tree, held against their rules by looking at all classes each time.
#include <gtest/gtest.h>

#include <tuple>

#include "model/qos/scheduler/ideal_tree.h"
#include "model/qos/scheduler/token_level.h"
#include "model/qos/scheduler/token_tree.h"
#include "tests/model/qos/scheduler/token_tree_trees.h"

namespace qoslab {
namespace {

using namespace literals;
using test::Arrival;
using test::Dice;
using test::draw;
using test::Line;

/// Passes everything on to a scheduler and keeps books of its own.
class Watch : public Scheduler {
 public:
  Watch(Scheduler& watched, const std::vector<TokenTreeClass>& classes)
      : watched_{watched}, tree_{classes}, backlogged_(tree_.size()) {
    for (const TokenTreeClass& c : classes) {
      own_.emplace_back(c.rate, c.burst);
      top_.emplace_back(c.ceil, c.cburst);
    }
  }
  void wake(int child, Bytes head, Instant now) override {
    backlogged_[at(tree_.leaf(child))] = true;
    watched_.wake(child, head, now);
  }
  std::optional<int> choose(Instant now) override {
    for (TokenLevel& level : own_) level.fill(now);
    for (TokenLevel& level : top_) level.fill(now);
    const auto chosen = watched_.choose(now);
    check(chosen ? std::optional{tree_.leaf(*chosen)} : std::nullopt);
    return chosen;
  }
  void sent(int child, Bytes size, std::optional<Bytes> next, Instant now) override {
    charge(tree_.leaf(child), size);
    backlogged_[at(tree_.leaf(child))] = next.has_value();
    watched_.sent(child, size, next, now);
  }
  [[nodiscard]] Instant ready(Instant now) const override { return watched_.ready(now); }

  std::int64_t choices = 0;

 protected:
  virtual void check(std::optional<int> leaf) = 0;
  virtual void charge(int leaf, Bytes size) = 0;

  static std::size_t at(int c) { return static_cast<std::size_t>(c); }
  Scheduler& watched_;
  TokenTree tree_;
  std::vector<TokenLevel> own_;
  std::vector<TokenLevel> top_;
  std::vector<bool> backlogged_;
};

class WatchedHtb final : public Watch {
 public:
  using Watch::Watch;

 private:
  /// Who would lend to the leaf: the first class on the way up that is within its rate, if none before is over its
  /// ceil.
  [[nodiscard]] std::optional<int> lender(int leaf) const {
    for (int c = leaf; c >= 0 && top_[at(c)].may_send(); c = tree_.parent(c))
      if (own_[at(c)].may_send()) return c;
    return std::nullopt;
  }
  void check(std::optional<int> chosen) override {
    using Rank = std::pair<std::size_t, std::size_t>;  // lender's level, priority
    std::optional<Rank> best;
    for (const int leaf : tree_.leaves()) {
      const auto from = lender(leaf);
      if (!backlogged_[at(leaf)] || !from) continue;
      const Rank rank{tree_.level(*from), tree_.rank(leaf)};
      best = best ? std::min(*best, rank) : rank;
    }
    ASSERT_EQ(chosen.has_value(), best.has_value());
    if (!chosen) return;
    ++choices;
    const auto from = lender(*chosen);
    ASSERT_TRUE(from) << "nobody lends to the chosen one";
    EXPECT_EQ(Rank(tree_.level(*from), tree_.rank(*chosen)), *best);
    lender_level_ = tree_.level(*from);
  }
  void charge(int leaf, Bytes size) override {
    for (int c = leaf; c >= 0; c = tree_.parent(c)) {
      if (tree_.level(c) >= lender_level_) own_[at(c)].take(size, Credit::earned(own_[at(c)].rate(), 60_s));
      top_[at(c)].take(size, Credit::earned(top_[at(c)].rate(), 60_s));
    }
  }
  std::size_t lender_level_ = 0;
};

class WatchedIdeal final : public Watch {
 public:
  using Watch::Watch;

 private:
  [[nodiscard]] bool open(int leaf) const {
    for (int c = leaf; c >= 0; c = tree_.parent(c))
      if (!top_[at(c)].may_send()) return false;
    return true;
  }
  void check(std::optional<int> chosen) override {
    bool somebody = false;
    bool assured = false;
    for (const int leaf : tree_.leaves()) {
      if (!backlogged_[at(leaf)] || !open(leaf)) continue;
      somebody = true;
      assured = assured || own_[at(leaf)].may_send();
    }
    ASSERT_EQ(chosen.has_value(), somebody) << "whoever waits under ceils that have room is served";
    if (!chosen) return;
    ++choices;
    EXPECT_TRUE(open(*chosen)) << "every ceil holds";
    EXPECT_EQ(own_[at(*chosen)].may_send(), assured) << "assured rates come first";
  }
  void charge(int leaf, Bytes size) override {
    if (own_[at(leaf)].may_send()) own_[at(leaf)].take(size, Credit::of(size));
    for (int c = leaf; c >= 0; c = tree_.parent(c)) top_[at(c)].take(size, Credit::of(size));
  }
};

std::vector<Arrival> bursts(Dice& dice, int leaves, Duration length) {
  std::vector<Arrival> arrivals;
  for (Instant t; t < Instant::at(length); t += Duration::microseconds(dice(0, 20'000))) {
    const int leaf = static_cast<int>(dice(0, leaves - 1));
    for (std::int64_t packets = dice(1, 30); packets > 0; --packets)
      arrivals.push_back({t, leaf, Bytes{dice(64, 1500)}});
  }
  return arrivals;
}

template <typename TreeScheduler, typename Watched>
void watch_random_trees() {
  for (std::uint64_t seed = 1; seed <= 40 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Dice dice{seed};
    const test::Tree tree = draw({.deepest = static_cast<int>(dice(1, 4)), .oversubscribed = seed % 2 == 0}, dice);
    TreeScheduler scheduler{tree.classes};
    Watched watched{scheduler, tree.classes};
    Line line{watched, tree.leaves, seed % 3 == 0 ? Rate::mbps(8) : Rate::mbps(100)};
    line.run(bursts(dice, tree.leaves, 2_s), {}, Instant::at(4_s));
    EXPECT_GT(watched.choices, 1000);
  }
}

TEST(TokenTreeRules, HtbChoosesByModeLevelAndPriority) { watch_random_trees<Htb, WatchedHtb>(); }

TEST(TokenTreeRules, TheIdealTreeKeepsCeilsWastesNothingAndServesAssuredRatesFirst) {
  watch_random_trees<IdealTree, WatchedIdeal>();
}

}  // namespace
}  // namespace qoslab
