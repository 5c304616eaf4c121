#include "model/qos/scheduler/idle_estimator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace qoslab::test {
namespace {

using namespace literals;

const Rate link = Rate::mbps(1);

IdleEstimator estimator(Rate rate, std::optional<int> maxburst, int minburst = 2, Bytes packet = Bytes{1000}) {
  return IdleEstimator{{.rate = rate,
                        .link = link,
                        .average_packet = packet,
                        .largest_packet = Bytes{1500},
                        .maxburst = maxburst,
                        .minburst = minburst}};
}

double seconds_to_burn(double pause, double packets) { return pause * (std::pow(32.0 / 31.0, packets) - 1); }

// The formulas that ALTQ's documentation and tools publish: with ptime = packet time on the link, f = share of the
// link, g = 31/32: maxidle = ptime max(1 - g, (1/f - 1)(1 - g^n)/g^n); offtime = cptime (1 + (1/(1 - g))(1 -
// g^(m-1))/g^(m-1)), cptime = ptime (1 - f)/f; minidle = -(largest packet at the class's rate).
TEST(IdleEstimator, HasThePublishedLimits) {
  const IdleEstimator e = estimator(Rate::kbps(200), 8, 3);
  const double pause = 0.008 * (1 - 0.2) / 0.2;
  EXPECT_NEAR(e.most_idle().to_seconds(), seconds_to_burn(pause, 8), 1e-11);
  EXPECT_NEAR(e.offtime().to_seconds(), pause * (1 + 32 * (std::pow(32.0 / 31.0, 2) - 1)), 1e-10);
  EXPECT_EQ(e.least_idle(), -60_ms);
  EXPECT_EQ(e.average_idle(), e.most_idle());
}

TEST(IdleEstimator, AClassAsFastAsTheLinkMaySaveOneThirtySecondOfAPacket) {
  const IdleEstimator e = estimator(link, 16);
  EXPECT_EQ(e.most_idle(), 250_us);
  EXPECT_EQ(e.offtime(), Duration{});
}

TEST(IdleEstimator, BurstsOfSixteenUnlessThePauseIsLongerThanTenMilliseconds) {
  const Bytes packet{500};  // 4 ms on the link: pauses of 10 ms at 285.7 kbit/s
  EXPECT_EQ(estimator(Rate::kbps(286), {}, 2, packet).most_idle(),
            estimator(Rate::kbps(286), 16, 2, packet).most_idle());
  EXPECT_EQ(estimator(Rate::kbps(285), {}, 2, packet).most_idle(),
            estimator(Rate::kbps(285), 4, 2, packet).most_idle());
}

TEST(IdleEstimator, MinburstIsAtMostMaxburst) {
  EXPECT_EQ(estimator(Rate::kbps(200), 3, 9).offtime(), estimator(Rate::kbps(200), 3, 3).offtime());
  EXPECT_LT(estimator(Rate::kbps(200), 3, 2).offtime(), estimator(Rate::kbps(200), 3, 3).offtime());
}

TEST(IdleEstimator, NoRateCountsAsATenThousandthOfTheLink) {
  EXPECT_EQ(estimator(Rate{}, 4).least_idle(), estimator(Rate::bps(100), 4).least_idle());
}

TEST(IdleEstimator, ExactlyMaxburstPacketsFitBackToBack) {
  for (int maxburst : {1, 2, 4, 16, 60}) {
    IdleEstimator e = estimator(Rate::kbps(200), maxburst);
    Instant now = Instant::at(1_s);
    int sent = 0;
    for (; !e.over_limit(now); ++sent, now += 8_ms) e.sent(Bytes{1000}, now + 8_ms, now);
    // The first one after a long idle time is free: it finds the average at its top.
    EXPECT_NEAR(sent, maxburst + 1, 1) << maxburst;
    EXPECT_GE(sent, maxburst);
  }
}

TEST(IdleEstimator, SendingExactlyAtTheRateIsWithinTheLimitForEver) {
  IdleEstimator e = estimator(Rate::kbps(200), 1, 1);
  Instant now;
  for (int i = 0; i < 100'000; ++i, now += 40_ms) {
    e.sent(Bytes{1000}, now + 8_ms, now);
    ASSERT_FALSE(e.over_limit(now)) << i;
  }
  EXPECT_GE(e.average_idle(), Duration{});
}

TEST(IdleEstimator, ThePenaltyBringsTheAverageBackToZero) {
  IdleEstimator e = estimator(Rate::kbps(200), 2);
  Instant now = Instant::at(1_s);
  for (; !e.over_limit(now); now += 8_ms) e.sent(Bytes{1000}, now + 8_ms, now);
  const Instant again = e.within_limit_from();
  EXPECT_GT(again, now);
  EXPECT_TRUE(e.over_limit(again - 1_ps));
  EXPECT_FALSE(e.over_limit(again));
  e.sent(Bytes{1000}, again + 8_ms, again);
  EXPECT_NEAR(e.average_idle().to_seconds(), 0, 1e-3);
}

TEST(IdleEstimator, ThePenaltyIsBounded) {
  IdleEstimator e = estimator(Rate::kbps(10), 1);
  Instant now = Instant::at(10_s);
  for (int i = 0; i < 500; ++i, now += 12_ms) e.sent(Bytes{1500}, now + 12_ms, now);
  EXPECT_FALSE(e.at_floor());
  EXPECT_NEAR(e.average_idle().to_seconds(), -1.188, 1e-6) << "what each of these packets lacks";
  for (int i = 0; i < 500; ++i, now += 24_ms) e.sent(Bytes{3000}, now + 24_ms, now);
  EXPECT_TRUE(e.at_floor()) << "packets above the largest one";
  EXPECT_EQ(e.average_idle(), -1200_ms);
  EXPECT_EQ(e.within_limit_from() - (now - 24_ms), 2400_ms + 31 * 1200_ms);
}

TEST(IdleEstimator, TwoSecondsOfSilenceForgiveEverything) {
  IdleEstimator e = estimator(Rate::kbps(10), 4);
  Instant now = Instant::at(10_s);
  for (int i = 0; i < 500; ++i, now += 12_ms) e.sent(Bytes{1500}, now + 12_ms, now);
  now += 2_s;
  e.sent(Bytes{100}, now + 1_ms, now);
  EXPECT_FALSE(e.over_limit(now));
  EXPECT_EQ(e.average_idle(), e.most_idle());
}

// The filter against its definition in real numbers: A += (idle - A)/32 between the two limits.
TEST(IdleEstimatorProperty, FollowsTheFilter) {
  std::mt19937_64 random{3};
  std::uniform_int_distribution<std::int64_t> size{40, 1500};
  std::uniform_int_distribution<std::int64_t> gap{0, 90};
  IdleEstimator e = estimator(Rate::kbps(200), 12);
  const double most = e.most_idle().to_seconds();
  double average = most;
  Instant free;
  Instant last = Instant::at(-3_s);
  for (int i = 0; i < 20'000; ++i) {
    const Bytes bytes{size(random)};
    const Instant now = free + Duration::milliseconds(gap(random));
    free = now + time_to_send(bytes, link);
    const double idle = std::min((free - last).to_seconds(), 2.0) - double(bytes.bits()) / 200e3;
    average = std::clamp(average + (idle - average) / 32, -0.06, most);
    last = free;
    e.sent(bytes, free, now);
    ASSERT_NEAR(e.average_idle().to_seconds(), average, 1e-9) << i;
    if (std::abs(average) > 1e-9) {
      ASSERT_EQ(e.over_limit(now), average < 0) << i;
    }
  }
}

}  // namespace
}  // namespace qoslab::test
