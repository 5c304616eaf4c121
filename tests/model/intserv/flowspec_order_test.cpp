#include "model/intserv/flowspec_order.h"

#include <gtest/gtest.h>

#include <random>

namespace qoslab {
namespace {

using namespace literals;

TSpec tspec(std::int64_t r, std::int64_t b, std::int64_t p, std::int64_t m, std::int64_t M) {
  return {Rate::kbps(r), Bytes{b}, Rate::kbps(p), Bytes{m}, Bytes{M}};
}

TEST(FlowspecOrder, MergingTakesTheLargerFlowAndTheSmallerPackets) {
  EXPECT_EQ(merged(tspec(10, 200, 500, 60, 1500), tspec(20, 100, 400, 100, 1000)), tspec(20, 200, 500, 60, 1000));
}

TEST(FlowspecOrder, SendersAddUp) {
  EXPECT_EQ(summed(tspec(10, 200, 500, 60, 1500), tspec(20, 100, 400, 100, 1000)), tspec(30, 300, 900, 60, 1500));
  TSpec open = tspec(10, 200, 500, 60, 1500);
  open.peak = unlimited;
  EXPECT_EQ(summed(open, open).peak, unlimited);
  TSpec huge{largest_rate, Bytes{0xffff'ffff}, largest_rate, Bytes{1}, Bytes{1}};
  EXPECT_EQ(summed(huge, huge), huge);
}

TEST(FlowspecOrder, TheSmallerOfTwoIsOneOfThemIfTheyAreOrdered) {
  const TSpec small = tspec(10, 100, 400, 60, 1000);
  const TSpec large = tspec(20, 200, 500, 60, 1500);
  EXPECT_EQ(smaller(small, large), small);
  EXPECT_EQ(smaller(large, small), small);
}

TEST(FlowspecOrder, TheSmallerOfTwoUnorderedKeepsTheLargerBucket) {
  EXPECT_EQ(smaller(tspec(10, 200, 500, 60, 1500), tspec(20, 100, 400, 100, 1000)), tspec(10, 200, 400, 60, 1000));
}

TEST(FlowspecOrder, MoreSlackIsLess) {
  const TSpec t = tspec(10, 200, 500, 60, 1500);
  const FlowSpec strict{t, RSpec{Rate::kbps(20), 1_ms}};
  const FlowSpec lenient{t, RSpec{Rate::kbps(20), 2_ms}};
  EXPECT_TRUE(strictly_larger(strict, lenient));
  EXPECT_EQ(merged(strict, lenient), strict);
  EXPECT_EQ(common_part(strict, lenient), lenient);
}

TEST(FlowspecOrder, TheServicesHaveNoOrder) {
  const TSpec t = tspec(10, 200, 500, 60, 1500);
  const FlowSpec load{t, std::nullopt};
  const FlowSpec guaranteed{t, RSpec{Rate::kbps(20), 0_s}};
  EXPECT_FALSE(mergeable(load, guaranteed));
  EXPECT_FALSE(at_least_as_large(load, guaranteed));
  EXPECT_FALSE(at_least_as_large(guaranteed, load));
}

TEST(FlowspecOrder, BoundsAreBoundsAndMergingKnowsNoOrder) {
  std::mt19937_64 random{1};
  const auto draw = [&] {
    const auto n = [&](std::uint64_t to) { return static_cast<std::int64_t>(1 + random() % to); };
    const auto r = n(4);
    FlowSpec f{tspec(r, n(4), r + n(4), n(3), 3 + n(3)), std::nullopt};
    f.guaranteed = RSpec{f.tspec.rate + Rate::kbps(n(3)), Duration::milliseconds(n(3))};
    return f;
  };
  for (int i = 0; i < 5000; ++i) {
    const FlowSpec a = draw();
    const FlowSpec b = draw();
    const FlowSpec c = draw();
    ASSERT_TRUE(at_least_as_large(merged(a, b), a));
    ASSERT_TRUE(at_least_as_large(a, common_part(a, b)));
    ASSERT_EQ(merged(a, b), merged(b, a));
    ASSERT_EQ(merged(merged(a, b), c), merged(a, merged(b, c)));
    ASSERT_EQ(merged(a, a), a);
    ASSERT_EQ(common_part(a, b), common_part(b, a));
    ASSERT_EQ(strictly_larger(a, b), at_least_as_large(a, b) && !at_least_as_large(b, a));
    const bool above_both = at_least_as_large(c, a) && at_least_as_large(c, b);
    ASSERT_EQ(above_both, at_least_as_large(c, merged(a, b))) << "the least of the upper bounds";
    ASSERT_GE(merged(a, b).guaranteed->rate, merged(a, b).tspec.rate) << "R stays at least r";
    ASSERT_GE(common_part(a, b).tspec.peak, common_part(a, b).tspec.rate);
  }
}

}  // namespace
}  // namespace qoslab
