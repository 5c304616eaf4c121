#include "analysis/aggregates.h"

#include <gtest/gtest.h>

#include "tests/analysis/gateway_samples.h"

namespace qoslab {
namespace {

using namespace literals;

/// Two ports with aggregates of two subscribers: premium's 0 and 2, then basic's, are on the first one.
GatewaysSpec two_ports() {
  auto spec = samples::gateway_scenario().gateways;
  spec.gateways[0].access.links = 2;
  AggregateLevelSpec pon;
  pon.name = "pon";
  pon.subscribers = 2;
  spec.gateways[0].access.scheduler.aggregates = {pon};
  return spec;
}

Results lossy() {
  Results results;
  results.until = Instant::at(1_s);
  results.gateway.subscribers = {
      samples::totals("premium", Direction::downstream, {400, 400, 400, 400}, {400, 300, 200, 400}),
      samples::totals("basic", Direction::downstream, {300, 0, 300}, {300, 0, 300}),
      samples::totals("premium", Direction::upstream, {60, 60, 0, 0}, {60, 50, 0, 0})};
  return results;
}

TEST(Aggregates, AreWhatTheirSubscribersSentAndGot) {
  const auto reports = aggregate_reports({lossy(), lossy()}, two_ports());
  ASSERT_EQ(reports.size(), 2U);
  const auto& up = reports[0];
  const auto& down = reports[1];
  EXPECT_EQ(down.gateway, "bng");
  EXPECT_EQ(down.level, "pon");
  EXPECT_EQ(down.direction, Direction::downstream);
  EXPECT_EQ(down.measured, 2_s);
  EXPECT_EQ(down.number, 3) << "basic's subscriber 1 is alone in its aggregate, and was offered nothing";
  EXPECT_EQ(down.sum.offered, (Count{4400, Bytes{4'400'000}}));
  EXPECT_EQ(down.sum.arrived, (Count{3800, Bytes{3'800'000}}));
  EXPECT_EQ(down.sum.lost_packets, 600);
  EXPECT_EQ(down.worst.name, "bng.access.0/pon.0");
  EXPECT_EQ(down.worst.offered.packets, 1600);
  EXPECT_EQ(down.worst.loss(), 25.0);
  EXPECT_EQ(down.best.name, "bng.access.0/pon.1");
  EXPECT_EQ(down.best.loss(), 0.0);
  EXPECT_EQ(up.direction, Direction::upstream);
  EXPECT_EQ(up.number, 2);
  EXPECT_EQ(up.worst.name, "bng.access.1/pon.0");
}

TEST(Aggregates, WhoseTrafficHasNoEndAreNeitherTheWorstNorTheBest) {
  auto results = lossy();
  results.gateway.subscribers = {samples::totals("premium", Direction::downstream, {9, 9, 0, 0}, {0, 9, 0, 0})};
  results.gateway.subscribers.front().lost_packets = {0, 0, 0, 0};
  const auto reports = aggregate_reports({results}, two_ports());
  ASSERT_EQ(reports.size(), 1U);
  EXPECT_EQ(reports[0].number, 2);
  EXPECT_EQ(reports[0].worst.name, "bng.access.1/pon.0");
  EXPECT_EQ(reports[0].best.name, "bng.access.1/pon.0");
}

TEST(Aggregates, WithoutAnyThereIsNoReport) {
  EXPECT_TRUE(aggregate_reports({lossy()}, samples::gateway_scenario().gateways).empty());
}

}  // namespace
}  // namespace qoslab
