#include "model/qos/scheduler/token_fluid.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <numeric>

#include "model/qos/scheduler/ideal_tree.h"
#include "model/qos/scheduler/token_tree.h"
#include "tests/model/qos/scheduler/token_tree_trees.h"

namespace qoslab {
namespace {

using namespace literals;
using test::Dice;
using test::draw;
using test::draw_load;
using test::measured;
using test::RandomTree;
using test::Tree;
using testing::DoubleNear;
using testing::ElementsAre;

testing::Matcher<double> mbps(double value) { return DoubleNear(value * 1e6, 1); }

Tree hundred_for_three_times_fifty() {
  Tree tree;
  tree.inner(-1, Rate::mbps(100), Rate::mbps(100));
  for (int i = 0; i < 3; ++i) tree.leaf(0, Rate::mbps(50), Rate::mbps(50));
  return tree;
}

TEST(TokenFluid, TheKernelLetsAHundredAndFiftyThroughAHundred) {
  const Tree tree = hundred_for_three_times_fifty();
  const TreeLoad load{.offered = std::vector<Rate>(3, Rate::mbps(60)), .line = std::nullopt};
  EXPECT_THAT(htb_rates(tree.classes, load), ElementsAre(mbps(50), mbps(50), mbps(50)));
  EXPECT_THAT(ideal_rates(tree.classes, load), ElementsAre(mbps(100.0 / 3), mbps(100.0 / 3), mbps(100.0 / 3)));
}

TEST(TokenFluid, TheSchedulersDoWhatIsPredictedOfThem) {
  const Tree tree = hundred_for_three_times_fifty();
  const TreeLoad load{.offered = std::vector<Rate>(3, Rate::mbps(60)), .line = Rate::gbps(1)};
  Dice dice{1};
  EXPECT_THAT(measured<Htb>(tree, load, dice, 2_s), testing::Each(DoubleNear(50e6, 50e3)));
  EXPECT_THAT(measured<IdealTree>(tree, load, dice, 2_s), testing::Each(DoubleNear(100e6 / 3, 33e3)));
}

TEST(TokenFluid, AShareThatOneDoesNotWantIsTheOthers) {
  const Tree tree = hundred_for_three_times_fifty();
  const TreeLoad load{.offered = {Rate::mbps(10), Rate::mbps(60), Rate::mbps(60)}, .line = std::nullopt};
  EXPECT_THAT(ideal_rates(tree.classes, load), ElementsAre(mbps(10), mbps(45), mbps(45)));
}

TEST(TokenFluid, TheLineIsSharedByPriorityUnderTheKernelAndInProportionIdeally) {
  Tree tree;
  tree.leaf(-1, Rate::mbps(60), Rate::mbps(60)).priority = 1;
  tree.leaf(-1, Rate::mbps(30), Rate::mbps(30)).priority = 0;
  const TreeLoad load = full_load(tree.classes, Rate::mbps(45));
  EXPECT_THAT(htb_rates(tree.classes, load), ElementsAre(mbps(15), mbps(30)));
  EXPECT_THAT(ideal_rates(tree.classes, load), ElementsAre(mbps(30), mbps(15)));
}

/// Raises all that may grow by a little, again and again: slow, and hard to get wrong.
class Referee {
 public:
  Referee(const std::vector<TokenTreeClass>& classes, const TreeLoad& load)
      : tree_{classes}, through_(tree_.size()), lent_(tree_.size()), load_{load} {}

  std::vector<double> ideal() {
    grow_all(
        0, [](int) { return true; }, [this](int leaf) { return double(tree_.config(leaf).rate.bps()); }, true);
    for (std::size_t level = 1; level <= tree_.levels(); ++level)
      for (std::size_t rank = 0; rank < tree_.ranks(); ++rank)
        grow_all(
            level, [&](int leaf) { return tree_.rank(leaf) == rank; },
            [this](int leaf) { return double(tree_.config(leaf).quantum.count()); }, true);
    return rates();
  }
  std::vector<double> kernel() {
    for (std::size_t level = 0; level < tree_.levels(); ++level)
      for (std::size_t rank = 0; rank < tree_.ranks(); ++rank)
        grow_all(
            level, [&](int leaf) { return tree_.rank(leaf) == rank; },
            [this](int leaf) { return double(tree_.config(leaf).quantum.count()); }, false);
    return rates();
  }

 private:
  static std::size_t at(int c) { return static_cast<std::size_t>(c); }

  /// `level`: whose rates are spent; above all levels: nobody's.
  void grow_all(std::size_t level, const std::function<bool(int)>& takes_part, const std::function<double(int)>& weight,
                bool ceils_hold_for_all) {
    double sum = 0;
    for (const int leaf : tree_.leaves()) sum += weight(leaf);
    const double step = 500 / sum;
    for (bool grew = true; grew;) {
      grew = false;
      for (const int leaf : tree_.leaves()) {
        const double more = weight(leaf) * step;
        if (more == 0 || !takes_part(leaf) || !may_grow(leaf, more, level, ceils_hold_for_all)) continue;
        grew = true;
        for (int c = leaf; c >= 0; c = tree_.parent(c)) {
          through_[at(c)] += more;
          if (tree_.level(c) >= level) lent_[at(c)] += more;
        }
      }
    }
  }
  bool may_grow(int leaf, double more, std::size_t level, bool ceils_hold_for_all) {
    if (through_[at(leaf)] + more > double(load_.offered[at(*tree_.config(leaf).leaf)].bps())) return false;
    bool paid = level == tree_.levels();
    for (int c = leaf; c >= 0; c = tree_.parent(c)) {
      if ((ceils_hold_for_all || !paid) && through_[at(c)] + more > double(tree_.config(c).ceil.bps())) return false;
      if (tree_.level(c) != level) continue;
      if (lent_[at(c)] + more > double(tree_.config(c).rate.bps())) return false;
      paid = true;
    }
    return paid;
  }
  [[nodiscard]] std::vector<double> rates() const {
    std::vector<double> rates;
    for (const int leaf : tree_.leaves()) rates.push_back(through_[at(leaf)]);
    return rates;
  }

  TokenTree tree_;
  std::vector<double> through_;
  std::vector<double> lent_;
  TreeLoad load_;
};

void expect_near(const std::vector<double>& actual, const std::vector<double>& expected, double tolerance,
                 std::uint64_t seed) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i)
    EXPECT_NEAR(actual[i], expected[i], tolerance) << seed << ", leaf " << i;
}

TEST(TokenFluid, AgreesWithRaisingEverybodyLittleByLittle) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Dice dice{seed};
    const Tree tree = draw({.deepest = static_cast<int>(dice(1, 3)), .oversubscribed = false}, dice);
    const TreeLoad load = draw_load(tree, dice);
    expect_near(htb_rates(tree.classes, load), Referee{tree.classes, load}.kernel(), 10e3, seed);
    expect_near(ideal_rates(tree.classes, load), Referee{tree.classes, load}.ideal(), 10e3, seed);
  }
}

TEST(TokenFluid, TheIdealTreeIsWithinAThousandthOfItsPrediction) {
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    Dice dice{seed};
    const RandomTree like{.deepest = static_cast<int>(dice(1, 3)), .oversubscribed = seed % 2 == 0};
    const Tree tree = draw(like, dice);
    const TreeLoad load = draw_load(tree, dice);
    const auto predicted = ideal_rates(tree.classes, load);
    expect_near(measured<IdealTree>(tree, load, dice, 50_s), predicted, 1e-3 * 10e6, seed);
  }
}

/// A class below which now and then nobody waits is not a class that is held back: its children lose nothing.
TEST(TokenFluid, AShareIsKeptWhileANeighbourComesAndGoes) {
  Tree tree;
  tree.inner(-1, Rate::mbps(10), Rate::mbps(10));
  tree.inner(0, Rate::kbps(1492), Rate::kbps(8708));
  tree.leaf(0, Rate::kbps(2035), Rate::kbps(8607)).quantum = Bytes{4922};
  tree.leaf(1, Rate::kbps(724), Rate::kbps(4291)).quantum = Bytes{2356};
  tree.inner(1, Rate::kbps(146), Rate::kbps(5576));
  tree.leaf(4, Rate::kbps(55), Rate::kbps(1721)).quantum = Bytes{4740};
  for (TokenTreeClass& c : tree.classes) c.burst = c.cburst = Bytes{12'000};
  const TreeLoad load{.offered = {test::endless, Rate::kbps(6000), Rate::kbps(1029)}, .line = std::nullopt};
  Dice dice{1};
  expect_near(measured<IdealTree>(tree, load, dice, 50_s), ideal_rates(tree.classes, load), 5e3, 0);
}

TEST(TokenFluid, HtbIsAsPredictedWhereOneClassLends) {
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    Dice dice{seed};
    const Tree tree = draw({.deepest = 1, .oversubscribed = seed % 2 == 0}, dice);
    const TreeLoad load = draw_load(tree, dice);
    expect_near(measured<Htb>(tree, load, dice, 50_s), htb_rates(tree.classes, load), 5e-3 * 10e6, seed);
  }
}

// Where two classes lend to one leaf, what the kernel does depends on packets, and is not what anybody would predict.

Tree with_bursts(Tree tree) {
  for (TokenTreeClass& c : tree.classes) c.burst = c.cburst = Bytes{12'000};
  return tree;
}

TEST(TokenFluid, InTheKernelALeafLosesTurnsWithOneLenderForWhatAnotherGives) {
  Tree tree;
  tree.inner(-1, Rate::mbps(100), Rate::mbps(100));
  tree.inner(0, Rate::mbps(20), Rate::mbps(100));
  tree.leaf(1, Rate::mbps(1), Rate::mbps(100)).quantum = Bytes{3000};
  tree.leaf(0, Rate::mbps(10), Rate::mbps(100)).quantum = Bytes{3000};
  tree = with_bursts(tree);
  EXPECT_THAT(htb_rates(tree.classes, full_load(tree.classes)), ElementsAre(mbps(55), mbps(45)));
  EXPECT_THAT(test::rates_when_full<IdealTree>(tree, {0, 1}, 5_s),
              ElementsAre(DoubleNear(55e6, 1e5), DoubleNear(45e6, 1e5)));
  EXPECT_THAT(test::rates_when_full<Htb>(tree, {0, 1}, 5_s),
              ElementsAre(DoubleNear(51.8e6, 3e5), DoubleNear(48.2e6, 3e5)));
}

TEST(TokenFluid, InTheKernelALeafHeldByItsCeilBorrowsWhereItHappensToBeLent) {
  Tree tree;
  tree.inner(-1, Rate::mbps(100), Rate::mbps(100));
  tree.inner(0, Rate::mbps(20), Rate::mbps(100));
  tree.leaf(1, Rate::mbps(1), Rate::mbps(10));
  tree.leaf(1, Rate::mbps(1), Rate::mbps(100)).priority = 1;
  tree.leaf(0, Rate::mbps(10), Rate::mbps(100));
  tree = with_bursts(tree);
  EXPECT_THAT(htb_rates(tree.classes, full_load(tree.classes)), ElementsAre(mbps(10), mbps(10), mbps(80)));
  EXPECT_THAT(test::rates_when_full<IdealTree>(tree, {0, 1, 2}, 5_s),
              ElementsAre(DoubleNear(10e6, 1e5), DoubleNear(10e6, 1e5), DoubleNear(80e6, 1e5)));
  EXPECT_THAT(test::rates_when_full<Htb>(tree, {0, 1, 2}, 5_s),
              ElementsAre(DoubleNear(10e6, 1e5), DoubleNear(15.4e6, 5e5), DoubleNear(74.6e6, 5e5)));
}

}  // namespace
}  // namespace qoslab
