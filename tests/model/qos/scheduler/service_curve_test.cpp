#include "model/qos/scheduler/service_curve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace qoslab::test {
namespace {

using namespace literals;

constexpr Int128 bit = 1'000'000'000'000;

std::int64_t low(Int128 n) { return static_cast<std::int64_t>(n); }

TEST(RuntimeCurve, BendsWhereItSays) {
  // 1 bit/ms for 10 ms, then 0.25 bit/ms.
  const RuntimeCurve curve{{Rate::kbps(1), 10_ms, Rate::bps(250)}, (5_ms).ps(), 100 * bit};
  EXPECT_EQ(low(curve.at((9_ms).ps()) / bit), 104);
  EXPECT_EQ(low(curve.at((15_ms).ps()) / bit), 110);
  EXPECT_EQ(low(curve.at((23_ms).ps()) / bit), 112);
  EXPECT_EQ(low(curve.reach(100 * bit)), (5_ms).ps());
  EXPECT_EQ(low(curve.reach(110 * bit)), (15_ms).ps());
  EXPECT_EQ(low(curve.reach(112 * bit)), (23_ms).ps());
  EXPECT_EQ(low(curve.reach(112 * bit + 1)), (23_ms).ps() + 1) << "rounded up";
}

TEST(RuntimeCurve, AConvexOneIsReachedLateButMayBeServedEarly) {
  const RuntimeCurve curve{{Rate{}, 10_ms, Rate::kbps(1)}, (5_ms).ps(), 0};
  EXPECT_EQ(low(curve.reach(1 * bit)), (16_ms).ps());
  EXPECT_EQ(low(curve.reach_eligible(1 * bit)), (6_ms).ps());
}

TEST(RuntimeCurve, AConcaveOneMayBeServedWhenItIsDue) {
  const RuntimeCurve curve{{Rate::kbps(2), 10_ms, Rate::kbps(1)}, 0, 0};
  EXPECT_EQ(low(curve.reach_eligible(20 * bit)), low(curve.reach(20 * bit)));
}

TEST(RuntimeCurve, WithoutASecondSlopeItNeverGetsFurther) {
  const RuntimeCurve curve{{Rate::kbps(1), 10_ms, Rate{}}, 0, 0};
  EXPECT_EQ(low(curve.reach(10 * bit)), (10_ms).ps());
  EXPECT_TRUE(curve.reach(10 * bit + 1) == RuntimeCurve::never);
}

TEST(RuntimeCurve, WithoutAFirstPieceItIsStraight) {
  const RuntimeCurve curve{{Rate::kbps(50), Duration{}, Rate::kbps(1)}, 0, 0};
  EXPECT_EQ(low(curve.reach(7 * bit)), (7_ms).ps());
}

TEST(RuntimeCurve, WakingLateNeverRaisesIt) {
  RuntimeCurve curve{{Rate::kbps(2), 10_ms, Rate::kbps(1)}, 0, 0};
  curve.restart((1_ms).ps(), 50 * bit);
  EXPECT_EQ(low(curve.reach(30 * bit)), (20_ms).ps()) << "more was served than promised: the old one stays";
  curve.restart((100_ms).ps(), 60 * bit);
  EXPECT_EQ(low(curve.reach(62 * bit)), (101_ms).ps()) << "far behind: a fresh one";
}

TEST(RuntimeCurve, HugeDistancesDoNotOverflow) {
  RuntimeCurve curve{{Rate::gbps(1000), 1_ms, Rate::gbps(100)}, 0, 0};
  const Int128 far = RuntimeCurve::never / 4;
  curve.restart(far, bit);
  EXPECT_TRUE(curve.reach(bit) == far);
}

// The referee: the least of all shapes anchored where the class woke.
struct Referee {
  ServiceCurve shape;
  std::vector<std::pair<Int128, Int128>> wakings;

  [[nodiscard]] Int128 at(Int128 x) const {
    Int128 least = RuntimeCurve::never;
    for (const auto& [x0, y0] : wakings) {
      const Int128 early = std::min<Int128>(x - x0, shape.d.ps());
      least = std::min(least, y0 + shape.m1.bps() * early + shape.m2.bps() * (x - x0 - early));
    }
    return least;
  }
};

void expect_same(const RuntimeCurve& curve, const Referee& referee, Int128 now, Int128 served,
                 std::mt19937_64& random) {
  std::uniform_int_distribution<std::int64_t> ahead{0, (80_ms).ps()};
  for (int i = 0; i < 10; ++i) {
    const Int128 x = now + ahead(random);
    ASSERT_EQ(low(curve.at(x) - served), low(referee.at(x) - served));
    const Int128 y = served + ahead(random) * 1000;
    const Int128 reached = curve.reach(y);
    if (reached == RuntimeCurve::never) continue;
    ASSERT_GE(low(referee.at(std::max(reached, now)) - y), 0);
    if (reached > now) {
      ASSERT_LT(low(referee.at(reached - 1) - y), 0) << "not the first";
    }
  }
}

TEST(RuntimeCurveProperty, IsTheLowestOfAllItsBeginnings) {
  std::mt19937_64 random{42};
  std::uniform_int_distribution<std::int64_t> slope{1, 1'000'000};
  std::uniform_int_distribution<std::int64_t> step{1, (40_ms).ps()};
  for (int round = 0; round < 200; ++round) {
    const std::int64_t a = slope(random);
    const std::int64_t b = slope(random);
    // Concave with any slopes, or convex beginning with zero: the curves for which the paper's rule is exact.
    const bool concave = round % 2 == 0;
    const ServiceCurve shape{concave ? Rate::bps(std::max(a, b)) : Rate{}, Duration::picoseconds(step(random)),
                             Rate::bps(std::min(a, b))};
    Int128 now = step(random);
    Int128 served = 0;
    RuntimeCurve curve{shape, now, served};
    Referee referee{shape, {{now, served}}};
    for (int wake = 0; wake < 20; ++wake) {
      now += step(random);
      served += step(random) * slope(random) / 1000;
      if (!concave) served = std::min(served, referee.at(now));  // a class never runs ahead of a flat beginning
      curve.restart(now, served);
      referee.wakings.emplace_back(now, served);
      expect_same(curve, referee, now, served, random);
    }
  }
}

}  // namespace
}  // namespace qoslab::test
