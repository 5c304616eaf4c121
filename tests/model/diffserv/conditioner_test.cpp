#include "model/diffserv/conditioner.h"

#include <gtest/gtest.h>

#include "model/diffserv/phb.h"

namespace qoslab {
namespace {

using namespace literals;
using enum Color;

constexpr Instant at(Duration d) { return Instant::at(d); }

Match of(Dscp dscp) {
  Match match;
  match.dscps = {dscp};
  return match;
}

Packet packet(Dscp dscp, Bytes ip_size = Bytes{1500}, Color color = green) {
  Packet p;
  p.dscp = dscp;
  p.ip_size = ip_size;
  p.color = color;
  return p;
}

ConditionerAction mark(Dscp dscp) { return {.drop = false, .mark = dscp}; }
constexpr ConditionerAction pass{};
constexpr ConditionerAction drop{.drop = true, .mark = {}};

ConditionerRule rule(Match match, MeterProfile meter, std::array<ConditionerAction, 3> actions) {
  return {.match = std::move(match), .meter = meter, .mode = ColorMode::blind, .layer = Layer::ip, .actions = actions};
}

TEST(AConditioner, PolicesExpeditedForwarding) {
  Conditioner edge{{rule(of(phb::ef), SingleBucketMeter::Profile{Rate::kbps(200), Bytes{3000}}, {pass, pass, drop})}};
  EXPECT_TRUE(edge.pass(packet(phb::ef), at(0_s)));
  EXPECT_TRUE(edge.pass(packet(phb::ef), at(0_s)));
  EXPECT_FALSE(edge.pass(packet(phb::ef), at(60_ms - 1_ps)));
  const auto later = edge.pass(packet(phb::ef), at(60_ms));
  ASSERT_TRUE(later);
  EXPECT_EQ(later->dscp, phb::ef);
  EXPECT_EQ(later->color, green);
}

TEST(AConditioner, RemarksAssuredForwardingByColour) {
  const TrTcm::Profile profile{.cir = Rate::mbps(3), .cbs = Bytes{1500}, .pir = Rate::mbps(10), .pbs = Bytes{3000}};
  Conditioner edge{{rule(Match{}, profile, {mark(phb::af(1, 1)), mark(phb::af(1, 2)), mark(phb::af(1, 3))})}};
  for (const auto& [dscp, color] : {std::pair{phb::af(1, 1), green}, {phb::af(1, 2), yellow}, {phb::af(1, 3), red}}) {
    const auto marked = edge.pass(packet(phb::best_effort), at(0_s));
    ASSERT_TRUE(marked);
    EXPECT_EQ(marked->dscp, dscp);
    EXPECT_EQ(marked->color, color);
  }
}

TEST(AConditioner, WhatMatchesNothingPassesUnchanged) {
  Conditioner edge{{rule(of(phb::ef), {}, {drop, drop, drop})}};
  const auto other = edge.pass(packet(phb::af(1, 2), Bytes{40}, yellow), at(0_s));
  ASSERT_TRUE(other);
  EXPECT_EQ(other->dscp, phb::af(1, 2));
  EXPECT_EQ(other->color, yellow);
  EXPECT_TRUE(Conditioner{{}}.pass(packet(phb::ef), at(0_s)));
}

TEST(AConditioner, TheFirstRuleThatMatchesAlsoIsTheOnlyOneThatMeters) {
  const SingleBucketMeter::Profile one_packet{Rate{}, Bytes{1500}};
  Conditioner edge{{rule(of(phb::ef), one_packet, {pass, pass, drop}), rule(Match{}, one_packet, {pass, pass, drop})}};
  EXPECT_TRUE(edge.pass(packet(phb::ef), at(0_s)));
  EXPECT_FALSE(edge.pass(packet(phb::ef), at(0_s)));
  EXPECT_TRUE(edge.pass(packet(phb::best_effort), at(0_s))) << "the tokens of the second rule are untouched";
}

TEST(AConditioner, PacketsThatOneRuleMatchesShareItsMeter) {
  Match both;
  both.dscps = {phb::af(2, 1), phb::af(3, 1)};
  Conditioner edge{{rule(both, SingleBucketMeter::Profile{Rate{}, Bytes{1500}}, {pass, pass, drop})}};
  EXPECT_TRUE(edge.pass(packet(phb::af(2, 1)), at(0_s)));
  EXPECT_FALSE(edge.pass(packet(phb::af(3, 1)), at(0_s)));
}

TEST(AConditioner, WithoutAMeterMarksEverything) {
  Conditioner edge{{rule(Match{}, {}, {mark(phb::af(4, 2)), drop, drop})}};
  const auto marked = edge.pass(packet(phb::best_effort, Bytes{1500}, red), at(0_s));
  ASSERT_TRUE(marked);
  EXPECT_EQ(marked->dscp, phb::af(4, 2));
  EXPECT_EQ(marked->color, yellow) << "what the new code point says";
}

TEST(AConditioner, WithoutAMeterAndAMarkKeepsTheColour) {
  Conditioner edge{{rule(Match{}, {}, {pass, drop, drop})}};
  EXPECT_EQ(edge.pass(packet(phb::af(1, 2), Bytes{1500}, yellow), at(0_s))->color, yellow);
}

TEST(AConditioner, WithoutAMarkGivesTheMetersColourAndKeepsTheCodePoint) {
  const SrTcm::Profile profile{.cir = Rate{}, .cbs = Bytes{1500}, .ebs = Bytes{1500}};
  Conditioner edge{{rule(Match{}, profile, {pass, pass, pass})}};
  for (const Color expected : {green, yellow, red}) {
    const auto p = edge.pass(packet(phb::af(1, 1)), at(0_s));
    EXPECT_EQ(p->color, expected);
    EXPECT_EQ(p->dscp, phb::af(1, 1));
  }
}

TEST(AConditioner, AwareTakesTheWorseOfThePacketsColourAndItsCodePoints) {
  const EfficientTrTcm::Profile profile{.cir = Rate{}, .cbs = Bytes{1500}, .eir = Rate{}, .ebs = Bytes{9000}};
  auto aware = rule(Match{}, profile, {pass, pass, pass});
  aware.mode = ColorMode::aware;
  Conditioner edge{{aware}};
  EXPECT_EQ(edge.pass(packet(phb::af(1, 2)), at(0_s))->color, yellow);
  EXPECT_EQ(edge.pass(packet(phb::af(1, 3)), at(0_s))->color, red);
  EXPECT_EQ(edge.pass(packet(phb::af(1, 1), Bytes{1500}, yellow), at(0_s))->color, yellow);
  EXPECT_EQ(edge.pass(packet(phb::af(1, 1)), at(0_s))->color, green) << "none of these took a committed token";
}

TEST(AConditioner, AwareReachesTheSingleBucketAndTheRfc2697And2698MetersToo) {
  for (const MeterProfile& profile : {MeterProfile{SingleBucketMeter::Profile{Rate{}, Bytes{9000}}},
                                      MeterProfile{SrTcm::Profile{Rate{}, Bytes{9000}, Bytes{9000}}},
                                      MeterProfile{TrTcm::Profile{Rate{}, Bytes{9000}, Rate{}, Bytes{9000}}}}) {
    auto line = rule(Match{}, profile, {pass, pass, pass});
    EXPECT_EQ(Conditioner{{line}}.pass(packet(phb::af(1, 3)), at(0_s))->color, green);
    line.mode = ColorMode::aware;
    EXPECT_EQ(Conditioner{{line}}.pass(packet(phb::af(1, 3)), at(0_s))->color, red);
  }
}

TEST(AConditioner, CountsBytesAtTheLayerOfItsRule) {
  // Room for two IP packets of 46 B at each layer, and not for one byte more.
  for (const auto& [layer, counted] :
       {std::pair{Layer::ip, 46}, {Layer::ethernet, 60}, {Layer::frame, 64}, {Layer::line, 84}}) {
    auto policer = rule(Match{}, SingleBucketMeter::Profile{Rate{}, Bytes{2 * counted}}, {pass, pass, drop});
    policer.layer = layer;
    Conditioner edge{{policer}};
    EXPECT_TRUE(edge.pass(packet(phb::ef, Bytes{46}), at(0_s)));
    EXPECT_TRUE(edge.pass(packet(phb::ef, Bytes{46}), at(0_s)));
    policer.meter = SingleBucketMeter::Profile{Rate{}, Bytes{2 * counted - 1}};
    Conditioner tighter{{policer}};
    EXPECT_TRUE(tighter.pass(packet(phb::ef, Bytes{46}), at(0_s)));
    EXPECT_FALSE(tighter.pass(packet(phb::ef, Bytes{46}), at(0_s)));
  }
}

TEST(AConditioner, CopiesRunIndependently) {
  Conditioner first{{rule(Match{}, SingleBucketMeter::Profile{Rate{}, Bytes{1500}}, {pass, pass, drop})}};
  Conditioner second = first;
  EXPECT_TRUE(first.pass(packet(phb::ef), at(0_s)));
  EXPECT_TRUE(second.pass(packet(phb::ef), at(0_s)));
}

}  // namespace
}  // namespace qoslab
