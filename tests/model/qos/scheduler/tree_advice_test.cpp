#include "model/qos/scheduler/tree_advice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/model/qos/scheduler/token_tree_trees.h"

namespace qoslab {
namespace {

using test::Tree;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Kind = Finding::Kind;

constexpr Bytes largest{1514};

std::vector<Finding> of_kind(std::vector<Finding> findings, Kind kind) {
  std::erase_if(findings, [kind](const Finding& f) { return f.kind != kind; });
  return findings;
}

Tree hundred_for_three_times_fifty() {
  Tree tree;
  tree.inner(-1, Rate::mbps(100), Rate::mbps(100));
  for (int i = 0; i < 3; ++i) tree.leaf(0, Rate::mbps(50), Rate::mbps(50));
  return tree;
}

TreeLoad sixty_each() { return {.offered = std::vector<Rate>(3, Rate::mbps(60)), .line = Rate::gbps(1)}; }

TEST(TreeAdvice, SaysAHundredAndFiftyPercentBeforeTheRun) {
  const auto findings =
      tree_advice(hundred_for_three_times_fifty().classes, TokenTreeRules::kernel, sixty_each(), largest);
  const auto sums = of_kind(findings, Kind::oversubscribed);
  ASSERT_EQ(sums.size(), 1U);
  EXPECT_EQ(sums[0].class_index, 0);
  EXPECT_DOUBLE_EQ(sums[0].actual, 150e6);
  EXPECT_DOUBLE_EQ(sums[0].limit, 100e6);
  EXPECT_THAT(sums[0].text, HasSubstr("add up to 150 Mbit/s, 150 % of its ceil of 100 Mbit/s"));
}

TEST(TreeAdvice, SaysWhereKernelAndIdealDifferAndByHowMuch) {
  const auto findings =
      tree_advice(hundred_for_three_times_fifty().classes, TokenTreeRules::kernel, sixty_each(), largest);
  const auto unlike = of_kind(findings, Kind::unlike_ideal);
  ASSERT_EQ(unlike.size(), 4U);
  EXPECT_DOUBLE_EQ(unlike[0].actual, 150e6);
  EXPECT_NEAR(unlike[0].limit, 100e6, 1);
  EXPECT_EQ(unlike[0].text, "sends 150 Mbit/s by the kernel's rules, 100 Mbit/s in the ideal tree: 150 %");
  EXPECT_EQ(unlike[3].text, "sends 50 Mbit/s by the kernel's rules, 33.33 Mbit/s in the ideal tree: 150 %");
}

TEST(TreeAdvice, WhereTheLoadFitsNothingDiffers) {
  const TreeLoad light{.offered = std::vector<Rate>(3, Rate::mbps(30)), .line = std::nullopt};
  const auto findings = tree_advice(hundred_for_three_times_fifty().classes, TokenTreeRules::kernel, light, largest);
  EXPECT_THAT(of_kind(findings, Kind::unlike_ideal), IsEmpty());
  EXPECT_EQ(of_kind(findings, Kind::oversubscribed).size(), 1U);
}

TEST(TreeAdvice, TheIdealTreeShrinksInstead) {
  const auto findings =
      tree_advice(hundred_for_three_times_fifty().classes, TokenTreeRules::ideal, sixty_each(), largest);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_THAT(findings[0].text, HasSubstr("shrink in proportion"));
}

TEST(TreeAdvice, ASoundTreeHasNone) {
  Tree tree;
  tree.inner(-1, Rate::mbps(100), Rate::mbps(100));
  tree.leaf(0, Rate::mbps(40), Rate::mbps(100));
  tree.leaf(0, Rate::mbps(60), Rate::mbps(100));
  EXPECT_THAT(tree_advice(tree.classes, TokenTreeRules::kernel, full_load(tree.classes), largest), IsEmpty());
}

TEST(TreeAdvice, ARootsCeilAboveItsRateIsOutOfReach) {
  Tree tree;
  tree.inner(-1, Rate::mbps(10), Rate::mbps(100));
  tree.leaf(0, Rate::mbps(10), Rate::mbps(100));
  const auto findings = tree_advice(tree.classes, TokenTreeRules::kernel, full_load(tree.classes), largest);
  ASSERT_EQ(of_kind(findings, Kind::ceil_out_of_reach).size(), 1U);
  const auto unlike = of_kind(findings, Kind::unlike_ideal);
  ASSERT_EQ(unlike.size(), 2U);
  EXPECT_NEAR(unlike[1].actual, 10e6, 1);
  EXPECT_NEAR(unlike[1].limit, 100e6, 1);
}

TEST(TreeAdvice, SmallQuantaAndBurstsAreNamed) {
  Tree tree;
  TokenTreeClass& leaf = tree.leaf(-1, Rate::mbps(10), Rate::mbps(10));
  leaf.quantum = Bytes{1000};
  leaf.cburst = Bytes{1513};
  const auto findings = tree_advice(tree.classes, TokenTreeRules::kernel, full_load(tree.classes), largest);
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].kind, Kind::small_quantum);
  EXPECT_EQ(findings[1].kind, Kind::small_burst);
  EXPECT_THAT(findings[1].text, HasSubstr("its cburst of 1513 B lies below one packet of 1514 B"));
}

TEST(TreeAdvice, OfATreeWithARateAboveItsCeilOnlyThatIsSaid) {
  Tree tree;
  tree.leaf(-1, Rate::mbps(20), Rate::mbps(10)).quantum = Bytes{1};
  const auto findings = tree_advice(tree.classes, TokenTreeRules::kernel, full_load(tree.classes), largest);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].kind, Kind::rate_above_ceil);
  EXPECT_EQ(findings[0].remedy, "a ceil of at least 20 Mbit/s");
}

QueueLimit packets(std::int64_t n) { return {.packets = n, .bytes = std::nullopt}; }

TEST(QueueAdvice, SixtyFivePacketsAtThirtyKilobitsStandForTwentySixSeconds) {
  const FullQueue queue{packets(65), Bytes{1500}, Bytes{1500}, Rate::kbps(30)};
  EXPECT_DOUBLE_EQ(standing_delay(queue), 26);
  const auto finding = queue_advice(7, queue);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->class_index, 7);
  EXPECT_EQ(finding->text, "when full, packets of 1500 B stand in its queue for 26 s at 30 kbit/s");
}

TEST(QueueAdvice, ASecondIsStillSilent) {
  EXPECT_FALSE(queue_advice(0, {packets(100), Bytes{1250}, Bytes{1250}, Rate::mbps(1)}));
  EXPECT_THAT(queue_advice(0, {packets(150), Bytes{1250}, Bytes{1250}, Rate::mbps(1)})->text, HasSubstr("for 1.5 s"));
}

TEST(QueueAdvice, TheTighterOfTwoLimitsCounts) {
  const QueueLimit limit{.packets = 100, .bytes = Bytes{4000}};
  EXPECT_DOUBLE_EQ(standing_delay({limit, Bytes{1500}, Bytes{1538}, Rate::bps(2 * 1538 * 8)}), 1);
}

TEST(QueueAdvice, WithoutLimitOrRateThereIsNoEnd) {
  EXPECT_TRUE(std::isinf(standing_delay({QueueLimit{}, Bytes{1500}, Bytes{1500}, Rate::mbps(1)})));
  EXPECT_TRUE(std::isinf(standing_delay({packets(1), Bytes{1500}, Bytes{1500}, Rate{}})));
}

}  // namespace
}  // namespace qoslab
