#include "model/qos/scheduler/ideal_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/model/qos/scheduler/token_tree_trees.h"

namespace qoslab {
namespace {

using namespace literals;
using test::bytes_by_child;
using test::Line;
using test::rates_when_full;
using test::Tree;
using testing::DoubleNear;
using testing::ElementsAre;

testing::Matcher<double> mbps(double value) { return DoubleNear(value * 1e6, value * 1e3 + 5e3); }

TEST(IdealTree, AssuredRatesShrinkWhereTheyDoNotFit) {
  Tree tree;
  tree.inner(-1, Rate::mbps(100), Rate::mbps(100));
  for (int i = 0; i < 3; ++i) tree.leaf(0, Rate::mbps(50), Rate::mbps(50));
  EXPECT_THAT(rates_when_full<IdealTree>(tree, {0, 1, 2}, 10_s), ElementsAre(mbps(33.333), mbps(33.333), mbps(33.333)));
}

TEST(IdealTree, ARootGoesUpToItsCeil) {
  Tree tree;
  tree.inner(-1, Rate::mbps(10), Rate::mbps(100));
  tree.leaf(0, Rate::mbps(1), Rate::mbps(100));
  tree.leaf(-1, Rate::mbps(3), Rate::mbps(100));
  EXPECT_THAT(rates_when_full<IdealTree>(tree, {0, 1}, 10_s), ElementsAre(mbps(100), mbps(100)));
}

TEST(IdealTree, WhatIsLeftGoesByQuantum) {
  Tree tree;
  tree.inner(-1, Rate::mbps(100), Rate::mbps(100));
  tree.leaf(0, Rate::mbps(10), Rate::mbps(100)).quantum = Bytes{3000};
  tree.leaf(0, Rate::mbps(30), Rate::mbps(100)).quantum = Bytes{6000};
  EXPECT_THAT(rates_when_full<IdealTree>(tree, {0, 1}, 10_s), ElementsAre(mbps(30), mbps(70)));
}

TEST(IdealTree, ABetterPriorityBorrowsAllThatIsLeft) {
  Tree tree;
  tree.inner(-1, Rate::mbps(100), Rate::mbps(100));
  tree.leaf(0, Rate::mbps(10), Rate::mbps(100)).priority = 3;
  tree.leaf(0, Rate::mbps(10), Rate::mbps(40)).priority = 1;
  tree.leaf(0, Rate::mbps(10), Rate::mbps(100)).priority = 3;
  EXPECT_THAT(rates_when_full<IdealTree>(tree, {0, 1, 2}, 10_s), ElementsAre(mbps(30), mbps(40), mbps(30)));
}

TEST(IdealTree, AClassLendsFirstToItsOwn) {
  Tree tree;
  tree.inner(-1, Rate::mbps(100), Rate::mbps(100));
  const int a = tree.inner(0, Rate::mbps(60), Rate::mbps(100));
  const int b = tree.inner(0, Rate::mbps(40), Rate::mbps(100));
  tree.leaf(a, Rate::mbps(10), Rate::mbps(100));
  tree.leaf(b, Rate::mbps(10), Rate::mbps(100)).priority = 0;
  tree.leaf(b, Rate::mbps(10), Rate::mbps(100)).priority = 1;
  EXPECT_THAT(rates_when_full<IdealTree>(tree, {0, 1, 2}, 10_s), ElementsAre(mbps(60), mbps(30), mbps(10)));
  EXPECT_THAT(rates_when_full<IdealTree>(tree, {1, 2}, 10_s), ElementsAre(mbps(0), mbps(90), mbps(10)));
}

TEST(IdealTree, AnInnerCeilHoldsWhatIsBorrowedThroughIt) {
  Tree tree;
  tree.inner(-1, Rate::mbps(100), Rate::mbps(100));
  const int a = tree.inner(0, Rate::mbps(10), Rate::mbps(20));
  tree.leaf(a, Rate::mbps(5), Rate::mbps(100));
  tree.leaf(0, Rate::mbps(5), Rate::mbps(100));
  EXPECT_THAT(rates_when_full<IdealTree>(tree, {0, 1}, 10_s), ElementsAre(mbps(20), mbps(80)));
}

TEST(IdealTree, AQuantumBelowThePacketSharesAsItSays) {
  for (const std::int64_t unit : {1, 10, 100, 1499}) {
    Tree tree;
    tree.inner(-1, Rate::mbps(100), Rate::mbps(100));
    for (const int share : {1, 2, 5}) tree.leaf(0, Rate::bps(8), Rate::mbps(100)).quantum = Bytes{unit * share};
    EXPECT_THAT(rates_when_full<IdealTree>(tree, {0, 1, 2}, 10_s), ElementsAre(mbps(12.5), mbps(25), mbps(62.5)))
        << unit;
  }
}

TEST(IdealTree, SharesDoNotDependOnPacketSizes) {
  Tree tree;
  tree.inner(-1, Rate::mbps(100), Rate::mbps(100));
  tree.leaf(0, Rate::mbps(1), Rate::mbps(100)).quantum = Bytes{200};
  tree.leaf(0, Rate::mbps(1), Rate::mbps(100)).quantum = Bytes{200};
  IdealTree ideal{tree.classes};
  Line line{ideal, 2, Rate::gbps(10)};
  line.keep_full(0, Bytes{64});
  line.keep_full(1, Bytes{1500});
  const auto bytes = bytes_by_child(line.run({}, {}, Instant::at(10_s)), 2);
  EXPECT_NEAR(static_cast<double>(bytes[0]) / static_cast<double>(bytes[1]), 1, 1e-3);
}

TEST(IdealTree, ABurstPassesAtOnceAndThenTheRateHolds) {
  Tree tree;
  TokenTreeClass& leaf = tree.leaf(-1, Rate::mbps(8), Rate::mbps(8));
  leaf.burst = leaf.cburst = Bytes{5000};
  IdealTree ideal{tree.classes};
  Line line{ideal, 1, Rate::gbps(8)};
  const auto departures = line.run(std::vector<test::Arrival>(10, {{}, 0, Bytes{1000}}), {}, Instant::at(1_s));
  ASSERT_EQ(departures.size(), 10U);
  // 5000 B of credit, 1 us of line and of 1 B of new credit a packet: the sixth finds 5 B left and owes 995 B.
  for (std::int64_t i = 0; i < 6; ++i) EXPECT_EQ(departures[std::size_t(i)].time, Instant::at(1_us * i));
  for (std::int64_t i = 6; i < 10; ++i) EXPECT_EQ(departures[std::size_t(i)].time, Instant::at(1_ms * (i - 5)));
}

TEST(IdealTree, ARateSetLaterHolds) {
  Tree tree;
  tree.inner(-1, Rate::mbps(100), Rate::mbps(100));
  tree.leaf(0, Rate{}, Rate{});
  tree.leaf(0, Rate::mbps(10), Rate::mbps(100));
  IdealTree ideal{tree.classes};
  Line line{ideal, 2, Rate::gbps(10)};
  line.keep_full(0, Bytes{1500});
  line.keep_full(1, Bytes{1500});
  EXPECT_THAT(bytes_by_child(line.run({}, {}, Instant::at(1_s)), 2)[0], 0);
  ideal.set_rate(0, Rate::mbps(80), Instant::at(1_s));
  line.run({}, Instant::at(1_s), Instant::at(2_s));
  const auto bytes = bytes_by_child(line.run({}, Instant::at(2_s), Instant::at(12_s)), 2);
  EXPECT_THAT(static_cast<double>(bytes[0]) * 0.8, mbps(80));
  EXPECT_THAT(static_cast<double>(bytes[1]) * 0.8, mbps(20));
  ideal.set_rate(0, Rate{}, Instant::at(12_s));
  EXPECT_THAT(bytes_by_child(line.run({}, Instant::at(13_s), Instant::at(14_s)), 2)[0], 0);
}

}  // namespace
}  // namespace qoslab
