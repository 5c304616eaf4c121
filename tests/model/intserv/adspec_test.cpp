#include "model/intserv/adspec.h"

#include <gtest/gtest.h>

#include "model/intserv/rsvp_node.h"

namespace qoslab {
namespace {

using namespace literals;

const RsvpInterface slow{
    .address = {}, .bandwidth = Rate::kbps(500), .mtu = Bytes{1400}, .latency = 3_ms, .errors = {Bytes{200}, 12_ms}};
const RsvpInterface fast{
    .address = {}, .bandwidth = Rate::mbps(100), .mtu = Bytes{9000}, .latency = 1_ms, .errors = {Bytes{100}, 2_ms}};

TEST(Adspec, TakesTheLeastBandwidthAndMtuAndAddsTheRest) {
  for (const auto& way : {std::pair{slow, fast}, std::pair{fast, slow}}) {
    const auto a = composed(composed(fresh_adspec(), way.first, false), way.second, false);
    EXPECT_EQ(a.general, (rsvp::PathCharacter{2, Rate::kbps(500), 4_ms, Bytes{1400}}));
    EXPECT_EQ(a.guaranteed->c_total, Bytes{300});
    EXPECT_EQ(a.guaranteed->d_total, 14_ms);
    EXPECT_FALSE(a.broken || a.guaranteed->broken || a.controlled_load->broken);
  }
}

TEST(Adspec, ALatencyOnceUnknownStaysUnknown) {
  auto a = fresh_adspec();
  a.general.latency = rsvp::unknown_latency;
  EXPECT_EQ(composed(a, fast, false).general.latency, rsvp::unknown_latency);
}

TEST(Adspec, AServicesOwnValuesAreComposedToo) {
  auto a = fresh_adspec();
  a.controlled_load->own = {.hops = {}, .bandwidth = Rate::mbps(1), .latency = {}, .mtu = Bytes{1000}};
  a = composed(a, slow, false);
  EXPECT_EQ(a.controlled_load->own, (rsvp::PathCharacter{{}, Rate::kbps(500), {}, Bytes{1000}}));
}

TEST(Adspec, WhatIsNotKnownHereIsBroken) {
  auto a = fresh_adspec();
  a.others.push_back({99, false, {1, 2}});
  EXPECT_TRUE(composed(a, fast, false).others.front().broken);
  const auto skipped = composed(a, fast, true);
  EXPECT_TRUE(skipped.broken && skipped.guaranteed->broken && skipped.controlled_load->broken);
  EXPECT_TRUE(composed(skipped, fast, false).broken) << "for good";
}

TEST(Adspec, WhatTheSenderLeftOutStaysOut) {
  auto a = fresh_adspec();
  a.guaranteed.reset();
  EXPECT_FALSE(composed(a, fast, false).guaranteed);
}

}  // namespace
}  // namespace qoslab
