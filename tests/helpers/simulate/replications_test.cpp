// Replications in processes of their own: the same results in the same order, whatever happens to the processes.
#include "helpers/simulate/replications.h"

#include <gtest/gtest.h>

#include <csignal>
#include <set>

#include "helpers/results/wire.h"
#include "model/ns3/simulation.h"
#include "tests/model/ns3/small_network.h"

namespace qoslab {
namespace {

Scenario one_flow(Duration duration = Duration::seconds(2)) {
  auto s = small_network();
  s.runs.duration = duration;
  s.flows = {flow("p", PoissonTraffic{{Rate::kbps(500), Layer::ip}, Bytes{500}})};
  return s;
}

std::vector<Task> tasks(const Scenario& scenario, int count) {
  std::vector<Task> result;
  for (int i = 0; i < count; ++i) result.push_back({&scenario, replication_seed(1, i), std::nullopt});
  return result;
}

std::vector<std::int64_t> packets_of(const PoolOutcome& outcome) {
  std::vector<std::int64_t> packets;
  for (const auto& r : outcome.results) packets.push_back(r ? flow_of(*r, "p").sent.packets : -1);
  return packets;
}

TEST(Replications, DoNotDependOnHowManyRunAtOnce) {
  const auto s = one_flow();
  const auto all = tasks(s, 5);
  PoolOptions three;
  three.processes = 3;
  const auto serial = packets_of(run_all(all, {}));
  EXPECT_EQ(serial, packets_of(run_all(all, three)));
  EXPECT_GT((std::set<std::int64_t>{serial.begin(), serial.end()}).size(), 1U) << "each has a seed of its own";
}

TEST(Replications, TellTheirProgressUpToTheEnd) {
  const auto s = one_flow();
  double last = 0;
  PoolOptions options;
  options.progress = [&](double share) {
    EXPECT_GE(share, last);
    EXPECT_LT(last, 1) << "the end is told once";
    last = share;
  };
  run_all(tasks(s, 3), options);
  EXPECT_EQ(last, 1);
}

TEST(Replications, TellLiveOnlyWhatIsAskedFor) {
  const auto s = one_flow();
  auto all = tasks(s, 3);
  all[1].live = true;
  std::vector<LiveReading> readings;
  PoolOptions options;
  options.live = [&](const LiveReading& reading) { readings.push_back(reading); };
  const auto outcome = run_all(all, options);
  ASSERT_FALSE(readings.empty());
  EXPECT_EQ(readings.back().time, Instant{} + s.runs.duration) << "the last one is of the end";
  Bytes payload;
  for (const auto& reading : readings) payload += reading.flows.at(0).payload;
  EXPECT_EQ(payload, flow_of(*outcome.results[1], "p").payload);
}

TEST(Replications, AreTheSameWhetherTheyTellLiveOrNot) {
  auto s = one_flow(Duration::seconds(20));
  s.ports = {narrow_port(SchedulerKind::fifo, {leaf("all", FifoShare{}, 5)})};
  s.flows.push_back(flow("t", FileTraffic{Bytes{200'000}, Duration::seconds(1), std::nullopt}));
  const auto bytes = [&](bool live) {
    SimulationOptions options;
    int told = 0;
    if (live) options.live = [&](const LiveReading&) { ++told; };
    options.live_pause = {};
    auto results = simulate(s, options);
    EXPECT_EQ(told > 1, live);
    results.wall_s = 0;
    return pack(results);
  };
  EXPECT_TRUE(bytes(false) == bytes(true)) << "to the last bit";
}

TEST(Replications, AnInterruptKeepsWhatWasMeasured) {
  const auto s = one_flow(Duration::seconds(100'000));
  PoolOptions options;
  bool raised = false;
  options.progress = [&](double share) {
    if (share > 0 && !raised) raised = std::raise(SIGINT) == 0;
  };
  const auto outcome = run_all(tasks(s, 2), options);
  EXPECT_TRUE(outcome.interrupted);
  ASSERT_TRUE(outcome.results[0]);
  EXPECT_FALSE(outcome.results[0]->complete);
  EXPECT_FALSE(outcome.results[1]) << "not begun";
}

TEST(Replications, ThatWereInterruptedAreNeverDone) {
  const auto s = one_flow(Duration::seconds(100'000));
  PoolOptions options;
  double last = 0;
  options.progress = [&](double share) {
    if (share > 0 && last == 0) std::raise(SIGINT);
    last = share;
  };
  run_all(tasks(s, 1), options);
  EXPECT_GT(last, 0);
  EXPECT_LT(last, 1);
}

TEST(Replications, ASecondInterruptEndsThemAtOnce) {
  const auto s = one_flow(Duration::seconds(100'000));
  PoolOptions options;
  options.progress = [](double share) {
    if (share > 0) std::raise(SIGINT);
  };
  const auto outcome = run_all(tasks(s, 1), options);
  EXPECT_TRUE(outcome.interrupted);
}

TEST(Replications, SayWhatWentWrongInsideThem) {
  auto s = one_flow();
  s.ports = {narrow_port(SchedulerKind::fifo, {leaf("all", FifoShare{})})};
  s.ports[0].pcap = true;
  auto all = tasks(s, 1);
  all[0].captures = "/dev/null/nowhere";
  try {
    run_all(all, {});
    FAIL() << "captures cannot be written there";
  } catch (const ReplicationError& e) {
    EXPECT_NE(std::string{e.what()}.find("/dev/null/nowhere"), std::string::npos) << e.what();
    EXPECT_FALSE(e.out_of_resources);
  }
}

}  // namespace
}  // namespace qoslab
