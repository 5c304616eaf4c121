#include <gtest/gtest.h>

#include "model/ns3/simulation.h"
#include "tests/model/bng/gateways.h"

namespace qoslab {
namespace {

using namespace literals;

/// 10 subscribers, one class, frames of 1230 B: 1250 B of line, of which 1 Gbit/s are 100,000 a second.
Scenario steady(Duration duration, Duration warmup) {
  Scenario s;
  s.gateways = bng::imix_gateway(10, 0.1, 1000);
  auto& gateway = s.gateways.gateways[0];
  gateway.access.links = gateway.network.links = 1;
  gateway.access.rate = gateway.network.rate = Rate::gbps(10);
  gateway.processor.reset();
  auto& profile = s.gateways.profiles[0];
  profile.classes.resize(1);
  profile.classes[0].queue.pir.reset();
  profile.classes[0].policer.reset();
  profile.arbiters.clear();
  auto down = bng::traffic(Direction::downstream, Rate::gbps(1));
  down.sizes = {{{Bytes{1230}, 1}}, {{Bytes{1230}, 1}}};
  down.classes = {{"be", Dscp{}, 1}};
  s.gateways.groups[0].traffic = {down};
  s.runs.duration = duration;
  s.runs.warmup = warmup;
  return s;
}

TEST(GatewayHost, MeasuresTheWholeMeasuredTime) {
  for (const auto duration : {300_us, 1_ms, 1010_us, 10_ms})
    for (const auto warmup : {0_ms, 1_ms, 3_ms}) {
      const auto results = simulate(steady(duration, warmup), {});
      const auto& stream = results.gateway.streams.back();
      ASSERT_EQ(stream.direction, Direction::downstream);
      const auto packets = duration / 10_us;
      EXPECT_NEAR(static_cast<double>(stream.offered.packets), static_cast<double>(packets), 1);
      EXPECT_NEAR(static_cast<double>(stream.arrived.packets), static_cast<double>(packets), warmup > 0_ms ? 1 : 4);
      EXPECT_EQ(results.until - results.from, duration);
    }
}

TEST(GatewayHost, RecordsAreWholeAndDoNotDependOnTheWindow) {
  auto s = steady(10_ms, 3_ms);
  s.runs.record = 2300_us;
  for (const auto window : {1_ms, 50_us, 20_ms}) {
    SimulationOptions options;
    options.window = window;
    const auto results = simulate(s, options);
    const auto& records = results.gateway.streams.back().records;
    ASSERT_EQ(records.size(), 4U);
    for (const auto& record : records) EXPECT_EQ(record.offered.packets, 230);
  }
  s.runs.record = 5_ms;
  const auto results = simulate(s, {});
  EXPECT_EQ(results.gateway.streams.back().records.size(), 2U) << "the last one ends with the measured time";
}

TEST(GatewayHost, AStopWhileTheGatewayIsBuiltLeavesNothing) {
  const std::atomic<bool> stop{true};
  SimulationOptions options;
  options.stop = &stop;
  const auto results = simulate(steady(10_ms, 10_ms), options);
  EXPECT_FALSE(results.complete);
  EXPECT_EQ(results.until, Instant{});
  EXPECT_TRUE(results.gateway.streams.empty());
  EXPECT_TRUE(results.gateway.subscribers.empty());
}

TEST(GatewayHost, WhatHappensInTheWarmupIsNotMeasuredByARunThatIsStoppedInIt) {
  std::atomic<bool> stop{false};
  SimulationOptions options;
  options.stop = &stop;
  options.progress = [&](double share) { stop = share >= 0.2; };
  const auto results = simulate(steady(10_ms, 10_s), options);
  EXPECT_FALSE(results.complete);
  EXPECT_EQ(results.measured(), Duration{});
  EXPECT_GT(results.until - Instant{}, 2_s);
  const auto& stream = results.gateway.streams.back();
  EXPECT_GT(stream.sent.packets, 0);
  EXPECT_EQ(stream.offered, Count{});
  EXPECT_EQ(stream.arrived, Count{});
  EXPECT_EQ(stream.delays.count(), 0);
  EXPECT_TRUE(results.gateway.subscribers.empty());
}

}  // namespace
}  // namespace qoslab
