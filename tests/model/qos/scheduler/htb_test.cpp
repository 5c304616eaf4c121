#include "model/qos/scheduler/htb.h"

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

TEST(Htb, ChildrenWithinTheirRatesAreNotHeldByTheirParent) {
  Tree tree;
  tree.inner(-1, Rate::mbps(100), Rate::mbps(100));
  for (int i = 0; i < 3; ++i) tree.leaf(0, Rate::mbps(50), Rate::mbps(50));
  EXPECT_THAT(rates_when_full<Htb>(tree, {0, 1, 2}, 10_s), ElementsAre(mbps(50), mbps(50), mbps(50)));
}

TEST(Htb, ARootHasNobodyToBorrowFrom) {
  Tree tree;
  tree.inner(-1, Rate::mbps(10), Rate::mbps(100));
  tree.leaf(0, Rate::mbps(1), Rate::mbps(100));
  tree.leaf(-1, Rate::mbps(3), Rate::mbps(100));
  EXPECT_THAT(rates_when_full<Htb>(tree, {0, 1}, 10_s), ElementsAre(mbps(10), mbps(3)));
}

TEST(Htb, WhatIsLeftGoesByQuantum) {
  Tree tree;
  tree.inner(-1, Rate::mbps(100), Rate::mbps(100));
  tree.leaf(0, Rate::mbps(10), Rate::mbps(100)).quantum = Bytes{3000};
  tree.leaf(0, Rate::mbps(30), Rate::mbps(100)).quantum = Bytes{6000};
  EXPECT_THAT(rates_when_full<Htb>(tree, {0, 1}, 10_s), ElementsAre(mbps(30), mbps(70)));
}

TEST(Htb, ABetterPriorityBorrowsAllThatIsLeft) {
  Tree tree;
  tree.inner(-1, Rate::mbps(100), Rate::mbps(100));
  tree.leaf(0, Rate::mbps(10), Rate::mbps(100)).priority = 3;
  tree.leaf(0, Rate::mbps(10), Rate::mbps(40)).priority = 1;
  tree.leaf(0, Rate::mbps(10), Rate::mbps(100)).priority = 3;
  EXPECT_THAT(rates_when_full<Htb>(tree, {0, 1, 2}, 10_s), ElementsAre(mbps(30), mbps(40), mbps(30)));
}

TEST(Htb, AClassLendsFirstToItsOwn) {
  Tree tree;
  tree.inner(-1, Rate::mbps(100), Rate::mbps(100));
  const int a = tree.inner(0, Rate::mbps(60), Rate::mbps(100));
  const int b = tree.inner(0, Rate::mbps(40), Rate::mbps(100));
  tree.leaf(a, Rate::mbps(10), Rate::mbps(100));
  tree.leaf(b, Rate::mbps(10), Rate::mbps(100)).priority = 0;
  tree.leaf(b, Rate::mbps(10), Rate::mbps(100)).priority = 1;
  EXPECT_THAT(rates_when_full<Htb>(tree, {0, 1, 2}, 10_s), ElementsAre(mbps(60), mbps(30), mbps(10)));
  EXPECT_THAT(rates_when_full<Htb>(tree, {1, 2}, 10_s), ElementsAre(mbps(0), mbps(90), mbps(10)));
}

TEST(Htb, AnInnerCeilHoldsWhatIsBorrowedThroughIt) {
  Tree tree;
  tree.inner(-1, Rate::mbps(100), Rate::mbps(100));
  const int a = tree.inner(0, Rate::mbps(10), Rate::mbps(20));
  tree.leaf(a, Rate::mbps(5), Rate::mbps(100));
  tree.leaf(0, Rate::mbps(5), Rate::mbps(100));
  EXPECT_THAT(rates_when_full<Htb>(tree, {0, 1}, 10_s), ElementsAre(mbps(20), mbps(80)));
}

TEST(Htb, AQuantumBelowThePacketSharesAsItSays) {
  for (const std::int64_t unit : {1, 10, 100, 1499}) {
    Tree tree;
    tree.inner(-1, Rate::mbps(100), Rate::mbps(100));
    for (const int share : {1, 2, 5}) tree.leaf(0, Rate::bps(8), Rate::mbps(100)).quantum = Bytes{unit * share};
    EXPECT_THAT(rates_when_full<Htb>(tree, {0, 1, 2}, 10_s), ElementsAre(mbps(12.5), mbps(25), mbps(62.5))) << unit;
  }
}

TEST(Htb, SharesDoNotDependOnPacketSizes) {
  Tree tree;
  tree.inner(-1, Rate::mbps(100), Rate::mbps(100));
  tree.leaf(0, Rate::mbps(1), Rate::mbps(100)).quantum = Bytes{200};
  tree.leaf(0, Rate::mbps(1), Rate::mbps(100)).quantum = Bytes{200};
  Htb htb{tree.classes};
  Line line{htb, 2, Rate::gbps(10)};
  line.keep_full(0, Bytes{64});
  line.keep_full(1, Bytes{1500});
  const auto bytes = bytes_by_child(line.run({}, {}, Instant::at(10_s)), 2);
  EXPECT_NEAR(static_cast<double>(bytes[0]) / static_cast<double>(bytes[1]), 1, 1e-3);
}

TEST(Htb, ABurstPassesAtOnceAndThenTheRateHolds) {
  Tree tree;
  TokenTreeClass& leaf = tree.leaf(-1, Rate::mbps(8), Rate::mbps(8));
  leaf.burst = leaf.cburst = Bytes{5000};
  Htb htb{tree.classes};
  Line line{htb, 1, Rate::gbps(8)};
  const auto departures = line.run(std::vector<test::Arrival>(10, {{}, 0, Bytes{1000}}), {}, Instant::at(1_s));
  ASSERT_EQ(departures.size(), 10U);
  // 5000 B of credit, 1 us of line and of 1 B of new credit a packet: the sixth finds 5 B left and owes 995 B.
  for (std::int64_t i = 0; i < 6; ++i) EXPECT_EQ(departures[std::size_t(i)].time, Instant::at(1_us * i));
  for (std::int64_t i = 6; i < 10; ++i) EXPECT_EQ(departures[std::size_t(i)].time, Instant::at(1_ms * (i - 5)));
}

TEST(Htb, WhoIsOverItsRateInTheMiddleOfItsTurnHasLostIt) {
  Tree tree;
  for (int i = 0; i < 2; ++i) {
    TokenTreeClass& leaf = tree.leaf(-1, Rate::mbps(8), Rate::mbps(8));
    leaf.quantum = Bytes{3000};
    leaf.burst = leaf.cburst = Bytes{999};  // a packet of 1000 B and it is over, but not for long
  }
  Htb htb{tree.classes};
  Line line{htb, 2, Rate::mbps(16)};
  for (const int leaf : {0, 1}) line.keep_full(leaf, Bytes{1000});
  const auto departures = line.run({}, {}, Instant::at(50_ms));
  for (std::size_t i = 0; i < departures.size(); ++i) EXPECT_EQ(departures[i].child, static_cast<int>(i % 2)) << i;
}

TEST(Htb, WhatTheChildrenOverdrewIsOwedForAMinuteAtMost) {
  Tree tree;
  tree.inner(-1, Rate::kbps(100), Rate::kbps(100));
  tree.leaf(0, Rate::kbps(500), Rate::kbps(500));
  tree.leaf(0, Rate::bps(8), Rate::kbps(100));
  Htb htb{tree.classes};
  Line line{htb, 2, Rate::mbps(100)};
  std::vector<test::Arrival> arrivals(5000, {{}, 0, Bytes{1500}});  // 120 s at 500 kbit/s: 48 Mbit too much
  arrivals.insert(arrivals.end(), 3, {Instant::at(121_s), 1, Bytes{1500}});
  const auto departures = line.run(arrivals, {}, Instant::at(1000_s));
  ASSERT_EQ(departures.size(), 5003U);
  EXPECT_LT(departures[5001].time, Instant::at(122_s));  // within its own burst
  EXPECT_GT(departures[5002].time, Instant::at(179_s));
  EXPECT_LT(departures[5002].time, Instant::at(181_s));
}

TEST(Htb, ARateSetLaterHolds) {
  Tree tree;
  tree.inner(-1, Rate::mbps(100), Rate::mbps(100));
  tree.leaf(0, Rate{}, Rate{});
  tree.leaf(0, Rate::mbps(10), Rate::mbps(100));
  Htb htb{tree.classes};
  Line line{htb, 2, Rate::gbps(10)};
  line.keep_full(0, Bytes{1500});
  line.keep_full(1, Bytes{1500});
  EXPECT_THAT(bytes_by_child(line.run({}, {}, Instant::at(1_s)), 2)[0], 0);
  htb.set_rate(0, Rate::mbps(80), Instant::at(1_s));
  line.run({}, Instant::at(1_s), Instant::at(2_s));
  const auto bytes = bytes_by_child(line.run({}, Instant::at(2_s), Instant::at(12_s)), 2);
  EXPECT_THAT(static_cast<double>(bytes[0]) * 0.8, mbps(80));
  EXPECT_THAT(static_cast<double>(bytes[1]) * 0.8, mbps(20));
  htb.set_rate(0, Rate{}, Instant::at(12_s));
  EXPECT_THAT(bytes_by_child(line.run({}, Instant::at(13_s), Instant::at(14_s)), 2)[0], 0);
}

}  // namespace
}  // namespace qoslab
