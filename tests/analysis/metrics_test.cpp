#include "analysis/metrics.h"

#include <gtest/gtest.h>

#include "model/results/metric_names.h"
#include "tests/analysis/gateway_samples.h"
#include "tests/analysis/samples.h"

namespace qoslab {
namespace {

using namespace literals;
using samples::at;

std::optional<double> of(const FlowResults& flow, const std::string& metric, const RunSpec& runs = {}) {
  return measure(samples::results({flow}), runs, {flow.name, metric});
}

/// 10 packets of 1000 B offered in 10 s, of which 8 of 1000 B arrived.
FlowResults lossy() {
  auto flow = samples::flow("data");
  flow.offered = {10, Bytes{10'000}};
  flow.carried = flow.arrived = {8, Bytes{8'000}};
  flow.arrived_frames = Bytes{8 * 1018};
  flow.payload = Bytes{8 * 972};
  for (std::int64_t i = 0; i < 8; ++i) flow.delays.push_back({at(i * 1_s), 5_ms, Bytes{1000}});
  return flow;
}

TEST(Metrics, OfAFlowWithoutPacketsAreAllAbsent) {
  const auto silent = samples::flow("silent");
  for (const auto& metric : metric_table) EXPECT_FALSE(of(silent, std::string{metric.name})) << metric.name;
}

TEST(Metrics, OfAClassWithoutPacketsAreAllAbsent) {
  auto results = samples::results({});
  results.classes.push_back(samples::port_class());
  for (const auto& metric : metric_table)
    EXPECT_FALSE(measure(results, {}, {"r.wan/ef", std::string{metric.name}})) << metric.name;
}

TEST(Metrics, EveryNameOfTheListHasAFormula) {
  auto flow = samples::flow("all", samples::delays({5, 7, 6, 5, 9, 5}));
  flow.payload = Bytes{960};
  flow.exchanges = {{at(1_s), 70_ms, Bytes{1}}};
  flow.facts = {{"admitted", 1}, {"set_up_s", 2.4}, {"stood_at_s", 0}, {"guaranteed_bound_s", 0.01}};
  auto results = samples::results({flow});
  results.classes.push_back(samples::port_class({1, Bytes{9}}, {1, Bytes{9}}));
  RunSpec runs;
  runs.record = 40_ms;
  results.gateway = samples::gateway();
  const std::map<MetricSubject, std::string> subjects{{MetricSubject::flow, "all"},
                                                      {MetricSubject::port_class, "r.wan/ef"},
                                                      {MetricSubject::traffic, "premium.downstream"},
                                                      {MetricSubject::place, "bng.core.0"}};
  for (const auto& metric : metric_table) {
    const auto& subject = subjects.at(metric.subject);
    EXPECT_EQ(Measurement(results, runs).kind_of(subject), metric.subject);
    EXPECT_TRUE(measure(results, runs, {subject, std::string{metric.name}})) << metric.name;
  }
}

TEST(Metrics, UnknownSubjectsAndMetricsAreAbsent) {
  EXPECT_FALSE(of(lossy(), "delay.p42"));
  EXPECT_FALSE(measure(samples::results({lossy()}), {}, {"nobody", "loss"}));
  EXPECT_FALSE(of(lossy(), "suspensions")) << "a class's metric asked of a flow";
}

TEST(Metrics, LossCountsWhatWasOfferedInTheMeasuredTime) {
  EXPECT_DOUBLE_EQ(*of(lossy(), "loss"), 20);
  auto uneven = lossy();
  uneven.carried.bytes = Bytes{9'000};
  EXPECT_DOUBLE_EQ(*of(uneven, "loss.bytes"), 10);
}

TEST(Metrics, LossOfNothingLostIsAZeroThatWasMeasured) {
  EXPECT_EQ(of(samples::flow("voice", samples::delays({5, 5})), "loss"), 0.0);
}

TEST(Metrics, LossOfEverythingLeavesNoDelay) {
  auto flow = samples::flow("victim");
  flow.offered = {10, Bytes{10'000}};
  EXPECT_EQ(of(flow, "loss"), 100.0);
  EXPECT_EQ(of(flow, "throughput.ip"), 0.0);
  EXPECT_EQ(of(flow, "goodput"), 0.0);
  EXPECT_FALSE(of(flow, "delay.mean"));
  EXPECT_FALSE(of(flow, "jitter.mean"));
}

TEST(Metrics, RatesCountBytesAtTheirLayer) {
  EXPECT_DOUBLE_EQ(*of(lossy(), "offered.ip"), 8000);
  EXPECT_DOUBLE_EQ(*of(lossy(), "goodput"), 972 * 8 * 8 / 10.0);
  EXPECT_DOUBLE_EQ(*of(lossy(), "throughput.ip"), 6400);
  EXPECT_DOUBLE_EQ(*of(lossy(), "throughput.ethernet"), 1014 * 8 * 8 / 10.0);
  EXPECT_DOUBLE_EQ(*of(lossy(), "throughput.frame"), 1018 * 8 * 8 / 10.0);
  EXPECT_DOUBLE_EQ(*of(lossy(), "throughput.line"), 1038 * 8 * 8 / 10.0);
}

TEST(Metrics, SmallPacketsArePaddedEachForItself) {
  const auto flow = samples::flow("mixed", {{at(1_s), 5_ms, Bytes{28}}, {at(2_s), 5_ms, Bytes{1500}}});
  EXPECT_DOUBLE_EQ(*of(flow, "throughput.frame"), (64 + 1518) * 8 / 10.0);
  EXPECT_DOUBLE_EQ(*of(flow, "throughput.line"), (84 + 1538) * 8 / 10.0);
}

TEST(Metrics, ThroughputIsWhatArrivedInTheMeasuredTimeWheneverItWasSent) {
  auto flow = lossy();
  flow.carried = {10, Bytes{10'000}};  // two of them after it
  EXPECT_DOUBLE_EQ(*of(flow, "throughput.ip"), 6400);
  EXPECT_EQ(of(flow, "loss"), 0.0);
}

TEST(Metrics, ARunOfNoMeasuredTimeHasNoRates) {
  const auto results = samples::results({lossy()}, Duration{});
  for (const auto* metric : {"goodput", "throughput.ip", "throughput.line", "offered.ip"})
    EXPECT_FALSE(measure(results, {}, {"data", metric})) << metric;
}

TEST(Metrics, VariationIsTheDelayAboveTheSmallest) {
  std::vector<std::int64_t> milliseconds;
  for (std::int64_t i = 1; i <= 1000; ++i) milliseconds.push_back(10 + i);
  const auto flow = samples::flow("voice", samples::delays(milliseconds));
  EXPECT_DOUBLE_EQ(*of(flow, "delay.min"), 0.011);
  EXPECT_DOUBLE_EQ(*of(flow, "delay.p99"), 1.0);
  EXPECT_DOUBLE_EQ(*of(flow, "pdv.p50"), 0.499);
  EXPECT_DOUBLE_EQ(*of(flow, "pdv.p95"), 0.949);
  EXPECT_DOUBLE_EQ(*of(flow, "pdv.p99"), 0.989);
  EXPECT_DOUBLE_EQ(*of(flow, "pdv.p999"), 0.998);
  EXPECT_DOUBLE_EQ(*of(flow, "pdv.max"), 0.999);
}

TEST(Metrics, OneDelayGivesDelayAndVariationButNoJitter) {
  const auto flow = samples::flow("voice", samples::delays({5}));
  EXPECT_DOUBLE_EQ(*of(flow, "delay.mean"), 0.005);
  EXPECT_EQ(of(flow, "pdv.max"), 0.0);
  EXPECT_FALSE(of(flow, "jitter.mean"));
  EXPECT_FALSE(of(flow, "jitter.max_over_mean"));
}

TEST(Metrics, JitterRatiosAreOverTheMean) {
  RunSpec runs;
  runs.record = 40_ms;
  const auto flow = samples::flow("voice", samples::delays({0, 16, 16, 0}));
  const double mean = (0.001 + 0.0009375 + 0.00187890625) / 3;
  EXPECT_DOUBLE_EQ(*of(flow, "jitter.mean", runs), mean);
  EXPECT_DOUBLE_EQ(*of(flow, "jitter.max_over_mean", runs), 0.00187890625 / mean);
  EXPECT_DOUBLE_EQ(*of(flow, "jitter.record_max_over_mean", runs), (0.0009375 + 0.00187890625) / 2 / mean);
  EXPECT_FALSE(of(samples::flow("still", samples::delays({5, 5})), "jitter.max_over_mean")) << "0 over 0";
}

TEST(Metrics, ResponsesAreCountedAndTimed) {
  auto flow = samples::flow("file");
  for (const auto took : {70_ms, 90_ms, 80_ms}) flow.exchanges.push_back({at(1_s), took, Bytes{100'000}});
  EXPECT_EQ(of(flow, "response.count"), 3.0);
  EXPECT_DOUBLE_EQ(*of(flow, "response.min"), 0.07);
  EXPECT_DOUBLE_EQ(*of(flow, "response.mean"), 0.08);
  EXPECT_DOUBLE_EQ(*of(flow, "response.p50"), 0.08);
  EXPECT_DOUBLE_EQ(*of(flow, "response.p99"), 0.09);
  EXPECT_DOUBLE_EQ(*of(flow, "response.max"), 0.09);
}

TEST(Metrics, ARefusedReservationSaysSoAndPromisesNothing) {
  auto flow = samples::flow("voice", samples::delays({5, 50}));
  flow.facts = {{"admitted", 0}};
  EXPECT_EQ(of(flow, "reservation.admitted"), 0.0);
  EXPECT_FALSE(of(flow, "reservation.set_up"));
  EXPECT_FALSE(of(flow, "reservation.bound"));
  EXPECT_FALSE(of(flow, "reservation.worst_queueing"));
}

TEST(Metrics, TheWorstQueueingIsThatOfPacketsWithAStandingReservation) {
  // Sent at 0, 20, 40, 60 ms; the reservation stands from 20 ms on.
  auto flow = samples::flow("voice", samples::delays({90, 8, 12, 9}));
  flow.facts = {{"admitted", 1}, {"stood_at_s", 0.02}};
  EXPECT_DOUBLE_EQ(*of(flow, "reservation.worst_queueing"), 0.004);
  flow.facts["least_delay_s"] = 0.005;
  EXPECT_DOUBLE_EQ(*of(flow, "reservation.worst_queueing"), 0.007);
  flow.facts["stood_at_s"] = 1;
  EXPECT_FALSE(of(flow, "reservation.worst_queueing")) << "no packet was sent after that";
}

TEST(Metrics, WhatHasNoEndWhenTheRunIsStoppedIsNotLost) {
  auto stopped = samples::flow("voice");
  stopped.offered = {10, Bytes{2000}};
  stopped.carried = {6, Bytes{1200}};
  stopped.open = {2, Bytes{500}};
  const auto results = samples::results({stopped});
  const Measurement m{results, {}};
  EXPECT_EQ(m.value({"voice", "loss"}), 25.0);
  EXPECT_EQ(m.value({"voice", "loss.bytes"}), 20.0);
}

TEST(Metrics, RatesAreOverTheTimeThatWasMeasured) {
  auto results = samples::results({samples::flow("voice", samples::delays({5, 5}))}, 2_s);
  results.from = Instant::at(1_s);
  EXPECT_EQ(measure(results, {}, {"voice", "offered.ip"}), 3200.0);
  results.from = Instant::at(3_s);  // stopped during the warm-up
  EXPECT_FALSE(measure(results, {}, {"voice", "offered.ip"}));
}

TEST(Metrics, OfAClassComeFromItsCounters) {
  auto results = samples::results({});
  auto ef = samples::port_class({20, Bytes{20'000}}, {15, Bytes{15'000}});
  ef.drops = {{"queue_full", {3, Bytes{3'000}}}, {"overlimit", {1, Bytes{1'000}}}};
  ef.suspensions = 7;
  ef.suspended = 250_ms;
  ef.most_waiting = {16, Bytes{16'000}};
  results.classes.push_back(ef);
  const Measurement m{results, {}};
  EXPECT_DOUBLE_EQ(*m.value({"r.wan/ef", "rate"}), 12'000);
  EXPECT_DOUBLE_EQ(*m.value({"r.wan/ef", "loss"}), 100.0 * 4 / 19);
  EXPECT_EQ(m.value({"r.wan/ef", "most_waiting"}), 16.0);
  EXPECT_EQ(m.value({"r.wan/ef", "suspensions"}), 7.0);
  EXPECT_EQ(m.value({"r.wan/ef", "suspended"}), 0.25);
  EXPECT_FALSE(m.value({"r.wan/be", "rate"}));
}

TEST(Measurement, AgreesWithMeasure) {
  const auto results = samples::results({lossy(), samples::flow("voice", samples::delays({3, 4, 9, 1}))});
  const Measurement m{results, {}};
  for (const auto& metric : metric_table)
    for (const auto* flow : {"data", "voice"})
      EXPECT_EQ(m.value({flow, std::string{metric.name}}), measure(results, {}, {flow, std::string{metric.name}}));
}

}  // namespace
}  // namespace qoslab
