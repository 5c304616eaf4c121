#include "model/intserv/guaranteed.h"

#include <gtest/gtest.h>

#include <random>

namespace qoslab {
namespace {

using namespace literals;

// 64 kbit/s voice in 200-byte packets, bursts of 1000 bytes, 1 Mbit/s at most.
const TSpec voice{Rate::kbps(80), Bytes{1000}, Rate::mbps(1), Bytes{60}, Bytes{200}};

/// RFC 2212's two equations as printed, in long double.
long double by_the_book(const TSpec& t, Rate reserved, const ErrorTerms& e) {
  const long double r = static_cast<long double>(t.rate.bps()) / 8;
  const long double p = static_cast<long double>(t.peak.bps()) / 8;
  const long double R = static_cast<long double>(reserved.bps()) / 8;
  const auto b = static_cast<long double>(t.bucket.count());
  const auto M = static_cast<long double>(t.max_packet.count());
  const auto C = static_cast<long double>(e.c.count());
  const long double D = static_cast<long double>(e.d.ps()) / 1e12L;
  if (p > R && R >= r && p > r) return (b - M) / R * (p - R) / (p - r) + (M + C) / R + D;
  return (M + C) / R + D;
}

TEST(GuaranteedService, BetweenTokenAndPeakRateTheBurstCounts) {
  // R = 100 kbit/s: (1000-200)/12500 x (125000-12500)/(125000-10000) + (200+3000)/12500 + 0.024
  //               = 0.064 x 0.97826086956... + 0.256 + 0.024 = 0.342608695652173...
  EXPECT_EQ(delay_bound(voice, Rate::kbps(100), {Bytes{3000}, 24_ms}), 342'608'695'653_ps);
}

TEST(GuaranteedService, FromThePeakRateOnOnlyPacketsAndErrorsCount) {
  EXPECT_EQ(delay_bound(voice, Rate::mbps(1), {Bytes{3000}, 24_ms}), 49'600_us);
  EXPECT_EQ(delay_bound(voice, Rate::mbps(2), {Bytes{3000}, 24_ms}), 36'800_us);
}

TEST(GuaranteedService, APeakOfTheTokenRateLeavesNoBurst) {
  TSpec smooth = voice;
  smooth.peak = smooth.rate;
  EXPECT_EQ(delay_bound(smooth, Rate::kbps(80), {Bytes{800}, 0_s}), 100_ms);
}

TEST(GuaranteedService, AnUnlimitedPeakIsTheWholeBucketAtOnce) {
  TSpec open = voice;
  open.peak = unlimited;
  EXPECT_EQ(delay_bound(open, Rate::kbps(80), {Bytes{0}, 0_s}), 100_ms);
  open.peak = largest_rate;
  EXPECT_NEAR(delay_bound(open, Rate::kbps(80), {Bytes{0}, 0_s}).to_seconds(), 0.1, 1e-9);
}

TEST(GuaranteedService, ErrorTermsAddUpAlongThePath) {
  const ErrorTerms hop = weighted_fair_error(Bytes{200}, Bytes{1500}, Rate::mbps(1));
  EXPECT_EQ(hop, (ErrorTerms{Bytes{200}, 12_ms}));
  EXPECT_EQ(hop + hop + hop, (ErrorTerms{Bytes{600}, 36_ms}));
}

class RandomFlows {
 public:
  explicit RandomFlows(std::uint64_t seed) : random_{seed} {}
  TSpec tspec() {
    const auto r = between(1'000, 100'000'000);
    const auto M = between(40, 9000);
    return {Rate::bps(r), Bytes{M + between(0, 1'000'000)}, Rate::bps(r + between(0, 10'000'000'000)), Bytes{40},
            Bytes{M}};
  }
  Rate at_least(Rate r) { return r + Rate::bps(between(0, 1'000'000'000)); }
  ErrorTerms errors() { return {Bytes{between(0, 100'000)}, Duration::microseconds(between(0, 100'000))}; }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(high - low + 1));
  }

 private:
  std::mt19937_64 random_;
};

TEST(GuaranteedService, IsWhatTheBookSaysRoundedUp) {
  RandomFlows random{1};
  for (int i = 0; i < 20'000; ++i) {
    const TSpec t = random.tspec();
    const Rate reserved = random.at_least(t.rate);
    const ErrorTerms e = random.errors();
    const long double book = by_the_book(t, reserved, e);
    const auto ours = static_cast<long double>(delay_bound(t, reserved, e).ps()) / 1e12L;
    ASSERT_GE(ours, book * (1 - 1e-15L));
    ASSERT_LE(ours, book * (1 + 1e-15L) + 1e-12L);
  }
}

TEST(GuaranteedService, TheEquationsMeetAtThePeakRate) {
  RandomFlows random{2};
  for (int i = 0; i < 1000; ++i) {
    const TSpec t = random.tspec();
    if (t.peak.bps() < t.rate.bps() + 2) continue;
    const auto below = delay_bound(t, t.peak - Rate::bps(1), {});
    const auto at = delay_bound(t, t.peak, {});
    ASSERT_GE(below, at);
    // One bit per second changes the first term by (b-M)/R/(p-r), the others by a R-th of themselves.
    const long double burst = static_cast<long double>((t.bucket - t.max_packet).bits());
    const auto p = static_cast<long double>(t.peak.bps());
    const auto r = static_cast<long double>(t.rate.bps());
    const long double step = burst / (p - 1) / (p - r) + static_cast<long double>(t.max_packet.bits()) / (p - 1) / p;
    ASSERT_LE(static_cast<long double>((below - at).ps()), step * 1e12L + 2);
  }
}

TEST(GuaranteedService, TheLargestNumbersDoNotOverflow) {
  const TSpec t{Rate::bps(1), Bytes{0xffff'ffff}, largest_rate, Bytes{1}, Bytes{1}};
  const ErrorTerms e{Bytes{0xffff'ffff}, Duration::microseconds(0xffff'ffff)};
  EXPECT_EQ(delay_bound(t, Rate::bps(1), e).ps(), std::numeric_limits<std::int64_t>::max()) << "thousands of years";
  EXPECT_GT(delay_bound(t, Rate::gbps(1), e), 4294_s);
  EXPECT_LT(delay_bound(t, Rate::gbps(1), e), 4364_s);
}

TEST(GuaranteedService, TheInverseIsTheLeastRateThatKeepsTheBound) {
  RandomFlows random{3};
  for (int i = 0; i < 5000; ++i) {
    const TSpec t = random.tspec();
    const ErrorTerms e = random.errors();
    const Rate most = Rate::gbps(20);
    const Duration wanted = e.d + Duration::microseconds(random.between(1, 1'000'000));
    const auto rate = rate_for_bound(t, wanted, e, most);
    if (!rate) {
      ASSERT_GT(delay_bound(t, most, e), wanted);
      continue;
    }
    ASSERT_GE(*rate, t.rate);
    ASSERT_LE(delay_bound(t, *rate, e), wanted);
    const bool least = *rate == t.rate || delay_bound(t, *rate - Rate::bps(1), e) > wanted;
    ASSERT_TRUE(least);
    const auto rspec = rspec_for_bound(t, wanted, e, most);
    ASSERT_TRUE(rspec);
    ASSERT_EQ(rspec->rate, *rate);
    ASSERT_EQ(rspec->slack, wanted - delay_bound(t, *rate, e));
  }
}

TEST(GuaranteedService, ABoundBelowTheFixedDelaysCannotBeKept) {
  EXPECT_FALSE(rate_for_bound(voice, 23_ms, {Bytes{3000}, 24_ms}, Rate::gbps(10)));
  EXPECT_FALSE(rate_for_bound(voice, 1_s, {}, Rate::kbps(79))) << "R is never below r";
}

TEST(GuaranteedService, ALooseBoundNeedsTheTokenRateAndLeavesSlack) {
  const auto rspec = rspec_for_bound(voice, 10_s, {Bytes{3000}, 24_ms}, Rate::mbps(1));
  ASSERT_TRUE(rspec);
  EXPECT_EQ(rspec->rate, voice.rate);
  EXPECT_EQ(rspec->slack, 10_s - delay_bound(voice, voice.rate, {Bytes{3000}, 24_ms}));
}

TEST(GuaranteedService, SlackBuysALowerRate) {
  // (1000 + 1500) B: 200 ms at 100 kbit/s, 250 ms at 80 kbit/s.
  TSpec open = voice;
  open.peak = unlimited;
  const RSpec asked{Rate::kbps(100), 60_ms};
  EXPECT_EQ(spend_slack(open, asked, Rate::kbps(80), Bytes{1500}), (RSpec{Rate::kbps(80), 10_ms}));
  EXPECT_EQ(spend_slack(open, asked, Rate::kbps(100), Bytes{1500}), asked);
  EXPECT_FALSE(spend_slack(open, {Rate::kbps(100), 49_ms}, Rate::kbps(80), Bytes{1500}));
  EXPECT_TRUE(spend_slack(open, {Rate::kbps(100), 50_ms}, Rate::kbps(80), Bytes{1500}));
}

TEST(GuaranteedService, TheEndToEndBoundOfASlackSpenderIsStillKept) {
  RandomFlows random{4};
  for (int i = 0; i < 2000; ++i) {
    const TSpec t = random.tspec();
    const Rate given = random.at_least(t.rate);
    const RSpec asked{given + Rate::bps(random.between(0, 1'000'000)), Duration::seconds(random.between(0, 10))};
    const Bytes c{random.between(0, 10'000)};
    const auto left = spend_slack(t, asked, given, c);
    if (!left) continue;
    ASSERT_LE(delay_bound(t, given, {c, {}}) + left->slack, delay_bound(t, asked.rate, {c, {}}) + asked.slack);
    const auto by_bucket = [&](Rate rate) { return time_to_send(t.bucket + c, rate); };
    ASSERT_LE(by_bucket(given) + left->slack, by_bucket(asked.rate) + asked.slack + 1_ps) << "RFC 2212's inequality";
  }
}

/// The most that an arrival curve min(M + p t, b + r t) can be ahead of a server that starts after `late` and then
/// serves at R, found by looking at every corner.
long double largest_backlog(const TSpec& t, Rate reserved, const ErrorTerms& e) {
  const auto bits = [](Bytes n) { return static_cast<long double>(n.bits()); };
  const auto R = static_cast<long double>(reserved.bps());
  const long double late = bits(e.c) / R + static_cast<long double>(e.d.ps()) / 1e12L;
  const auto p = static_cast<long double>(t.peak.bps());
  const auto r = static_cast<long double>(t.rate.bps());
  const auto arrived = [&](long double s) { return std::min(bits(t.max_packet) + p * s, bits(t.bucket) + r * s); };
  const auto served = [&](long double s) { return std::max(0.0L, R * (s - late)); };
  const long double corner = p > r ? (bits(t.bucket) - bits(t.max_packet)) / (p - r) : 0;
  long double most = 0;
  for (const long double s : {0.0L, late, corner}) most = std::max(most, arrived(s) - served(s));
  return most / 8;
}

TEST(GuaranteedService, TheBufferHoldsTheLargestBacklog) {
  RandomFlows random{5};
  for (int i = 0; i < 20'000; ++i) {
    const TSpec t = random.tspec();
    if (t.peak == t.rate) continue;
    const Rate reserved = random.at_least(t.rate);
    const ErrorTerms e = random.errors();
    const long double most = largest_backlog(t, reserved, e);
    const auto buffer = static_cast<long double>(buffer_bound(t, reserved, e).count());
    ASSERT_GE(buffer, most - 1e-6L);
    ASSERT_LE(buffer, most + 3) << "no more than rounding above it";
  }
}

TEST(GuaranteedService, TheBufferByHand) {
  // C/R + D = 3000/12500 + 0.01 = 0.25 s; the burst is over after 800/115000 s: b + r x 0.25 = 3500 B.
  EXPECT_EQ(buffer_bound(voice, Rate::kbps(100), {Bytes{3000}, 10_ms}), Bytes{3500});
  // No error terms: the burst above R: 200 + 800 x (125000-12500)/(125000-10000) = 982.6 B.
  EXPECT_EQ(buffer_bound(voice, Rate::kbps(100), {}), Bytes{983});
  // R above p: one packet, and what comes at p in the dead time.
  EXPECT_EQ(buffer_bound(voice, Rate::mbps(2), {Bytes{0}, 4_ms}), Bytes{700});
  TSpec open = voice;
  open.peak = unlimited;
  EXPECT_EQ(buffer_bound(open, Rate::kbps(100), {}), Bytes{1000});
  EXPECT_EQ(buffer_bound(open, Rate::kbps(100), {Bytes{0}, 100_ms}), Bytes{2000});
}

}  // namespace
}  // namespace qoslab
