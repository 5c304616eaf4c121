#include "model/qos/meter/token_bucket.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace qoslab {
namespace {

using namespace literals;

constexpr Instant at(Duration d) { return Instant::at(d); }
constexpr Instant last_instant = at(Duration::picoseconds(std::numeric_limits<std::int64_t>::max() - 1));
constexpr Rate fastest = Rate::bps(std::numeric_limits<std::int64_t>::max());

TEST(TokenBucket, StartsFullAndTakesWhatIsThere) {
  TokenBucket bucket{Rate::mbps(1), Bytes{3000}};
  EXPECT_TRUE(bucket.take_if_held(Bytes{1500}, at(0_s)));
  EXPECT_TRUE(bucket.take_if_held(Bytes{1500}, at(0_s))) << "exactly enough is enough";
  EXPECT_FALSE(bucket.take_if_held(Bytes{1}, at(0_s)));
}

TEST(TokenBucket, ARefusalTakesNothing) {
  TokenBucket bucket{Rate{}, Bytes{1000}};
  EXPECT_FALSE(bucket.take_if_held(Bytes{1001}, at(0_s)));
  EXPECT_TRUE(bucket.take_if_held(Bytes{1000}, at(0_s)));
}

TEST(TokenBucket, EqualTimestampsEarnNothing) {
  TokenBucket bucket{fastest, Bytes{100}};
  EXPECT_TRUE(bucket.take_if_held(Bytes{100}, at(5_s)));
  EXPECT_FALSE(bucket.holds(Bytes{1}, at(5_s)));
}

TEST(TokenBucket, TheLastBitArrivesAtItsPicosecond) {
  // 12000 bit at 7 bit/s take 1714.2857... s: not whole picoseconds, so the first one at which it is there is above.
  TokenBucket bucket{Rate::bps(7), Bytes{1500}};
  bucket.take(Bytes{1500}, at(0_s));
  const Instant first = at(1'714'285'714'285'715_ps);
  EXPECT_EQ(bucket.when_held(Bytes{1500}, at(0_s)), first);
  EXPECT_FALSE(bucket.holds(Bytes{1500}, first - 1_ps));
  EXPECT_TRUE(bucket.holds(Bytes{1500}, first));
}

TEST(TokenBucket, LookingOftenLosesNoToken) {
  // 7 bit/s earn 7e-12 bit a picosecond: a bucket in whole bits or bytes would never fill when asked this often.
  TokenBucket watched{Rate::bps(7), Bytes{1500}};
  TokenBucket alone = watched;
  watched.take(Bytes{1500}, at(0_s));
  alone.take(Bytes{1500}, at(0_s));
  Instant now;
  for (int i = 0; i < 200'000; ++i) {
    now += Duration::picoseconds(1 + i % 3);
    EXPECT_FALSE(watched.holds(Bytes{1}, now));
  }
  EXPECT_EQ(watched.level(now), alone.level(now));
  EXPECT_EQ(watched.level(now), Credit::earned(Rate::bps(7), now.since_start()));
}

TEST(TokenBucket, MayBorrow) {
  TokenBucket bucket{Rate::mbps(8), Bytes{1000}};  // 1 B each microsecond
  bucket.take(Bytes{1500}, at(0_s));
  EXPECT_EQ(bucket.level(at(0_s)), Credit{} - Credit::of(Bytes{500}));
  EXPECT_EQ(bucket.when_held(Bytes{0}, at(0_s)), at(500_us));
  EXPECT_EQ(bucket.when_held(Bytes{1000}, at(0_s)), at(1500_us));
  EXPECT_FALSE(bucket.take_if_held(Bytes{1}, at(500_us)));
  EXPECT_TRUE(bucket.take_if_held(Bytes{1}, at(501_us)));
}

TEST(TokenBucket, NeverHoldsMoreThanItsDepth) {
  TokenBucket bucket{Rate::gbps(100), Bytes{1000}};
  EXPECT_EQ(bucket.when_held(Bytes{1001}, at(0_s)), Instant::never());
  EXPECT_FALSE(bucket.holds(Bytes{1001}, at(3600_s)));
  EXPECT_EQ(bucket.level(at(3600_s)), Credit::of(Bytes{1000}));
}

TEST(TokenBucket, WithoutARateOnlyTheFirstBurstPasses) {
  TokenBucket bucket{Rate{}, Bytes{1000}};
  EXPECT_EQ(bucket.when_held(Bytes{1000}, at(1_s)), at(1_s));
  EXPECT_TRUE(bucket.take_if_held(Bytes{600}, at(1_s)));
  EXPECT_EQ(bucket.when_held(Bytes{400}, at(2_s)), at(2_s));
  EXPECT_EQ(bucket.when_held(Bytes{401}, at(2_s)), Instant::never());
  EXPECT_FALSE(bucket.holds(Bytes{401}, last_instant));
}

TEST(TokenBucket, ABurstOfNothingHoldsNothing) {
  TokenBucket bucket{Rate::gbps(1), Bytes{0}};
  EXPECT_FALSE(bucket.take_if_held(Bytes{1}, at(1_s)));
  EXPECT_EQ(bucket.when_held(Bytes{1}, at(1_s)), Instant::never());
}

TEST(TokenBucket, TheLongestIdleTimeOverflowsNothing) {
  for (const auto rate : {Rate::bps(1), fastest}) {
    TokenBucket bucket{rate, Bytes{1'000'000'000'000'000}};
    bucket.take(Bytes{1'000}, at(0_s));
    EXPECT_TRUE(bucket.holds(Bytes{999'999'999'999'000}, last_instant));
    EXPECT_LE(bucket.level(last_instant), Credit::of(Bytes{1'000'000'000'000'000}));
  }
}

TEST(TokenBucket, WhatTakesLongerThanTimeLastsIsNever) {
  TokenBucket bucket{Rate::bps(1), Bytes{1'000'000'000}};
  bucket.take(Bytes{1'000'000'000}, at(0_s));
  EXPECT_EQ(bucket.when_held(Bytes{1'000'000'000}, at(0_s)), Instant::never());
  EXPECT_EQ(bucket.when_held(Bytes{1}, at(0_s)), at(8_s));
}

TEST(TokenBucket, WhenHeldIsTheFirstInstantAtWhichItHolds) {
  std::mt19937_64 random{1};
  const auto up_to = [&](std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
  };
  for (int i = 0; i < 5'000; ++i) {
    TokenBucket bucket{Rate::bps(1 + up_to(10'000'000)), Bytes{1 + up_to(9000)}};
    bucket.take(Bytes{up_to(20'000)}, at(0_s));
    const Instant now = at(Duration::picoseconds(up_to(2'000'000'000)));
    const Bytes size{1 + up_to(9000)};
    const Instant first = bucket.when_held(size, now);
    if (first == Instant::never()) {
      EXPECT_FALSE(bucket.holds(size, last_instant));
      continue;
    }
    ASSERT_GE(first, now);
    if (first > now) {
      EXPECT_FALSE(TokenBucket{bucket}.holds(size, first - 1_ps));
    }
    EXPECT_TRUE(bucket.holds(size, first));
  }
}

}  // namespace
}  // namespace qoslab
