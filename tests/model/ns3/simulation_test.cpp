// What happens on the wire, against arithmetic.
#include "model/ns3/simulation.h"

#include <gtest/gtest.h>

#include "tests/model/ns3/small_network.h"

namespace qoslab {
namespace {

using namespace literals;

void expect_balance(const Results& results) {
  for (const auto& f : results.flows) {
    std::int64_t dropped = 0;
    for (const auto& [why, count] : f.drops) dropped += count.packets;
    EXPECT_EQ(f.sent.packets, f.delivered.packets + dropped + f.queued.packets + f.in_flight.packets) << f.name;
  }
}

TEST(Simulation, APacketTakesExactlyItsTransmissionsAndPropagations) {
  auto s = small_network();
  s.flows = {stream("s", Rate::kbps(100))};
  const auto results = simulate(s, {});
  const auto& f = flow_of(results, "s");
  ASSERT_EQ(f.delays.size(), 123U);  // a packet every 81.6 ms, first within the first interval
  for (const auto& sample : f.delays) EXPECT_EQ(sample.delay, 816_us + 1_ms + 8160_us + 2_ms);
  EXPECT_EQ(f.offered.packets, f.carried.packets);
  expect_balance(results);
}

TEST(Simulation, ProcessingTimeIsAddedInHostsAndRouters) {
  auto s = small_network();
  for (auto& node : s.nodes) node.latency = 50_us;
  s.flows = {stream("s", Rate::kbps(100))};
  s.flows[0].send_latency = 300_us;
  const auto results = simulate(s, {});
  for (const auto& sample : flow_of(results, "s").delays) {
    EXPECT_EQ(sample.delay, 816_us + 1_ms + 8160_us + 2_ms + 3 * 50_us + 300_us);
  }
}

TEST(Simulation, AnOverloadedLineCarriesItsRateAndTheBooksSayWhereTheRestWent) {
  auto s = small_network();
  s.ports = {narrow_port(SchedulerKind::fifo, {leaf("all", FifoShare{}, 20)})};
  s.flows = {stream("s", Rate::mbps(2))};
  s.runs.warmup = 1_s;
  const auto results = simulate(s, {});
  const auto& f = flow_of(results, "s");
  EXPECT_NEAR(static_cast<double>(f.carried.packets), 10.0 / 8.16e-3, 2);
  EXPECT_NEAR(static_cast<double>(f.offered.packets), 2 * 10.0 / 8.16e-3, 2);
  EXPECT_GT(f.drops.at("r.second: queue_full").packets, 1000);
  // Full queue: 20 packets wait, one is on the line.
  EXPECT_LE(f.delays.back().delay, 816_us + 1_ms + 21 * 8160_us + 2_ms);
  expect_balance(results);
}

TEST(Simulation, TheRecordsOfAClassAddUpToWhatItCounted) {
  auto s = small_network();
  s.ports = {narrow_port(SchedulerKind::fifo, {leaf("all", FifoShare{}, 20)})};
  s.flows = {stream("s", Rate::mbps(2))};
  s.runs.warmup = 1_s;
  s.runs.duration = 10_s;
  s.runs.record = 2500_ms;
  const auto results = simulate(s, {});
  ASSERT_EQ(results.classes.size(), 1U);
  const auto& all = results.classes.front();
  ASSERT_EQ(all.records.size(), 4U);
  Count sent;
  Count lost;
  for (const auto& record : all.records) {
    sent += record.sent;
    lost += record.lost;
    EXPECT_NEAR(static_cast<double>(record.sent.packets), 2.5 / 8.16e-3, 1.5);
    EXPECT_EQ(record.most_waiting.packets, 20);
  }
  EXPECT_EQ(sent, all.sent);
  EXPECT_EQ(lost, all.drops.at("queue_full"));
}

TEST(Simulation, AClassHasWholeRecordsOnlyAndForgetsTheWarmup) {
  auto s = small_network();
  s.ports = {narrow_port(SchedulerKind::fifo, {leaf("all", FifoShare{}, 20)})};
  s.flows = {stream("early", Rate::mbps(2)), stream("late", Rate::kbps(100))};
  s.flows[0].stop = Instant{} + 1_s;
  s.runs.warmup = 2_s;
  s.runs.duration = 3500_ms;
  const auto results = simulate(s, {});
  const auto& all = results.classes.front();
  EXPECT_EQ(all.records.size(), 3U);
  EXPECT_EQ(all.most_waiting.packets, 1) << "twenty waited in the warm-up";
  Count sent;
  for (const auto& record : all.records) sent += record.sent;
  EXPECT_LT(sent.packets, all.sent.packets) << "half a second is in no record";
  EXPECT_NEAR(static_cast<double>(all.sent.packets), 3.5 / 81.6e-3, 1);
}

TEST(Simulation, StrictPriorityWaitsForOnePacketAtMost) {
  auto s = small_network();
  auto port = narrow_port(SchedulerKind::priority, {leaf("low", PriorityShare{0}), leaf("high", PriorityShare{1})});
  Match ef;
  ef.dscps = {Dscp{46}};
  port.classify = {{ef, "high"}, {Match{}, "low"}};
  s.ports = {port};
  s.flows = {stream("greedy", Rate::mbps(2)), stream("urgent", Rate::kbps(100))};
  s.flows[1].dscp = Dscp{46};
  const auto results = simulate(s, {});
  const auto& urgent = flow_of(results, "urgent");
  EXPECT_EQ(urgent.offered.packets, urgent.carried.packets);
  // On the first line it may wait for one packet of the other flow as well.
  for (const auto& sample : urgent.delays) EXPECT_LE(sample.delay, 2 * 816_us + 1_ms + 2 * 8160_us + 2_ms);
  expect_balance(results);
}

TEST(Simulation, APipeOfDummynetDelaysALonePacketByItsOwnLengthUpToTheTick) {
  auto s = small_network();
  s.links[1].rate = Rate::mbps(10);
  auto port = narrow_port(SchedulerKind::fifo, {leaf("all", FifoShare{})});
  port.layer = Layer::ip;
  port.shaper = ShaperSpec{ShaperSpec::Kind::pipe, Rate::mbps(1), Bytes{0}, 1_ms};
  s.ports = {port};
  s.flows = {stream("s", Rate::kbps(100))};
  const auto results = simulate(s, {});
  for (const auto& sample : flow_of(results, "s").delays) {
    const Instant at_port = sample.sent + 816_us + 1_ms;
    const std::int64_t done = (at_port + 7856_us).ps();  // 982 B at 1 Mbit/s
    const std::int64_t tick = (1_ms).ps();
    const Instant leaves = Instant::at(Duration::picoseconds((done + tick - 1) / tick * tick));
    EXPECT_EQ(sample.sent + sample.delay, leaves + 816_us + 2_ms);
  }
}

TEST(Simulation, TcpFillsTheLineAndItsPayloadIsCountedOnce) {
  auto s = small_network();
  auto file = flow("file", FileTraffic{Bytes{100'000}, {}, std::nullopt});
  s.flows = {file};
  s.runs.warmup = 2_s;
  const auto results = simulate(s, {});
  const auto& f = flow_of(results, "file");
  // 1460 of 1538 bytes on the line.
  EXPECT_NEAR(static_cast<double>(f.payload.bits()) / 10, 1e6 * 1460 / 1538, 1e6 * 0.02);
  EXPECT_GE(f.exchanges.size(), 10U);
  for (const auto& e : f.exchanges) EXPECT_EQ(e.payload, Bytes{100'000});
  expect_balance(results);
}

TEST(Simulation, ATransactionTakesTwoWays) {
  auto s = small_network();
  s.flows = {flow("t", TransactionTraffic{Bytes{1}, Bytes{1}, 10_ms})};
  const auto results = simulate(s, {});
  const auto& f = flow_of(results, "t");
  ASSERT_GT(f.exchanges.size(), 100U);
  // 41 B of IP are the smallest frame: 84 B on the line, 67.2 us at 10 Mbit/s, 672 us at 1 Mbit/s.
  const Duration one_way = 67200_ns + 1_ms + 672_us + 2_ms;
  // ns-3's TCP hands out what was written one tick of its clock later.
  EXPECT_EQ(f.exchanges[5].took, 2 * one_way + 1_ps);
}

TEST(Simulation, TheSameSeedGivesTheSamePacketsAndAnotherSeedOthers) {
  auto s = small_network();
  s.flows = {flow("p", PoissonTraffic{{Rate::kbps(500), Layer::ip}, Bytes{500}})};
  const auto sent_of = [&](std::uint64_t seed) {
    SimulationOptions options;
    options.seed = seed;
    std::vector<std::int64_t> times;
    const auto results = simulate(s, options);
    for (const auto& d : flow_of(results, "p").delays) times.push_back(d.sent.ps() + d.delay.ps());
    return times;
  };
  EXPECT_EQ(sent_of(1), sent_of(1));
  EXPECT_NE(sent_of(1), sent_of(2));
}

TEST(Simulation, ANewFlowDisturbsNoOtherFlowsDraws) {
  auto s = small_network();
  s.links[1].rate = Rate::mbps(10);
  s.flows = {flow("p", PoissonTraffic{{Rate::kbps(500), Layer::ip}, Bytes{500}})};
  const auto sent_of = [&] {
    std::vector<std::int64_t> times;
    const auto results = simulate(s, {});
    for (const auto& d : flow_of(results, "p").delays) times.push_back(d.sent.ps());
    return times;
  };
  const auto alone = sent_of();
  s.flows.push_back(flow("q", PoissonTraffic{{Rate::kbps(500), Layer::ip}, Bytes{500}}));
  EXPECT_EQ(alone, sent_of());
}

TEST(Simulation, AFailedRouterLosesEverythingFromThenOn) {
  auto s = small_network();
  s.nodes[1].fails_at = Instant{} + 5_s;
  s.flows = {stream("s", Rate::kbps(100))};
  const auto results = simulate(s, {});
  const auto& f = flow_of(results, "s");
  EXPECT_NEAR(static_cast<double>(f.carried.packets) / static_cast<double>(f.offered.packets), 0.5, 0.02);
  EXPECT_GT(f.drops.at("r.first: link_down").packets, 50);
  expect_balance(results);
}

TEST(Simulation, AStopFromOutsideKeepsWhatWasMeasured) {
  auto s = small_network();
  s.flows = {stream("s", Rate::kbps(100))};
  std::atomic<bool> stop{false};
  SimulationOptions options;
  options.stop = &stop;
  options.progress = [&](double share) { stop = share >= 0.3; };
  const auto results = simulate(s, options);
  EXPECT_FALSE(results.complete);
  EXPECT_GE(results.until.since_start(), 3_s);
  EXPECT_LT(results.until.since_start(), 10_s);
  EXPECT_GT(flow_of(results, "s").delays.size(), 30U);
}

TEST(Simulation, WhatIsUnderWayWhenARunIsStoppedIsOpenAndNotLost) {
  auto s = small_network();
  s.ports = {narrow_port(SchedulerKind::fifo, {leaf("all", FifoShare{}, 2000)})};
  s.flows = {stream("s", Rate::mbps(2))};
  std::atomic<bool> stop{false};
  SimulationOptions options;
  options.stop = &stop;
  options.progress = [&](double share) { stop = share >= 0.1; };
  const auto results = simulate(s, options);
  const auto& f = flow_of(results, "s");
  EXPECT_GT(f.queued.packets, 50);
  EXPECT_EQ(f.open, f.offered - f.carried);
  EXPECT_EQ(f.open.packets, f.queued.packets + f.in_flight.packets);
  Count open;
  for (const auto& record : f.records) open += record.open;
  EXPECT_EQ(open, f.open);
  EXPECT_EQ(flow_of(simulate(s, {}), "s").open, Count{}) << "a run that goes on to its end waits for them";
}

}  // namespace
}  // namespace qoslab
