// What hosts of ns-3 send through a gateway.
#include "model/ns3/foreign_traffic.h"

#include <gtest/gtest.h>

#include "model/ns3/simulation.h"
#include "tests/model/ns3/home_network.h"

namespace qoslab {
namespace {

using namespace literals;

/// 982 B of IP: 1020 B on a line without tags, 1024 B with the subscribers' one.
Traffic packets(Rate line_rate) { return ConstantTraffic{{line_rate, Layer::line}, Bytes{982}}; }
constexpr Dscp ef{46};

std::int64_t packets_lost(const FlowResults& f) {
  std::int64_t lost = 0;
  for (const auto& [why, count] : f.drops) lost += count.packets;
  return lost;
}

void expect_balance(const Results& results) {
  for (const auto& f : results.flows)
    EXPECT_EQ(f.sent.packets, f.delivered.packets + packets_lost(f) + f.queued.packets + f.in_flight.packets) << f.name;
}

TEST(ForeignTraffic, ALonePacketTakesExactlyWhatItsLinesAndTheGatewayTake) {
  auto s = home_network();
  s.flows = {flow_between("phone", "server", "up", packets(Rate::mbps(1))),
             flow_between("server", "phone", "down", packets(Rate::mbps(1)))};
  const auto results = simulate(s, {});
  const auto& up = flow_of(results, "up");
  const auto& down = flow_of(results, "down");
  ASSERT_GE(up.delays.size(), 24U);
  ASSERT_GE(down.delays.size(), 24U);
  const auto gateway = 20_us;
  const auto upstream = 81600_ns + 30_us + gateway + 8160_ns + 7_us + 81600_ns + 50_us + 8160_ns + 2_ms;
  const auto downstream = 8160_ns + 2_ms + 81600_ns + 50_us + gateway + 8192_ns + 5_us + 81600_ns + 30_us;
  for (const auto& sample : up.delays) EXPECT_EQ(sample.delay, upstream);
  for (const auto& sample : down.delays) EXPECT_EQ(sample.delay, downstream);
  EXPECT_EQ(up.carried.packets, up.offered.packets);
  expect_balance(results);
}

TEST(ForeignTraffic, DoesNotDependOnTheWindow) {
  auto s = home_network();
  s.runs.duration = 40_ms;
  add_background(s, 0.9);
  s.flows = {flow_between("phone", "server", "up", packets(Rate::mbps(25)), ef),
             flow_between("server", "phone", "down", packets(Rate::mbps(30)), ef),
             flow_between("server", "phone", "file", FileTraffic{})};
  const auto usual = simulate(s, {});
  for (const auto window : {30_us, 7_us + 7_ns, Duration::nanoseconds(1003)}) {
    SimulationOptions options;
    options.window = window;
    const auto other = simulate(s, options);
    ASSERT_EQ(other.flows.size(), usual.flows.size());
    for (std::size_t i = 0; i < usual.flows.size(); ++i) {
      const auto& a = usual.flows[i];
      const auto& b = other.flows[i];
      EXPECT_EQ(a.delivered, b.delivered) << a.name;
      EXPECT_EQ(a.drops, b.drops) << a.name;
      ASSERT_EQ(a.delays.size(), b.delays.size());
      for (std::size_t d = 0; d < a.delays.size(); ++d) EXPECT_EQ(a.delays[d].delay, b.delays[d].delay);
    }
    EXPECT_EQ(usual.gateway.streams[0].delivered, other.gateway.streams[0].delivered);
  }
}

TEST(ForeignTraffic, PolicersQueuesAndTheLineBehindTheGatewayBookWhatTheyDrop) {
  auto s = home_network();
  s.flows = {flow_between("phone", "server", "up", packets(Rate::mbps(40)), ef),
             flow_between("server", "phone", "down", packets(Rate::mbps(40)), ef)};
  const auto shaped = simulate(s, {});
  EXPECT_GT(flow_of(shaped, "up").drops.at("bng: policer").packets, 300);
  EXPECT_GT(flow_of(shaped, "down").drops.at("bng.access: queue_full").packets, 300);
  expect_balance(shaped);

  for (auto& c : s.gateways.profiles[0].classes) c.queue.pir.reset();
  s.links[0].rate = Rate::mbps(10);
  s.runs.duration = 1_s;
  s.flows = {flow_between("server", "phone", "down", packets(Rate::mbps(40)))};
  const auto narrow = simulate(s, {});
  const auto& down = flow_of(narrow, "down");
  EXPECT_GT(down.drops.at("bng.home: queue_full").packets, 2000);
  // Full: 1000 wait, one is on the line.
  const auto waited = down.delays.back().delay - down.delays.front().delay;
  EXPECT_GT(waited, 999 * 816_us);
  EXPECT_LE(waited, 1000 * 816_us);
  expect_balance(narrow);
}

TEST(ForeignTraffic, TcpFillsTheSubscribersShaperWhileTheCallWaitsForNobody) {
  auto s = home_network();
  add_background(s, 0.5);
  auto& homes = s.gateways.groups[0].traffic;
  homes[1].loaded = 5;  // all but the phone's home
  homes[1].rate = {Rate::mbps(300), Layer::line};
  homes.erase(homes.begin());
  s.runs.duration = 2_s;
  s.runs.warmup = 1_s;
  s.flows = {flow_between("server", "phone", "file", FileTraffic{Bytes{20'000'000}, {}, {}}),
             flow_between("server", "phone", "call", VoiceTraffic{}, ef)};
  const auto results = simulate(s, {});
  const auto& file = flow_of(results, "file");
  // 1500 B of IP are 1522 B of a tagged frame, by which the shaper counts; 1460 B of them are the file's.
  const double shaper = 20e6 * 1500 / 1522;
  const double carried = static_cast<double>(file.arrived.bytes.bits()) / 2;
  EXPECT_LT(carried, shaper * 1.001 + 60'000 * 8.0 / 2);
  EXPECT_GT(carried, shaper * 0.97);
  for (const auto& sample : flow_of(results, "call").delays) EXPECT_LT(sample.delay, 3_ms);
  EXPECT_EQ(flow_of(results, "call").carried.packets, 100);
  expect_balance(results);
}

TEST(ForeignTraffic, ARunThatIsStoppedKeepsItsBooks) {
  auto s = home_network();
  add_background(s, 0.5);
  s.runs.warmup = 10_ms;
  s.flows = {flow_between("server", "phone", "down", packets(Rate::mbps(10)))};
  for (const double when : {0.0, 0.02, 0.4}) {
    std::atomic<bool> stop{when == 0.0};
    SimulationOptions options;
    options.stop = &stop;
    options.progress = [&](double share) { stop = share >= when; };
    const auto results = simulate(s, options);
    EXPECT_FALSE(results.complete);
    expect_balance(results);
    for (const auto& stream : results.gateway.streams) {
      Count rest = stream.sent;
      rest.packets -= stream.delivered.packets + stream.queued.packets + stream.in_flight.packets;
      for (const auto& [why, count] : stream.drops) rest.packets -= count.packets;
      EXPECT_EQ(rest.packets, 0);
    }
  }
}

TEST(ForeignTraffic, WhatStandsInASubscribersQueueWhenTheRunIsStoppedIsQueued) {
  auto s = home_network();
  s.flows = {flow_between("server", "phone", "down", packets(Rate::mbps(40)))};  // its queue lets 20 pass
  std::atomic<bool> stop{false};
  SimulationOptions options;
  options.stop = &stop;
  options.progress = [&](double share) { stop = share >= 0.2; };
  const auto results = simulate(s, options);
  const auto& down = flow_of(results, "down");
  EXPECT_GT(down.queued.packets, 30);
  EXPECT_LT(down.in_flight.packets, 20);
  EXPECT_EQ(down.open, down.offered - down.carried) << "nothing was dropped yet";
  expect_balance(results);
}

TEST(ForeignTraffic, SubscribersDoNotReachEachOther) {
  auto s = home_network();
  s.nodes.push_back({.name = "pc", .router = false, .rsvp = false, .latency = {}, .fails_at = {}});
  s.links.push_back({"desk", "pc", "bng", Rate::mbps(100), 30_us});
  s.gateways.hosts.push_back({"pc", "bng", "homes", 6});
  s.flows = {flow_between("phone", "pc", "call", VoiceTraffic{}), flow_between("pc", "server", "out", VoiceTraffic{})};
  const auto results = simulate(s, {});
  EXPECT_EQ(flow_of(results, "call").drops.at("bng: no_route").packets, flow_of(results, "call").sent.packets);
  EXPECT_EQ(flow_of(results, "out").carried.packets, 10);
  expect_balance(results);
}

TEST(ForeignTraffic, AReservationPassesTheGatewayAsANodeWithoutRsvp) {
  auto s = home_network();
  add_background(s, 0.3);
  for (auto& node : s.nodes) node.rsvp = true;
  s.links[2].rate = Rate::mbps(1);
  PortSpec port;
  port.node = "r";
  port.link = "inside";
  port.layer = Layer::line;
  port.scheduler = SchedulerKind::wf2q_plus;
  port.classes = {leaf("rest", Wf2qShare{Rate::kbps(500)}, 20), leaf("control", Wf2qShare{Rate::kbps(50)}, 20)};
  Match rsvp;
  rsvp.protocol = ip_protocol::rsvp;
  port.classify = {{rsvp, "control"}, {Match{}, "rest"}};
  ReservableSpec reservable;
  reservable.bandwidth = Rate::kbps(450);
  reservable.share_template = leaf("reserved", Wf2qShare{}, 20);
  reservable.most_flows = 4;
  port.reservable = reservable;
  s.ports = {port};
  s.flows = {flow_between("phone", "server", "load", packets(Rate::mbps(2))),
             flow_between("phone", "server", "call", packets(Rate::kbps(200)))};
  ReservationSpec wants;
  wants.flowspec.tspec = {Rate::kbps(195), Bytes{982} * 3, Rate::mbps(10), Bytes{982}, Bytes{1500}};
  s.flows[1].reservation = wants;
  s.runs.duration = 2_s;
  const auto results = simulate(s, {});
  const auto& call = flow_of(results, "call");
  EXPECT_EQ(call.facts.at("admitted"), 1);
  EXPECT_LT(call.facts.at("set_up_s"), 0.3);
  EXPECT_EQ(call.carried.packets, call.offered.packets);
  for (const auto& sample : call.delays) {
    if (sample.sent > Instant{} + 500_ms) {
      EXPECT_LT(sample.delay, 60_ms);
    }
  }
  EXPECT_LT(flow_of(results, "load").carried.packets, flow_of(results, "load").offered.packets);
  EXPECT_TRUE(flow_of(results, "rsvp").drops.empty());
  expect_balance(results);
}

}  // namespace
}  // namespace qoslab
