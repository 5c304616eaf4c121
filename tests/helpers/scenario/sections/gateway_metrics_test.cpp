// Which metrics a gateway's traffic and places have.
#include "tests/helpers/scenario/gateways.h"

namespace qoslab {
namespace {

std::string with_metric(const std::string& metric, const std::string& bound = "at_most: 5") {
  test::GatewayText text;
  text.processor = "processor: {cores: 4, frequency: 1 GHz, cycles_per_packet: 1}, ";
  text.access =
      "links: 2, rate: 1 Gbit/s line, scheduler: {aggregates: [{name: olt, subscribers: 2, rate: 500 Mbit/s frame}]}";
  text.group = "ipv4: 100.64.0.0/24, sample: [7]";
  text.rest = "expect: [{metric: @\"" + metric + "\", " + bound + "}]\n";
  return text.yaml();
}

MetricName found(const std::string& metric, const std::string& bound = "at_most: 5") {
  const auto s = test::read_legal(test::marked(with_metric(metric, bound)).text);
  return s.expectations.empty() ? MetricName{} : s.expectations[0].metric;
}

void expect_complaint(const std::string& metric, const std::string& what) {
  const auto yaml = test::marked(with_metric(metric));
  const auto lines = test::printed(read_scenario_text(yaml.text, "test").diagnostics);
  EXPECT_THAT(lines, ::testing::Contains("test:" + yaml.places.at(0) + ": error: " + what)) << metric;
}

TEST(GatewayMetrics, OfTraffic) {
  EXPECT_EQ(found("bng.throughput.line", "at_least: 9 Gbit/s").subject, "bng");
  EXPECT_EQ(found("bng.throughput.line", "at_least: 9 Gbit/s").metric, "throughput.line");
  EXPECT_EQ(found("bng.upstream.packets", "at_least: 31 Mpacket/s").subject, "bng.upstream");
  EXPECT_EQ(found("all.fairness").subject, "all");
  EXPECT_EQ(found("all.downstream.subscriber.min", "at_least: 1 kbit/s").subject, "all.downstream");
  EXPECT_EQ(found("all.downstream/ef.delay.max", "at_most: 1 ms").subject, "all.downstream/ef");
  EXPECT_EQ(found("all.downstream/ef.waited.own_shaper", "at_most: 1 %").metric, "waited.own_shaper");
  EXPECT_EQ(found("all[7].loss", "at_most: 1 %").subject, "all[7]");
  EXPECT_EQ(found("all[7].upstream/be.sent.packets").subject, "all[7].upstream/be");
}

TEST(GatewayMetrics, OfPlaces) {
  EXPECT_EQ(found("bng.access.1.busy", "at_most: 90 %").subject, "bng.access.1");
  EXPECT_EQ(found("bng.access.0/level8.rate", "at_most: 1 Gbit/s").subject, "bng.access.0/level8");
  EXPECT_EQ(found("bng.access.0/olt.2.busy", "at_most: 90 %").subject, "bng.access.0/olt.2")
      << "five subscribers in pairs";
  EXPECT_EQ(found("bng.access.1.most_waiting").metric, "most_waiting");
  EXPECT_EQ(found("bng.core.0.most_waiting").metric, "most_waiting");
  EXPECT_EQ(found("bng.network.0.packets", "at_most: 5 packet/s").subject, "bng.network.0");
  EXPECT_EQ(found("bng.core.3.busy", "at_most: 90 %").subject, "bng.core.3");
}

TEST(GatewayMetrics, ThatDoNotExist) {
  expect_complaint("bng", "'bng' is no metric; write .packets, say, after it");
  expect_complaint("bng.throughput.lime", "bng has no metric 'throughput.lime'; did you mean 'throughput.line'?");
  expect_complaint("bgn.throughput", "no flow, group or gateway 'bgn'; did you mean 'bng'?");
  expect_complaint("bng.access.2.busy", "no access link '2'; 0 to 1");
  expect_complaint("bng.network.1.busy", "no network link '1'; 0 to 0");
  expect_complaint("bng.core.4.busy", "no core '4'; 0 to 3");
  expect_complaint("bng.access.0/level9.busy", "an access port has no 'level9'; did you mean 'level8'?");
  expect_complaint("bng.access.0/old.0.busy", "an access port has no 'old'; did you mean 'olt'?");
  expect_complaint("bng.access.0/olt.3.busy", "no olt '3'; 0 to 2");
  expect_complaint("bng.access.0.loss", "bng.access.0 has no metric 'loss'; known: rate, packets, busy, most_waiting");
  expect_complaint("all[8].loss", "subscriber '8' of 'all' is no sample; write sample: [8] in its group");
  expect_complaint("all[7.loss", "no ] behind the subscriber's number; write all[0]");
  expect_complaint("all.downstream/fe.loss", "profile 'home' has no class 'fe'; did you mean 'ef'?");
  expect_complaint("all/ef.loss", "'all' does not say in which direction; write upstream or downstream");
  expect_complaint("all.downstream/ef.fairness",
                   "all.downstream/ef has no fairness; it compares subscribers, over all their classes");
  expect_complaint("all.upstream.waited.port", "all.upstream has no waited.port; egress queues are downstream");
}

TEST(GatewayMetrics, WhatWaitsIsCountedByCoresAndAccessPortsOnly) {
  for (const std::string place : {"bng.access.0/olt.2", "bng.access.0/level8", "bng.network.0"})
    expect_complaint(place + ".most_waiting",
                     place + " has no most_waiting; only cores and access ports count what waits at once");
}

TEST(GatewayMetrics, HaveUnits) {
  test::GatewayText text;
  text.rest = "expect: [{metric: bng.packets, at_least: @1 Gbit/s}]\n";
  test::expect_complaints(text.yaml(),
                          {"error: at_least: packets is measured in packet/s, not in Gbit/s; give it in packet/s"});
}

}  // namespace
}  // namespace qoslab
