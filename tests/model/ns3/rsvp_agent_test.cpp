// Reservations in a simulated network: what they protect, when they are refused, how they end.
#include "model/ns3/rsvp_agent.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/ns3/simulation.h"
#include "tests/model/ns3/small_network.h"

namespace qoslab {
namespace {

using namespace literals;

constexpr Bytes packet{982};
const Rate call_rate = Rate::kbps(200);

/// The narrow port shares by WF2Q+: best effort 500, RSVP itself 50, reservations up to 450 kbit/s of its line.
Scenario reserving_network() {
  auto s = small_network();
  for (auto& node : s.nodes) node.rsvp = true;
  auto port = narrow_port(SchedulerKind::wf2q_plus, {leaf("rest", Wf2qShare{Rate::kbps(500)}, 20),
                                                     leaf("control", Wf2qShare{Rate::kbps(50)}, 20)});
  Match rsvp;
  rsvp.protocol = ip_protocol::rsvp;
  port.classify = {{rsvp, "control"}, {Match{}, "rest"}};
  ReservableSpec reservable;
  reservable.bandwidth = Rate::kbps(450);
  reservable.share_template = leaf("reserved", Wf2qShare{}, 20);
  reservable.most_flows = 4;
  port.reservable = reservable;
  s.ports = {port};
  s.flows = {stream("load", Rate::mbps(2)), stream("call", call_rate)};
  s.flows[1].start = Instant{} + 1_s;
  return s;
}

ReservationSpec controlled_load(Rate ip_rate) {
  ReservationSpec r;
  r.flowspec.tspec = {ip_rate, packet * 3, Rate::mbps(10), packet, Bytes{1500}};
  return r;
}

/// What the call really is: its line rate, seen at the IP layer, and a little more.
const Rate enough = Rate::kbps(195);

TEST(RsvpAgent, AReservationProtectsTheCallFromTheMomentItStands) {
  auto s = reserving_network();
  s.flows[1].reservation = controlled_load(enough);
  s.flows[1].reservation->answer_after = 2_s;
  const auto results = simulate(s, {});
  const auto& call = flow_of(results, "call");
  EXPECT_EQ(call.facts.at("admitted"), 1);
  EXPECT_NEAR(call.facts.at("set_up_s"), 2, 0.2);
  const Instant stood = Instant{} + Duration::from_seconds(call.facts.at("stood_at_s"));
  std::vector<Instant> sent;
  for (const auto& d : call.delays) {
    if (d.sent < stood) continue;
    sent.push_back(d.sent);
    EXPECT_LT(d.delay, 60_ms);
  }
  for (std::size_t i = 1; i < sent.size(); ++i) EXPECT_EQ(sent[i] - sent[i - 1], 40800_us) << "none is lost";
  EXPECT_GT(sent.size(), 150U);
  EXPECT_LT(call.carried.packets, call.offered.packets) << "before it stands, it is best effort";
}

TEST(RsvpAgent, WhatDoesNotFitIsRefusedAndStaysBestEffort) {
  auto s = reserving_network();
  s.flows[1].reservation = controlled_load(Rate::kbps(460));
  const auto results = simulate(s, {});
  const auto& call = flow_of(results, "call");
  EXPECT_EQ(call.facts.at("admitted"), 0);
  ASSERT_EQ(results.notes.size(), 1U);
  EXPECT_NE(results.notes[0].find("refused"), std::string::npos) << results.notes[0];
  EXPECT_LT(call.carried.packets, call.offered.packets * 3 / 4);
}

TEST(RsvpAgent, WhatExceedsTheReservationIsBestEffort) {
  auto s = reserving_network();
  s.flows[1] = stream("call", Rate::kbps(400));
  s.flows[1].reservation = controlled_load(enough);
  const auto results = simulate(s, {});
  const auto& call = flow_of(results, "call");
  EXPECT_EQ(call.facts.at("admitted"), 1);
  const auto reserved = std::find_if(results.classes.begin(), results.classes.end(),
                                     [](const auto& c) { return c.class_name == "reserved-1"; });
  ASSERT_NE(reserved, results.classes.end());
  EXPECT_NEAR(static_cast<double>(reserved->arrived.bytes.bits()) / 10, 195e3, 195e3 * 0.03);
  EXPECT_TRUE(reserved->drops.empty());
}

TEST(RsvpAgent, ExcessStaysInTheClassWhereNobodyPolices) {
  auto s = reserving_network();
  s.ports[0].reservable->police = false;
  s.flows[1] = stream("call", Rate::kbps(400));
  s.flows[1].reservation = controlled_load(enough);
  const auto results = simulate(s, {});
  const auto& call = flow_of(results, "call");
  const auto reserved = std::find_if(results.classes.begin(), results.classes.end(),
                                     [](const auto& c) { return c.class_name == "reserved-1"; });
  EXPECT_GT(reserved->drops.at("queue_full").packets, 50);
  EXPECT_GE(call.offered.packets - reserved->arrived.packets, 0);
  EXPECT_LE(call.offered.packets - reserved->arrived.packets, 2) << "only what came before the reservation stood";
}

TEST(RsvpAgent, AGuaranteedReservationKeepsTheBoundThatItComputed) {
  auto s = reserving_network();
  s.runs.duration = 30_s;
  s.flows[1].reservation = controlled_load(enough);
  s.flows[1].reservation->flowspec.guaranteed = RSpec{Rate::kbps(300), {}};
  const auto results = simulate(s, {});
  const auto& call = flow_of(results, "call");
  ASSERT_EQ(call.facts.at("admitted"), 1);
  const double bound = call.facts.at("guaranteed_bound_s");
  const Duration least = 816_us + 1_ms + 8160_us + 2_ms;
  Duration worst;
  for (const auto& d : call.delays)
    if (d.sent.since_start().to_seconds() > call.facts.at("stood_at_s")) worst = std::max(worst, d.delay - least);
  EXPECT_LE(worst.to_seconds(), bound);
  EXPECT_GT(worst, Duration{});
  EXPECT_LT(bound, 0.2) << "a bound that says something";
}

TEST(RsvpAgent, AReceiverThatDiesLetsTheReservationTimeOut) {
  auto s = reserving_network();
  s.runs.duration = 400_s;
  s.flows[0] = stream("load", Rate::kbps(100));
  s.flows[1].reservation = controlled_load(enough);
  s.nodes[2].fails_at = Instant{} + 50_s;
  const auto results = simulate(s, {});
  ASSERT_FALSE(results.notes.empty());
  const auto at = results.notes.back().find(" at ");
  const double ended = std::stod(results.notes.back().substr(at + 4));
  // The last refresh came within 45 s before the failure; state lives 3.5 * 1.5 * 30 s after it.
  EXPECT_GE(ended, 50 - 45 + 157.5);
  EXPECT_LE(ended, 50 + 157.5 + 1);
}

TEST(RsvpAgent, ATornDownReservationFreesItsBandwidthForTheNext) {
  auto s = reserving_network();
  s.flows[1].reservation = controlled_load(Rate::kbps(300));
  s.flows[1].reservation->torn_down_at = Instant{} + 4_s;
  s.flows.push_back(stream("late", call_rate));
  s.flows[2].start = Instant{} + 6_s;
  s.flows[2].reservation = controlled_load(Rate::kbps(300));
  const auto results = simulate(s, {});
  EXPECT_EQ(flow_of(results, "call").facts.at("admitted"), 1);
  EXPECT_EQ(flow_of(results, "late").facts.at("admitted"), 1);
}

TEST(RsvpAgent, FlowsOfOneSessionShareAWildcardReservation) {
  auto s = reserving_network();
  s.flows[1].reservation = controlled_load(Rate::kbps(400));
  s.flows[1].reservation->style = ReservationStyle::wildcard_filter;
  s.flows.push_back(s.flows[1]);
  s.flows[2].name = "second";
  s.flows[1].port = s.flows[2].port = 7000;
  const auto results = simulate(s, {});
  std::int64_t slots_used = 0;
  for (const auto& c : results.classes)
    if (c.class_name.starts_with("reserved-") && c.arrived.packets > 0) ++slots_used;
  EXPECT_EQ(slots_used, 1);
  for (const auto* name : {"call", "second"}) {
    EXPECT_EQ(flow_of(results, name).facts.at("admitted"), 1) << name;
    EXPECT_GE(flow_of(results, name).carried.packets, flow_of(results, name).offered.packets - 1) << name;
  }
}

}  // namespace
}  // namespace qoslab
