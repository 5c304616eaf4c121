#include "analysis/report.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/analysis/samples.h"

namespace qoslab {
namespace {

using namespace literals;

Scenario scenario(int replications) {
  Scenario s;
  s.name = "table4";
  s.question = "How does voice fare?";
  s.runs.replications = replications;
  return s;
}

/// One flow of 1000 packets, of which so many were lost.
Results losing(std::int64_t lost, std::string name = "voice") {
  auto flow = samples::flow(std::move(name));
  flow.offered = flow.sent = {1000, Bytes{200'000}};
  flow.carried = flow.arrived = flow.delivered = {1000 - lost, Bytes{200 * (1000 - lost)}};
  if (lost > 0) flow.drops["r.wan: queue_full"] = {lost, Bytes{200 * lost}};
  auto results = samples::results({flow});
  results.packets = 1000;
  results.wall_s = 0.5;
  return results;
}

Reference loss_of(double documented, std::optional<double> tolerance) {
  Reference r;
  r.id = "table4.be";
  r.metric = {"voice", "loss"};
  r.unit = "%";
  r.documented = documented;
  r.tolerance = tolerance;
  return r;
}

Report report_on(const Scenario& s, const std::vector<Results>& replications) {
  return make_report({s}, {replications});
}

TEST(Report, GivesTheMeanOfTheReplicationsAndItsInterval) {
  const auto report = report_on(scenario(3), {losing(90), losing(100), losing(110)});
  const auto& loss = report.points.front().flows.front().metrics.at("loss");
  EXPECT_DOUBLE_EQ(loss.mean, 10);
  EXPECT_NEAR(*loss.ci95, 4.3026527 * 1 / std::sqrt(3), 1e-6);
  EXPECT_EQ(loss.count, 3);
}

TEST(Report, AddsUpTheCountsOfTheReplications) {
  const auto report = report_on(scenario(2), {losing(90), losing(0)});
  const auto& flow = report.points.front().flows.front();
  EXPECT_EQ(flow.books.sent.packets, 2000);
  EXPECT_EQ(flow.books.delivered.packets, 1910);
  EXPECT_EQ(flow.drops.at("r.wan: queue_full").packets, 90);
  EXPECT_EQ(flow.carried.bytes, Bytes{200 * 1910});
  EXPECT_EQ(report.packets, 2000);
  EXPECT_DOUBLE_EQ(report.busy_s, 1);
}

TEST(Report, OfOneReplicationHasNoInterval) {
  EXPECT_FALSE(report_on(scenario(1), {losing(90)}).points.front().flows.front().metrics.at("loss").ci95);
}

TEST(Report, AMetricThatNobodyMeasuredIsNotInIt) {
  const auto report = report_on(scenario(1), {losing(90)});
  EXPECT_FALSE(report.points.front().flows.front().metrics.contains("delay.mean"));
}

TEST(Report, AMetricThatOneReplicationHasIsTheMeanOfThatOne) {
  auto with_delay = losing(0);
  with_delay.flows.front().delays = samples::delays({5});
  const auto report = report_on(scenario(2), {losing(1000), with_delay});
  const auto& delay = report.points.front().flows.front().metrics.at("delay.mean");
  EXPECT_DOUBLE_EQ(delay.mean, 0.005);
  EXPECT_EQ(delay.count, 1);
}

TEST(Report, AFlowOrClassThatOnlyALaterReplicationHasIsNotForgotten) {
  auto second = losing(0);
  second.flows.push_back(losing(10, "late").flows.front());
  second.classes.push_back(samples::port_class({2, Bytes{400}}, {2, Bytes{400}}));
  const auto point = report_on(scenario(2), {losing(0), second}).points.front();
  ASSERT_EQ(point.flows.size(), 2U);
  EXPECT_EQ(point.flows[1].name, "late");
  EXPECT_DOUBLE_EQ(point.flows[1].metrics.at("loss").mean, 1);
  ASSERT_EQ(point.classes.size(), 1U);
  EXPECT_EQ(point.classes[0].arrived.packets, 2);
  EXPECT_TRUE(point.classes[0].metrics.contains("rate"));
}

TEST(Reference, IsWithinItsToleranceUpToTheEdge) {
  auto s = scenario(1);
  for (const double tolerance : {1.0, 0.999}) {
    s.references = {loss_of(10, tolerance)};
    const auto reference = report_on(s, {losing(110)}).points.front().references.front();
    EXPECT_DOUBLE_EQ(reference.simulated->mean, 11);
    EXPECT_DOUBLE_EQ(*reference.deviation_percent, 10);
    EXPECT_EQ(reference.within, tolerance >= 1.0);
  }
}

TEST(Reference, RoundingDoesNotDecideAtTheEdge) {
  auto s = scenario(1);
  s.references = {loss_of(0.7, 0.1)};  // in binary 0.7 + 0.1 is a little less than 0.8
  EXPECT_EQ(report_on(s, {losing(8)}).points.front().references.front().within, true);
}

TEST(Reference, WithBoundsDoesNotLookAtTheDocumentedValue) {
  auto s = scenario(1);
  auto reference = loss_of(0.066, 0.001);
  reference.at_least = 0.5;
  reference.at_most = 1.5;
  s.references = {reference};
  EXPECT_EQ(report_on(s, {losing(10)}).points.front().references.front().within, true);
  EXPECT_EQ(report_on(s, {losing(16)}).points.front().references.front().within, false);
  EXPECT_EQ(report_on(s, {losing(4)}).points.front().references.front().within, false);
}

TEST(Reference, WithoutBoundsIsShownAndNotJudged) {
  auto s = scenario(1);
  s.references = {loss_of(10, std::nullopt)};
  const auto report = report_on(s, {losing(500)});
  EXPECT_FALSE(report.points.front().references.front().within);
  EXPECT_TRUE(report.holds());
}

TEST(Reference, OfWhatNobodyMeasuredIsNotWithin) {
  auto s = scenario(1);
  s.references = {loss_of(10, 100)};
  s.references.front().metric.metric = "jitter.mean";
  s.references.front().unit = "ms";
  const auto report = report_on(s, {losing(100)});
  const auto& reference = report.points.front().references.front();
  EXPECT_FALSE(reference.simulated);
  EXPECT_FALSE(reference.deviation_percent);
  EXPECT_EQ(reference.within, false);
  EXPECT_FALSE(report.holds());
}

TEST(Reference, OfZeroHasNoDeviationInPercent) {
  auto s = scenario(1);
  s.references = {loss_of(0, 0.05)};
  const auto reference = report_on(s, {losing(0)}).points.front().references.front();
  EXPECT_FALSE(reference.deviation_percent);
  EXPECT_EQ(reference.within, true);
}

TEST(Reference, IsComparedInItsOwnUnitIntervalIncluded) {
  auto s = scenario(2);
  Reference goodput;
  goodput.metric = {"voice", "throughput.ip"};
  goodput.unit = "kbit/s";
  goodput.documented = 160;
  goodput.tolerance = 5;
  s.references = {goodput};
  const auto reference = report_on(s, {losing(0), losing(100)}).points.front().references.front();
  EXPECT_DOUBLE_EQ(reference.simulated->mean, (160 + 144) / 2.0);  // 200 kB in 10 s, and a tenth less
  EXPECT_NEAR(*reference.simulated->ci95, 12.7062047 * 8, 1e-5);
  EXPECT_DOUBLE_EQ(*reference.deviation_percent, -5);
  EXPECT_EQ(reference.within, false);
}

TEST(Reference, OfAClassIsFound) {
  auto s = scenario(1);
  s.references = {loss_of(25, 0.1)};
  s.references.front().metric = {"r.wan/ef", "loss"};
  auto results = losing(0);
  results.classes.push_back(samples::port_class({4, Bytes{800}}, {3, Bytes{600}}));
  results.classes.front().drops["queue_full"] = {1, Bytes{200}};
  EXPECT_EQ(report_on(s, {results}).points.front().references.front().within, true);
}

TEST(Expectation, DecidesWhetherTheReportHolds) {
  auto s = scenario(1);
  s.expectations = {{{"voice", "loss"}, "%", std::nullopt, 1.0}};
  EXPECT_TRUE(report_on(s, {losing(10)}).holds());
  EXPECT_FALSE(report_on(s, {losing(11)}).holds());
  s.expectations = {{{"voice", "loss"}, "%", 1.0, std::nullopt}};
  EXPECT_TRUE(report_on(s, {losing(10)}).holds());
  EXPECT_FALSE(report_on(s, {losing(9)}).holds());
  s.expectations = {{{"voice", "delay.p99"}, "ms", std::nullopt, 150.0}};
  EXPECT_FALSE(report_on(s, {losing(9)}).holds()) << "no delay was measured";
}

TEST(Report, IsCompleteWhenEveryReplicationRanToItsEnd) {
  EXPECT_TRUE(report_on(scenario(2), {losing(0), losing(0)}).complete());
  EXPECT_FALSE(report_on(scenario(2), {losing(0)}).complete());
  EXPECT_FALSE(report_on(scenario(1), {}).complete());
  auto interrupted = losing(0);
  interrupted.complete = false;
  EXPECT_FALSE(report_on(scenario(2), {losing(0), interrupted}).complete());
}

TEST(Report, SaysHowFarTheReplicationCameThatCameLeastFar) {
  auto stopped = losing(0);
  stopped.complete = false;
  stopped.from = Instant::at(1_s);
  stopped.until = Instant::at(1250_ms);
  const auto report = report_on(scenario(3), {losing(0), stopped});
  ASSERT_EQ(report.points.front().reached.size(), 2U);
  EXPECT_EQ(report.points.front().reached[0].measured, 10_s);
  EXPECT_TRUE(report.points.front().reached[0].complete);
  EXPECT_EQ(report.reached().simulated, 1250_ms);
  EXPECT_EQ(report.reached().measured, 250_ms);
  EXPECT_FALSE(report.reached().complete);
  EXPECT_EQ(report_on(scenario(3), {}).reached().simulated, Duration{});
}

TEST(Report, BooksThatDoNotBalanceNameTheReplication) {
  auto broken = losing(0);
  broken.flows.front().in_flight.packets = 3;
  const auto report = report_on(scenario(2), {losing(0), broken});
  EXPECT_FALSE(report.balanced());
  ASSERT_EQ(report.points.front().violations.size(), 1U);
  EXPECT_EQ(report.points.front().violations.front().replication, 1);
  EXPECT_EQ(report.points.front().violations.front().what.flow, "voice");
}

TEST(Report, EachPointOfASweepHasItsOwnNumbers) {
  auto a = scenario(1);
  a.point = {{"load", "50"}};
  a.references = {loss_of(10, 1)};
  auto b = a;
  b.point = {{"load", "90"}};
  const auto report = make_report({a, b}, {{losing(100)}, {losing(200)}});
  ASSERT_EQ(report.points.size(), 2U);
  EXPECT_EQ(report.points[1].point.at("load"), "90");
  EXPECT_EQ(report.points[0].references.front().within, true);
  EXPECT_EQ(report.points[1].references.front().within, false);
  EXPECT_FALSE(report.holds());
}

TEST(Report, ASweptParameterHasAllItsValues) {
  std::vector<Scenario> points(3, scenario(1));
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i].parameters.resize(2);
    points[i].parameters[0].name = "load";
    points[i].parameters[0].value = i == 2 ? "90 %" : "50 %";
    points[i].parameters[1].name = "queue";
    points[i].parameters[1].value = "30";
  }
  const auto parameters = make_report(points, {{}, {}, {}}).parameters;
  EXPECT_EQ(parameters[0].value, "50 %, 90 %");
  EXPECT_EQ(parameters[1].value, "30");
}

TEST(Report, FlowsOfOneLabelAreComparedForFairness) {
  auto results = losing(0);
  results.flows = {samples::flow("a"), samples::flow("b"), samples::flow("c")};
  results.flows[0].payload = Bytes{3000};
  results.flows[1].payload = Bytes{1000};
  results.flows[2].payload = Bytes{500};
  results.flows[2].label = "BE";
  const auto fairness = report_on(scenario(1), {results}).points.front().fairness;
  ASSERT_EQ(fairness.size(), 1U) << "a label with a single flow has nothing to share";
  EXPECT_EQ(fairness.front().label, "EF");
  EXPECT_EQ(fairness.front().flows, 2);
  EXPECT_DOUBLE_EQ(fairness.front().index.mean, 16.0 / 20);
}

TEST(Report, TheSameNoteOfManyReplicationsIsToldOnce) {
  auto noted = losing(0);
  noted.notes = {"reservation of voice refused"};
  EXPECT_EQ(report_on(scenario(2), {noted, noted}).points.front().notes, noted.notes);
}

TEST(Report, CountsWhatWasPutInByHand) {
  auto s = scenario(1);
  const auto parameter = [](std::string name, Parameter::Kind kind) {
    Parameter p;
    p.name = std::move(name);
    p.kind = kind;
    return p;
  };
  s.parameters = {parameter("a", Parameter::Kind::calibrated), parameter("b", Parameter::Kind::assumed),
                  parameter("c", Parameter::Kind::documented)};
  s.references = {loss_of(1, 1), loss_of(2, 1), loss_of(3, 1)};
  for (std::size_t i = 0; i < s.references.size(); ++i) s.references[i].id = "table." + std::to_string(i);
  s.references[1].kind = Reference::Kind::calibrated;
  const auto honesty = report_on(s, {losing(0)}).honesty;
  EXPECT_EQ(honesty.calibrated_parameters, 1);
  EXPECT_EQ(honesty.references, 3);
  EXPECT_EQ(honesty.predicted, 2);
}

TEST(Report, CountsTheReferencesOfAllPointsOfASweepEachOnce) {
  auto one = scenario(1);
  one.references = {loss_of(1, 1), loss_of(2, 1)};
  one.references[0].id = "of one point";
  one.references[1].id = "of both";
  auto other = scenario(1);
  other.references = {one.references[1], loss_of(3, 1)};
  other.references[1].id = "of the other";
  other.references[1].kind = Reference::Kind::calibrated;
  const auto honesty = make_report({one, other}, {{losing(0)}, {losing(0)}}).honesty;
  EXPECT_EQ(honesty.references, 3);
  EXPECT_EQ(honesty.predicted, 2);
}

}  // namespace
}  // namespace qoslab
