#include "analysis/gateway_metrics.h"

#include <gtest/gtest.h>

#include "analysis/metrics.h"
#include "tests/analysis/gateway_samples.h"

namespace qoslab {
namespace {

using namespace literals;

std::optional<double> of(const std::string& subject, const std::string& metric) {
  return GatewayMeasures{samples::gateway(), 1_s}.value({subject, metric});
}

TEST(GatewayMetrics, RatesAreOfWhatArrivedInTheMeasuredTime) {
  const GatewayMeasures half_a_second{samples::gateway(), 500_ms};
  EXPECT_EQ(half_a_second.value({"premium.downstream/be", "packets"}), 1800.0);
  EXPECT_EQ(half_a_second.value({"premium.downstream/be", "throughput"}), 14.4e6);
  EXPECT_EQ(half_a_second.value({"premium.downstream/be", "throughput.line"}), 2 * 900 * 1024 * 8.0);
  EXPECT_EQ(half_a_second.value({"premium.downstream/be", "offered.packets"}), 2400.0);
  EXPECT_EQ(half_a_second.value({"premium.downstream/be", "offered"}), 19.2e6);
  EXPECT_EQ(half_a_second.value({"premium.downstream/be", "offered.line"}), 2 * 1200 * 1024 * 8.0);
  EXPECT_EQ(half_a_second.value({"premium.downstream/be", "subscriber.min"}), std::nullopt);
}

TEST(GatewayMetrics, LossIsOfPacketsDroppedAndNotOfThoseUnderWay) {
  EXPECT_EQ(of("premium.downstream/be", "loss"), 100.0 * 200 / 1100);
  EXPECT_EQ(of("premium.downstream/be", "sent.packets"), 1200.0);
  EXPECT_EQ(of("premium.downstream/be", "lost.packets"), 200.0);
  EXPECT_EQ(of("premium.downstream/ef", "loss"), 0.0);
  EXPECT_EQ(of("bng", "loss"), 100.0 * 310 / 2220);
}

TEST(GatewayMetrics, WhatWasOfferedInTheWarmUpAndDroppedLaterIsNoLossAboveAHundredPercent) {
  GatewayResults gateway;
  gateway.streams = {samples::stream("g", Direction::downstream, "be", 10, 20, 60)};
  const GatewayMeasures measures{gateway, 1_s};
  EXPECT_EQ(measures.value({"g", "loss"}), 75.0);
  EXPECT_EQ(measures.value({"g", "lost.packets"}), 60.0);
}

TEST(GatewayMetrics, DelaysAreOfAllTheStreamsOfASubject) {
  EXPECT_EQ(of("premium.downstream/ef", "delay.min"), 1e-6);
  EXPECT_EQ(of("premium.downstream/ef", "delay.max"), 400e-6);
  EXPECT_EQ(of("premium.downstream/ef", "delay.mean"), 200.5e-6);
  EXPECT_NEAR(*of("premium.downstream/ef", "delay.p50"), 200e-6, 0.2e-6);
  EXPECT_NEAR(*of("premium.downstream/ef", "delay.p99"), 396e-6, 0.4e-6);
  EXPECT_NEAR(*of("premium.downstream/be", "delay.p999"), 900e-6, 0.9e-6);
  EXPECT_EQ(of("premium.downstream", "delay.max"), 900e-6);
  EXPECT_NEAR(*of("premium.downstream", "delay.mean"), (400 * 200.5e-6 + 900 * 450.5e-6) / 1300, 1e-12);
}

TEST(GatewayMetrics, SaysForWhatPacketsWaited) {
  EXPECT_EQ(of("premium.downstream/ef", "waited.own_shaper"), 25.0);
  EXPECT_EQ(of("premium.downstream/ef", "waited.parent"), 10.0);
  EXPECT_EQ(of("premium.downstream/ef", "waited.port"), 0.0);
  EXPECT_EQ(of("premium.upstream/ef", "waited.port"), std::nullopt) << "upstream has no egress queues of subscribers";
}

TEST(GatewayMetrics, SubscribersOfAGroupAreItsLoadedOnes) {
  EXPECT_EQ(of("premium.downstream", "subscriber.min"), 200 * 8000.0);
  EXPECT_EQ(of("premium.downstream", "subscriber.mean"), 325 * 8000.0);
  EXPECT_EQ(of("premium.downstream", "subscriber.max"), 400 * 8000.0);
  EXPECT_EQ(of("premium.upstream", "subscriber.mean"), 55 * 8000.0);
  EXPECT_NEAR(*of("premium.downstream", "fairness"), 3.25 * 3.25 / (4 * (1 + 0.5625 + 0.25 + 1)), 1e-12);
}

TEST(GatewayMetrics, ASubscribersTwoDirectionsAreOneRate) {
  EXPECT_EQ(of("premium", "subscriber.min"), 200 * 8000.0);
  EXPECT_EQ(of("premium", "subscriber.max"), 460 * 8000.0);
}

TEST(GatewayMetrics, SubscribersOfTheGatewayAreThoseOfItsGroups) {
  EXPECT_EQ(of("bng.downstream", "subscriber.mean"), (1300 + 500) * 8000.0 / 6);
  EXPECT_EQ(of("bng.upstream", "subscriber.min"), 50 * 8000.0);
}

TEST(GatewayMetrics, PercentilesOfSubscribersAreRatesThatOccurred) {
  std::vector<std::int64_t> packets;
  for (std::int64_t i = 200; i >= 1; --i) packets.push_back(i);
  GatewayResults gateway;
  gateway.streams = {samples::stream("g", Direction::downstream, "be", 20100, 20100)};
  gateway.subscribers = {samples::totals("g", Direction::downstream, packets, packets)};
  const GatewayMeasures measures{gateway, 1_s};
  EXPECT_EQ(measures.value({"g.downstream", "subscriber.p1"}), 2 * 8000.0);
  EXPECT_EQ(measures.value({"g", "subscriber.p5"}), 10 * 8000.0);
  EXPECT_EQ(of("premium.downstream", "subscriber.p5"), 200 * 8000.0) << "of four the first";
}

TEST(GatewayMetrics, SamplesHaveTheirOwn) {
  EXPECT_EQ(of("premium[2].downstream/ef", "loss"), 10.0);
  EXPECT_EQ(of("premium[2]", "packets"), 90.0);
  EXPECT_EQ(of("premium[2]", "fairness"), std::nullopt);
}

TEST(GatewayMetrics, WhatSawNothingHasNone) {
  const GatewayMeasures measures{samples::gateway(), 1_s};
  for (const auto& metric : metric_table)
    for (const auto* subject : {"basic.upstream/be", "basic.upstream"})
      EXPECT_FALSE(measures.value({subject, std::string{metric.name}})) << metric.name;
}

TEST(GatewayMetrics, WhatOnlyDrainsHasARateAndLosesNothing) {
  GatewayResults gateway;
  gateway.streams = {samples::stream("g", Direction::downstream, "be", 0, 3)};
  const GatewayMeasures measures{gateway, 1_s};
  EXPECT_EQ(measures.value({"g", "packets"}), 3.0);
  EXPECT_EQ(measures.value({"g", "lost.packets"}), 0.0);
  EXPECT_EQ(measures.value({"g", "loss"}), 0.0);
  EXPECT_FALSE(measures.value({"g", "offered"}));
}

TEST(GatewayMetrics, PlacesSayWhatTheyCarried) {
  EXPECT_EQ(of("bng.core.1", "rate"), 1320 * 8000.0);
  EXPECT_EQ(of("bng.core.1", "packets"), 1320.0);
  EXPECT_EQ(of("bng.core.1", "busy"), 75.0);
  EXPECT_EQ(of("bng.core.1", "most_waiting"), 60.0);
  EXPECT_EQ(of("bng.access.0/level8", "busy"), 20.0);
  EXPECT_FALSE(of("bng.access.0", "most_waiting")) << "not known";
  EXPECT_FALSE(of("bng.core.7", "busy"));
}

TEST(GatewayMetrics, APlaceThatCarriesPacketsAtNoRateOfItsOwnIsNotIdle) {
  GatewayResults gateway;
  gateway.places = {samples::place("bng.access.0/level3", 5, 0), samples::place("bng.access.0/level4", 0, 0)};
  const GatewayMeasures measures{gateway, 1_s};
  EXPECT_FALSE(measures.value({"bng.access.0/level3", "busy"}));
  EXPECT_EQ(measures.value({"bng.access.0/level4", "busy"}), 0.0);
}

TEST(GatewayMetrics, OfNoTimeThereAreNoRates) {
  const GatewayMeasures measures{samples::gateway(), Duration{}};
  EXPECT_FALSE(measures.value({"bng", "throughput"}));
  EXPECT_FALSE(measures.value({"bng", "subscriber.mean"}));
  EXPECT_FALSE(measures.value({"bng.core.0", "packets"}));
  EXPECT_TRUE(measures.value({"bng", "loss"}));
}

TEST(GatewayMetrics, KnowWhatASubjectIs) {
  const GatewayMeasures measures{samples::gateway(), 1_s};
  EXPECT_EQ(measures.kind_of("premium.downstream/ef"), MetricSubject::traffic);
  EXPECT_EQ(measures.kind_of("basic.upstream"), MetricSubject::traffic) << "though it saw nothing";
  EXPECT_EQ(measures.kind_of("bng.access.0/olt.1"), MetricSubject::place);
  EXPECT_FALSE(measures.kind_of("voice"));
}

TEST(GatewayMetrics, OfManySubscribersAreExact) {
  GatewayResults gateway;
  const std::vector<std::int64_t> ones(128'000, 1);
  for (const auto direction : {Direction::upstream, Direction::downstream})
    gateway.subscribers.push_back(samples::totals("all", direction, ones, ones));
  gateway.streams = {samples::stream("all", Direction::downstream, "be", 128'000, 128'000)};
  EXPECT_EQ((GatewayMeasures{gateway, 1_s}.value({"all", "fairness"})), 1.0);
}

}  // namespace
}  // namespace qoslab
