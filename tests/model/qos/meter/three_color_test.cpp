#include "model/qos/meter/three_color.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace qoslab {
namespace {

using namespace literals;
using enum Color;

constexpr Instant at(Duration d) { return Instant::at(d); }
constexpr Bytes packet{1500};

/// The colours of packets that all arrive at time zero, when every bucket is full.
std::vector<Color> burst(Meter auto meter, const std::vector<Color>& before, Bytes size = packet) {
  std::vector<Color> result;
  for (const Color color : before) result.push_back(meter.color(Instant{}, size, color));
  return result;
}

struct Count {
  int green = 0;
  int yellow = 0;
  int red = 0;
  auto operator<=>(const Count&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Count& c) {
  return out << c.green << " green, " << c.yellow << " yellow, " << c.red << " red";
}

/// 10 Mbit/s of 1500-byte packets: one each 1.2 ms, the i-th coloured before[i % size].
Count flood(Meter auto meter, int packets, const std::vector<Color>& before = {green}) {
  Count count;
  for (int i = 0; i < packets; ++i) {
    const Color given = before[static_cast<std::size_t>(i) % before.size()];
    const Color c = meter.color(at(i * 1200_us), packet, given);
    ++(c == green ? count.green : c == yellow ? count.yellow : count.red);
  }
  return count;
}

// --- one bucket -------------------------------------------------------------------------------------------------

TEST(SingleBucketMeter, PassesTheBurstAndThenTheRate) {
  const SingleBucketMeter::Profile profile{.rate = Rate::mbps(4), .burst = packet * 10};
  // Until the last packet, at 11.9988 s, 15000 + 500000 × 11.9988 bytes were earned: 4009 whole packets.
  EXPECT_EQ(flood(SingleBucketMeter{profile}, 10'000), (Count{.green = 4009, .red = 5991}));
}

TEST(SingleBucketMeter, BlindIgnoresTheColourAndAwareLetsOnlyGreenConform) {
  const SingleBucketMeter::Profile profile{.rate = Rate::mbps(1), .burst = packet * 2};
  const std::vector<Color> before = {yellow, red, green, green, green};
  EXPECT_EQ(burst(SingleBucketMeter{profile}, before), (std::vector{green, green, red, red, red}));
  EXPECT_EQ(burst(SingleBucketMeter(profile, ColorMode::aware), before), (std::vector{red, red, green, green, red}));
}

TEST(SingleBucketMeter, ABurstBelowOnePacketPassesNone) {
  SingleBucketMeter meter{{.rate = Rate::gbps(1), .burst = Bytes{1499}}};
  for (int s = 0; s < 100; ++s) EXPECT_EQ(meter.color(at(s * 1_s), packet, green), red);
  EXPECT_EQ(meter.color(at(100_s), Bytes{1499}, green), green);
}

TEST(SingleBucketMeter, AtRateZeroPassesTheBurstOnce) {
  SingleBucketMeter meter{{.rate = Rate{}, .burst = packet}};
  EXPECT_EQ(meter.color(at(0_s), packet, green), green);
  EXPECT_EQ(meter.color(at(9'000'000_s), packet, green), red);
}

// --- srTCM, RFC 2697 --------------------------------------------------------------------------------------------

constexpr SrTcm::Profile single_rate{.cir = Rate::mbps(4), .cbs = packet * 2, .ebs = packet};

TEST(SrTcm, SpendsCommittedThenExcessTokens) {
  EXPECT_EQ(burst(SrTcm{single_rate, ColorMode::blind}, {green, yellow, red, green}),
            (std::vector{green, green, yellow, red}));
}

TEST(SrTcm, AwareNeverImprovesAColour) {
  EXPECT_EQ(burst(SrTcm{single_rate, ColorMode::aware}, {red, yellow, yellow, green, green, green}),
            (std::vector{red, yellow, red, green, green, red}));
}

TEST(SrTcm, ExcessTokensArriveOnlyWhenTheCommittedBucketIsFull) {
  SrTcm meter{single_rate, ColorMode::blind};
  for (int i = 0; i < 3; ++i) meter.color(at(0_s), packet, green);  // both empty
  // A packet's worth takes 3 ms. After 9 ms both are full; before that the excess bucket is not.
  SrTcm early = meter;
  EXPECT_EQ(early.color(at(9_ms - 1_ps), packet, green), green);
  EXPECT_EQ(early.color(at(9_ms - 1_ps), packet, green), green);
  EXPECT_EQ(early.color(at(9_ms - 1_ps), packet, green), red);
  EXPECT_EQ(meter.color(at(9_ms), packet, green), green);
  EXPECT_EQ(meter.color(at(9_ms), packet, green), green);
  EXPECT_EQ(meter.color(at(9_ms), packet, green), yellow);
}

TEST(SrTcm, UnderLastingOverloadTheExcessBucketStaysEmpty) {
  // One rate: what is earned goes to green, and yellow is the first excess burst only.
  const SrTcm::Profile profile{.cir = Rate::mbps(4), .cbs = packet * 10, .ebs = packet * 5};
  EXPECT_EQ(flood(SrTcm{profile, ColorMode::blind}, 10'000), (Count{.green = 4009, .yellow = 5, .red = 5986}));
}

TEST(SrTcm, OneOfTheBucketsMayBeEmptyForever) {
  const SrTcm::Profile no_committed{.cir = Rate::mbps(4), .cbs = Bytes{0}, .ebs = packet};
  EXPECT_EQ(burst(SrTcm{no_committed, ColorMode::blind}, {green, green}), (std::vector{yellow, red}));
  const SrTcm::Profile no_excess{.cir = Rate::mbps(4), .cbs = packet, .ebs = Bytes{0}};
  EXPECT_EQ(burst(SrTcm{no_excess, ColorMode::blind}, {green, green}), (std::vector{green, red}));
}

TEST(SrTcm, AfterTheLongestIdleTimeBothBucketsAreJustFull) {
  SrTcm meter{{.cir = Rate::gbps(1'000'000), .cbs = packet, .ebs = packet}, ColorMode::blind};
  const Instant late = Instant::never() - 1_ps;
  EXPECT_EQ(meter.color(late, packet, green), green);
  EXPECT_EQ(meter.color(late, packet, green), yellow);
  EXPECT_EQ(meter.color(late, packet, green), red);
}

// --- trTCM, RFC 2698 --------------------------------------------------------------------------------------------

constexpr TrTcm::Profile wide_two_rate{
    .cir = Rate::mbps(2), .cbs = packet * 4, .pir = Rate::mbps(5), .pbs = packet * 8};
constexpr TrTcm::Profile two_rate{.cir = Rate::mbps(2), .cbs = packet * 2, .pir = Rate::mbps(6), .pbs = packet * 3};

TEST(TrTcm, ThePeakBucketBoundsEverythingAndTheCommittedOneGreen) {
  EXPECT_EQ(burst(TrTcm{two_rate, ColorMode::blind}, {green, red, yellow, green}),
            (std::vector{green, green, yellow, red}));
}

TEST(TrTcm, UnderLastingOverloadGreenIsCirAndAllThatPassesIsPir) {
  // Green: (6000 + 250000 × 11.9988) / 1500 packets; with yellow: (12000 + 625000 × 11.9988) / 1500, rounded down.
  EXPECT_EQ(flood(TrTcm{wide_two_rate, ColorMode::blind}, 10'000), (Count{.green = 2003, .yellow = 3004, .red = 4993}));
}

TEST(TrTcm, AwareNeverImprovesAColourAndYellowSparesCommittedTokens) {
  EXPECT_EQ(burst(TrTcm{two_rate, ColorMode::aware}, {red, yellow, green, green, green}),
            (std::vector{red, yellow, green, green, red}));
}

TEST(TrTcm, ARedPacketTakesNothing) {
  TrTcm meter{{.cir = Rate{}, .cbs = packet, .pir = Rate{}, .pbs = packet}, ColorMode::aware};
  EXPECT_EQ(meter.color(at(0_s), packet, red), red);
  EXPECT_EQ(meter.color(at(0_s), packet * 2, green), red);
  EXPECT_EQ(meter.color(at(0_s), packet, green), green);
}

TEST(TrTcm, APeakBurstBelowOnePacketMakesEverythingRed) {
  TrTcm meter{{.cir = Rate::mbps(2), .cbs = packet * 2, .pir = Rate::mbps(6), .pbs = Bytes{1499}}, ColorMode::blind};
  for (int s = 0; s < 10; ++s) EXPECT_EQ(meter.color(at(s * 1_s), packet, green), red);
}

// --- RFC 4115 ---------------------------------------------------------------------------------------------------

constexpr EfficientTrTcm::Profile wide_efficient{
    .cir = Rate::mbps(2), .cbs = packet * 4, .eir = Rate::mbps(3), .ebs = packet * 4};
constexpr EfficientTrTcm::Profile efficient{
    .cir = Rate::mbps(2), .cbs = packet * 2, .eir = Rate::mbps(4), .ebs = packet};

TEST(EfficientTrTcm, SpendsCommittedThenExcessTokens) {
  EXPECT_EQ(burst(EfficientTrTcm{efficient, ColorMode::blind}, {red, green, yellow, green}),
            (std::vector{green, green, yellow, red}));
}

TEST(EfficientTrTcm, UnderLastingOverloadGreenIsCirAndYellowIsEir) {
  // Green: (6000 + 250000 × 11.9988) / 1500 packets. The committed burst lasts 4.8 ms, in which the excess bucket is
  // full and gains nothing; so yellow: (6000 + 375000 × 11.994) / 1500. Both rounded down.
  EXPECT_EQ(flood(EfficientTrTcm{wide_efficient, ColorMode::blind}, 10'000),
            (Count{.green = 2003, .yellow = 3002, .red = 4995}));
}

TEST(EfficientTrTcm, AwareNeverImprovesAColour) {
  EXPECT_EQ(burst(EfficientTrTcm{efficient, ColorMode::aware}, {red, yellow, yellow, green, green, green}),
            (std::vector{red, yellow, red, green, green, red}));
}

TEST(EfficientTrTcm, WithoutAnExcessRateYellowIsTheFirstExcessBurst) {
  const EfficientTrTcm::Profile profile{.cir = Rate::mbps(2), .cbs = packet * 2, .eir = Rate{}, .ebs = packet * 7};
  EXPECT_EQ(flood(EfficientTrTcm{profile, ColorMode::blind}, 10'000).yellow, 7);
}

// --- where RFC 2698 and RFC 4115 differ -------------------------------------------------------------------------

TEST(TwoRateMeters, YellowPacketsTakeWhatGreenOnesNeedInRfc2698Only) {
  // The same totals: 2 + 4 = 6 Mbit/s, 2 + 1 = 3 packets of burst.
  const std::vector<Color> before = {yellow, yellow, yellow, green, green};
  EXPECT_EQ(burst(TrTcm{two_rate, ColorMode::aware}, before), (std::vector{yellow, yellow, yellow, red, red}))
      << "although no committed token was spent";
  EXPECT_EQ(burst(EfficientTrTcm{efficient, ColorMode::aware}, before), (std::vector{yellow, red, red, green, green}));
}

TEST(TwoRateMeters, AFloodOfYellowDoesNotHurtAConformingGreenFlowInRfc4115Only) {
  // 8 Mbit/s come in yellow and 2 Mbit/s, just the committed rate, green.
  const std::vector<Color> before = {yellow, yellow, yellow, yellow, green};
  EXPECT_EQ(flood(EfficientTrTcm{wide_efficient, ColorMode::aware}, 10'000, before),
            (Count{.green = 2000, .yellow = 3003, .red = 4997}));
  // At 5 of 10 Mbit/s every second packet finds the peak bucket empty, and so every second green one.
  const Count rfc2698 = flood(TrTcm{wide_two_rate, ColorMode::aware}, 10'000, before);
  EXPECT_NEAR(rfc2698.green, 1000, 8) << "give or take the first burst";
  EXPECT_EQ(rfc2698.red, 4993);
}

TEST(TwoRateMeters, AreTheSameToAnUncolouredLastingOverloadOfTheSameTotals) {
  const Count rfc2698 = flood(TrTcm{wide_two_rate, ColorMode::blind}, 10'000);
  const Count rfc4115 = flood(EfficientTrTcm{wide_efficient, ColorMode::blind}, 10'000);
  EXPECT_EQ(rfc2698.green, rfc4115.green);
  EXPECT_NEAR(rfc2698.yellow, rfc4115.yellow, 2) << "what the excess bucket lost while the committed burst was spent";
}

}  // namespace
}  // namespace qoslab
