// What a run tells while it runs, against what it measured in the end.
#include "model/ns3/live_readings.h"

#include <gtest/gtest.h>

#include "model/ns3/simulation.h"
#include "tests/model/bng/gateways.h"
#include "tests/model/ns3/small_network.h"

namespace qoslab {
namespace {

using namespace literals;

struct Told {
  Results results;
  std::vector<LiveReading> readings;
};

Told run(const Scenario& scenario) {
  Told told;
  SimulationOptions options;
  options.live = [&](const LiveReading& reading) { told.readings.push_back(reading); };
  options.live_pause = {};
  told.results = simulate(scenario, options);
  return told;
}

Scenario overloaded() {
  auto s = small_network();
  s.flows = {flow("p", PoissonTraffic{{Rate::mbps(2), Layer::ip}, Bytes{500}})};
  s.runs.warmup = 2_s;
  s.runs.duration = 10_s;
  return s;
}

TEST(LiveReadings, AddUpToTheResults) {
  const auto [results, readings] = run(overloaded());
  ASSERT_GT(readings.size(), 1U);
  Duration over;
  Bytes payload;
  std::int64_t ended = 0;
  std::int64_t lost = 0;
  std::int64_t delays = 0;
  Instant before = Instant::at(2_s);
  for (const auto& reading : readings) {
    EXPECT_EQ(reading.time - reading.over, before) << "one begins where the other ended, the first with measured time";
    before = reading.time;
    over += reading.over;
    ASSERT_EQ(reading.flows.size(), 1U);
    EXPECT_EQ(reading.flows[0].name, "p");
    payload += reading.flows[0].payload;
    ended += reading.flows[0].ended;
    lost += reading.flows[0].lost;
    delays += reading.flows[0].delays;
  }
  const auto& p = flow_of(results, "p");
  EXPECT_EQ(over, 10_s);
  EXPECT_EQ(payload, p.payload);
  EXPECT_GT(lost, 1000);
  // What was under way at the end of the measured time was counted later.
  EXPECT_EQ(ended - lost, delays);
  EXPECT_LE(delays, p.carried.packets);
  EXPECT_GE(delays, p.carried.packets - 1100);
}

TEST(LiveReadings, OfManyFlowsAreOfLabels) {
  auto s = small_network();
  for (std::size_t i = 0; i < LiveReadings::most_flows + 1; ++i) {
    s.flows.push_back(stream("s" + std::to_string(i), Rate::kbps(10)));
    s.flows.back().label = i % 2 == 0 ? "even" : "odd";
  }
  const auto told = run(s);
  ASSERT_FALSE(told.readings.empty());
  Bytes payload;
  for (const auto& reading : told.readings) {
    ASSERT_EQ(reading.flows.size(), 2U);
    EXPECT_EQ(reading.flows[0].name, "even");
    EXPECT_EQ(reading.flows[1].name, "odd");
    payload += reading.flows[0].payload + reading.flows[1].payload;
  }
  Bytes all;
  for (const auto& f : told.results.flows) all += f.payload;
  EXPECT_EQ(payload, all);
}

TEST(LiveReadings, AreNeverOfMoreThanSoMany) {
  auto s = small_network();
  for (std::size_t i = 0; i < 2 * LiveReadings::most_flows; ++i)
    s.flows.push_back(stream("s" + std::to_string(i), Rate::kbps(5)));
  s.runs.duration = 1_s;
  const auto told = run(s);
  ASSERT_FALSE(told.readings.empty());
  EXPECT_EQ(told.readings.back().flows.size(), LiveReadings::most_flows);
}

TEST(LiveReadings, OfAGatewayAddUpToWhatItMeasured) {
  Scenario s;
  s.gateways = bng::imix_gateway(10, 0.3, 1000);
  s.runs.warmup = 3_ms;
  s.runs.duration = 10_ms;
  const auto [results, readings] = run(s);
  ASSERT_FALSE(readings.empty());
  for (const auto direction : {Direction::upstream, Direction::downstream}) {
    LiveTraffic sum;
    for (const auto& reading : readings)
      for (const auto& part : reading.traffic) {
        if (part.direction != direction) continue;
        sum.over += part.over;
        sum.offered += part.offered;
        sum.arrived += part.arrived;
        sum.lost += part.lost;
        sum.delays += part.delays;
        sum.delay_sum += part.delay_sum;
      }
    Count offered;
    Count arrived;
    Count lost;
    DelayHistogram delays;
    for (const auto& stream : results.gateway.streams) {
      if (stream.direction != direction) continue;
      offered += stream.offered;
      arrived += stream.arrived;
      for (const auto& [reason, count] : stream.lost) lost += count;
      delays += stream.delays;
    }
    EXPECT_GT(offered.packets, 0);
    EXPECT_EQ(sum.over, 10_ms);
    EXPECT_EQ(sum.offered, offered);
    EXPECT_EQ(sum.arrived, arrived);
    EXPECT_EQ(sum.lost, lost);
    EXPECT_EQ(sum.delays, delays.count());
    EXPECT_TRUE(sum.delay_sum == delays.sum_ps());
  }
}

TEST(LiveReadings, OfARunThatIsStoppedInItsWarmupAreNone) {
  auto s = overloaded();
  std::atomic<bool> stop{true};
  SimulationOptions options;
  options.stop = &stop;
  int told = 0;
  options.live = [&](const LiveReading&) { ++told; };
  simulate(s, options);
  EXPECT_EQ(told, 0);
}

}  // namespace
}  // namespace qoslab
