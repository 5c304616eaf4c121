#include "analysis/gateway_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "analysis/comparison.h"
#include "analysis/report.h"
#include "tests/analysis/gateway_samples.h"

namespace qoslab {
namespace {

using namespace literals;
using testing::ElementsAre;
using testing::IsEmpty;

PointReport report_on(const std::vector<Results>& replications, Scenario scenario = samples::gateway_scenario()) {
  scenario.runs.replications = static_cast<int>(replications.size());
  return make_report({scenario}, {replications}).points.front();
}

const TrafficReport& traffic(const PointReport& point, const std::string& subject) {
  for (const auto& report : point.traffic)
    if (name_of(report.subject) == subject) return report;
  throw std::out_of_range{subject};
}

Results with_offer(std::int64_t offered, std::int64_t arrived) {
  Results r;
  r.until = Instant::at(1_s);
  r.gateway.streams = {samples::stream("basic", Direction::downstream, "be", offered, arrived)};
  r.gateway.places = {samples::place("bng.core.0", offered, static_cast<double>(offered) / 1000)};
  return r;
}

TEST(GatewayReport, GivesMeansOfTheReplicationsAndSumsOfTheirCounts) {
  const auto point = report_on({with_offer(100, 90), with_offer(300, 210)});
  const auto& be = traffic(point, "basic.downstream/be");
  EXPECT_EQ(be.metrics.at("packets").mean, 150);
  EXPECT_EQ(be.metrics.at("packets").count, 2);
  EXPECT_TRUE(be.metrics.at("packets").ci95);
  EXPECT_EQ(be.sum.offered.packets, 400);
  EXPECT_EQ(be.sum.delays.count(), 300);
  ASSERT_EQ(point.places.size(), 1U);
  EXPECT_EQ(point.places.front().sent.packets, 400);
  EXPECT_DOUBLE_EQ(point.places.front().metrics.at("busy").mean, 20);
}

TEST(GatewayReport, SaysAtWhichLayerTheGatewayCounts) {
  auto scenario = samples::gateway_scenario();
  scenario.gateways.gateways.front().layer = Layer::line;
  EXPECT_EQ(traffic(report_on({with_offer(1, 1)}, scenario), "bng").layer, Layer::line);
  scenario.gateways.gateways.clear();
  EXPECT_FALSE(traffic(report_on({with_offer(1, 1)}, scenario), "bng").layer);
}

TEST(GatewayReport, FindsTheWorstAndTheBestSubscriber) {
  const auto point = report_on({samples::gateway_replication()});
  ASSERT_EQ(point.subscribers.size(), 3U) << "nobody sends upstream in basic";
  const auto& premium = point.subscribers.front();
  EXPECT_EQ(premium.group, "premium");
  EXPECT_EQ(premium.direction, Direction::downstream);
  EXPECT_EQ(premium.subscribers, 4);
  EXPECT_EQ(premium.loaded, 4);
  EXPECT_EQ(premium.worst.front().number, 2);
  EXPECT_EQ(premium.worst.front().arrived_bps, 1.6e6);
  EXPECT_EQ(premium.worst.front().offered_bps, 3.2e6);
  EXPECT_EQ(premium.worst.front().share, 0.5);
  EXPECT_EQ(premium.best.front().number, 0) << "of equals the first";
  EXPECT_EQ(premium.best.front().share, 1);
  EXPECT_EQ(premium.mean_bps, 2.6e6);
  EXPECT_EQ(point.subscribers[1].loaded, 2);
}

TEST(GatewayReport, TheListsOfSubscribersAreThoseOfSortingThemAll) {
  std::mt19937_64 random{5};
  for (int round = 0; round < 30; ++round) {
    std::vector<std::int64_t> offered;
    std::vector<std::int64_t> arrived;
    for (auto n = 1 + random() % 50; n > 0; --n) {
      offered.push_back(static_cast<std::int64_t>(random() % 5));
      arrived.push_back(static_cast<std::int64_t>(random() % 5));
    }
    std::vector<std::pair<double, std::int64_t>> shares;  // and what each got
    for (std::size_t i = 0; i < offered.size(); ++i)
      if (offered[i] > 0)
        shares.emplace_back(static_cast<double>(arrived[i]) / static_cast<double>(offered[i]), arrived[i]);
    Results results;
    results.until = Instant::at(1_s);
    results.gateway.subscribers = {samples::totals("g", Direction::downstream, offered, arrived)};
    const auto reports = subscriber_reports({results});
    ASSERT_EQ(reports.size(), shares.empty() ? 0U : 1U);
    if (shares.empty()) continue;
    std::sort(shares.begin(), shares.end());
    const auto& report = reports.front();
    ASSERT_EQ(report.worst.size(), std::min<std::size_t>(10, shares.size()));
    ASSERT_EQ(report.best.size(), report.worst.size());
    for (std::size_t i = 0; i < report.worst.size(); ++i) {
      EXPECT_DOUBLE_EQ(report.worst[i].share, shares[i].first);
      EXPECT_DOUBLE_EQ(report.worst[i].arrived_bps, 8000.0 * static_cast<double>(shares[i].second));
      EXPECT_DOUBLE_EQ(report.best[i].share, shares[shares.size() - 1 - i].first);
    }
  }
}

TEST(GatewayReport, BandsAreRatesThatOccurred) {
  std::vector<std::int64_t> packets;
  for (std::int64_t i = 1; i <= 200; ++i) packets.push_back(i);
  Results results;
  results.until = Instant::at(1_s);
  results.gateway.subscribers = {samples::totals("g", Direction::downstream, packets, packets)};
  const auto reports = subscriber_reports({results, results});
  ASSERT_EQ(reports.size(), 1U);
  std::vector<std::pair<int, double>> bands;
  for (const auto& [percent, bps] : reports.front().bands) bands.emplace_back(percent, bps / 8000);
  EXPECT_THAT(bands, ElementsAre(std::pair{1, 2.0}, std::pair{5, 10.0}, std::pair{25, 50.0}, std::pair{50, 100.0},
                                 std::pair{75, 150.0}, std::pair{95, 190.0}, std::pair{99, 198.0}));
  EXPECT_EQ(reports.front().min_bps, 8000);
  EXPECT_EQ(reports.front().max_bps, 1.6e6);
}

TEST(GatewayReport, OfSeveralReplicationsASubscribersRateIsTheirMean) {
  auto one = samples::gateway_replication();
  auto other = one;
  other.gateway.subscribers.front() =
      samples::totals("premium", Direction::downstream, {400, 400, 400, 400}, {100, 300, 400, 400});
  const auto reports = subscriber_reports({one, other});
  EXPECT_EQ(reports.front().worst.front().number, 0);
  EXPECT_EQ(reports.front().worst.front().arrived_bps, 250 * 8000.0);
  EXPECT_EQ(reports.front().worst.front().offered_bps, 400 * 8000.0);
}

TEST(GatewayReport, AQueueAPolicerOrADirectionThatSawNothingSaysSo) {
  auto results = samples::gateway_replication();
  auto& streams = results.gateway.streams;
  const auto silence = [&](std::size_t i) {
    streams[i] = samples::stream(streams[i].group, streams[i].direction, streams[i].class_name, 0, 0);
  };
  silence(0);
  silence(3);
  EXPECT_THAT(report_on({results}).notes,
              ElementsAre("basic.upstream: no packet was sent", "premium.downstream: queue of ef saw no packet",
                          "premium.upstream: policer of be saw no packet"));
}

TEST(GatewayReport, IdleClassesOfAGroupAreNamedTogether) {
  auto results = samples::gateway_replication();
  results.gateway.streams[0] = samples::stream("premium", Direction::downstream, "ef", 0, 0);
  results.gateway.streams.push_back(samples::stream("premium", Direction::downstream, "af", 0, 0));
  auto scenario = samples::gateway_scenario();
  scenario.gateways.groups[0].traffic[0].classes.push_back({"af", Dscp{10}, 0.1});
  EXPECT_THAT(report_on({results}, scenario).notes,
              ElementsAre("basic.upstream: no packet was sent", "premium.downstream: queues of ef, af saw no packet"));
}

TEST(GatewayReport, WhatNoTrafficIsMeantForIsIdleByDesign) {
  auto results = samples::gateway_replication();
  results.gateway.streams[0] = samples::stream("premium", Direction::downstream, "ef", 0, 0);
  auto scenario = samples::gateway_scenario();
  scenario.gateways.groups[0].traffic[0].classes.erase(scenario.gateways.groups[0].traffic[0].classes.begin());
  scenario.gateways.groups[1].traffic.pop_back();
  EXPECT_THAT(report_on({results}, scenario).notes, IsEmpty());
  scenario.gateways.hosts.push_back({"pc", "bng", "basic", 0});
  EXPECT_THAT(report_on({results}, scenario).notes, ElementsAre("basic.upstream: no packet was sent"));
}

TEST(GatewayReport, AGroupWithoutTrafficIsToldOnce) {
  auto results = samples::gateway_replication();
  results.gateway.streams[4] = samples::stream("basic", Direction::downstream, "be", 0, 0);
  auto scenario = samples::gateway_scenario();
  scenario.gateways.groups[1].traffic.clear();
  EXPECT_THAT(report_on({results}, scenario).notes, ElementsAre("basic: no packet was sent"));
}

TEST(GatewayReport, AQueueThatStillFillsSaysSo) {
  auto results = samples::gateway_replication();
  results.gateway.streams[4] = samples::stream("basic", Direction::downstream, "be", 6000, 5000, 899);
  EXPECT_THAT(report_on({results}).notes,
              ElementsAre("basic.downstream/be: 101 packets more wait at the end of the measured time than at its "
                          "beginning: loss and delay still grow; lengthen warmup",
                          "basic.upstream: no packet was sent"));
  results.gateway.streams[4] = samples::stream("basic", Direction::downstream, "be", 6000, 5000, 900);
  EXPECT_THAT(report_on({results}).notes, ElementsAre("basic.upstream: no packet was sent")) << "few packets";
  results.gateway.streams[4] = samples::stream("basic", Direction::downstream, "be", 20000, 19000, 800);
  EXPECT_THAT(report_on({results}).notes, ElementsAre("basic.upstream: no packet was sent")) << "1 %";
}

TEST(GatewayReport, AClassWithoutPolicerMayBeIdleUpstream) {
  auto results = samples::gateway_replication();
  results.gateway.streams[3] = samples::stream("premium", Direction::upstream, "be", 0, 0);
  auto scenario = samples::gateway_scenario();
  scenario.gateways.profiles.front().classes[1].policer.reset();
  EXPECT_THAT(report_on({results}, scenario).notes, ElementsAre("basic.upstream: no packet was sent"));
}

TEST(GatewayReport, ADirectionThatNobodyUsesIsToldOnce) {
  auto results = samples::gateway_replication();
  for (auto& stream : results.gateway.streams)
    if (stream.direction == Direction::upstream)
      stream = samples::stream(stream.group, stream.direction, stream.class_name, 0, 0);
  EXPECT_THAT(report_on({results}).notes, ElementsAre("bng.upstream: no packet was sent"));
}

TEST(GatewayReport, WhatOneReplicationUsedIsNotIdle) {
  auto idle = samples::gateway_replication();
  idle.gateway.streams[0] = samples::stream("premium", Direction::downstream, "ef", 0, 0);
  const auto notes = report_on({idle, samples::gateway_replication()}).notes;
  EXPECT_EQ(std::count_if(notes.begin(), notes.end(), [](const auto& n) { return n.ends_with("saw no packet"); }), 0);
}

Reference reference(std::string subject, std::string metric, std::string unit, double documented, double tolerance) {
  Reference r;
  r.id = "imix";
  r.metric = {std::move(subject), std::move(metric)};
  r.unit = std::move(unit);
  r.documented = documented;
  r.tolerance = tolerance;
  return r;
}

TEST(GatewayReport, ReferencesAndExpectationsOfGatewaysAreJudgedInTheirUnits) {
  auto scenario = samples::gateway_scenario();
  scenario.references = {reference("bng", "packets", "kpacket/s", 1.91, 0.001),
                         reference("premium.downstream/be", "loss", "%", 18.18, 0.01),
                         reference("bng.core.1", "busy", "%", 75, 0.1),
                         reference("bng.access.0/olt.0", "rate", "Mbit/s", 8, 0.1),
                         reference("premium[2].downstream/ef", "delay.max", "us", 90, 0.1)};
  scenario.expectations = {{{"basic", "subscriber.min"}, "Mbit/s", 1.6, std::nullopt}};
  const auto point = report_on({samples::gateway_replication()}, scenario);
  for (const auto& r : point.references) {
    ASSERT_TRUE(r.simulated) << r.reference.metric.subject;
    EXPECT_EQ(r.within, true) << r.reference.metric.subject << " " << r.simulated->mean;
  }
  EXPECT_TRUE(point.expectations.front().holds);
}

TEST(GatewayReport, ReferencesOfGatewaysAppearInComparisons) {
  auto scenario = samples::gateway_scenario();
  scenario.references = {reference("bng", "packets", "packet/s", 2000, 1)};
  const auto report = make_report({scenario}, {{samples::gateway_replication()}});
  const auto comparison = compare({report, report});
  EXPECT_EQ(comparison.rows.size(), 2U);
  EXPECT_EQ(comparison.outside, 2);
}

TEST(GatewayReport, WithoutReferencesAComparisonShowsEachDirectionOfAGateway) {
  const auto report = make_report({samples::gateway_scenario()}, {{samples::gateway_replication()}});
  const auto comparison = compare({report, report});
  ASSERT_EQ(comparison.traffic.size(), 4U);
  EXPECT_EQ(name_of(comparison.traffic.front().traffic.subject), "bng.downstream");
}

TEST(GatewayReport, AStreamWhoseBooksDoNotBalanceIsNamed) {
  auto broken = samples::gateway_replication();
  broken.gateway.streams[1].queued.bytes += Bytes{1};
  broken.gateway.streams.back().delivered.packets -= 1;
  const auto violations = report_on({samples::gateway_replication(), broken}).violations;
  ASSERT_EQ(violations.size(), 2U);
  EXPECT_EQ(violations[0].replication, 1);
  EXPECT_EQ(violations[0].what.flow, "premium.downstream/be");
  EXPECT_EQ(violations[0].what.books.surplus(), (Count{0, Bytes{1}}));
  EXPECT_EQ(violations[1].what.flow, "premium[2].downstream/ef");
}

}  // namespace
}  // namespace qoslab
