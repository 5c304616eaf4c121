#include "tests/helpers/scenario/complaints.h"

namespace qoslab {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string with(const std::string& rest) {
  return test::network + R"(flows:
  call: {from: h, to: g, dscp: EF, traffic: {kind: voice}}
  file: {from: h, to: g, traffic: {kind: file}}
ports:
  r1.mid: {scheduler: priority, classes: {ef: {priority: 1}, be: {}}, classify: [{dscp: EF, class: ef}, {class: be}]}
)" + rest;
}

Reference reference_of(const std::string& rest) {
  return test::read_sound(with("reference:\n  - {id: x, " + rest + "}\n")).references.at(0);
}

TEST(ReadReferences, AbsoluteAndRelativeTolerances) {
  const auto loss = reference_of("metric: call.loss, documented: 10.013 %, within: 1.5 %, printed: table 4");
  EXPECT_EQ(loss.id, "x");
  EXPECT_EQ(loss.metric.subject, "call");
  EXPECT_EQ(loss.metric.metric, "loss");
  EXPECT_EQ(loss.unit, "%");
  EXPECT_EQ(loss.documented, 10.013);
  EXPECT_EQ(loss.tolerance, 1.5);
  EXPECT_EQ(loss.printed, "table 4");
  EXPECT_EQ(loss.kind, Reference::Kind::predicted);
  const auto goodput = reference_of("metric: file.goodput, documented: 891 kbit/s, within: 3 % of it");
  EXPECT_EQ(goodput.unit, "kbit/s");
  EXPECT_EQ(goodput.documented, 891);
  EXPECT_DOUBLE_EQ(*goodput.tolerance, 26.73);
}

TEST(ReadReferences, OtherUnitsOfTheSameKindAreConverted) {
  const auto delay = reference_of("metric: call.delay.mean, documented: 8.2 ms, within: 500 us");
  EXPECT_EQ(delay.unit, "ms");
  EXPECT_DOUBLE_EQ(*delay.tolerance, 0.5);
  const auto bounded = reference_of("metric: call.delay.mean, documented: 8.2 ms, at_least: 0.004 s, at_most: 9000 us");
  EXPECT_DOUBLE_EQ(*bounded.at_least, 4);
  EXPECT_DOUBLE_EQ(*bounded.at_most, 9);
  EXPECT_FALSE(bounded.tolerance);
}

TEST(ReadReferences, PlainNumbers) {
  const auto ratio = reference_of("metric: call.jitter.max_over_mean, documented: 4.54, at_least: 3");
  EXPECT_EQ(ratio.metric.metric, "jitter.max_over_mean");
  EXPECT_EQ(ratio.unit, "1");
  EXPECT_EQ(ratio.at_least, 3);
}

TEST(ReadReferences, OnlyAtTheirSweepPoints) {
  const auto outcome = read_scenario_text(with(R"(parameters: {n: {value: 1, why: x}}
sweep: {n: [1, 2]}
runs: {seed: $n}
reference:
  - {id: x, metric: call.loss, documented: 1 %, within: 1 %, when: {n: 2}}
expect:
  - {metric: call.loss, at_most: 1 %, when: {n: 1}}
)"),
                                          "test");
  EXPECT_THAT(outcome.diagnostics, IsEmpty());
  ASSERT_THAT(outcome.points, SizeIs(2));
  EXPECT_THAT(outcome.points[0].references, IsEmpty());
  EXPECT_THAT(outcome.points[1].references, SizeIs(1));
  EXPECT_THAT(outcome.points[0].expectations, SizeIs(1));
  EXPECT_THAT(outcome.points[1].expectations, IsEmpty());
}

TEST(ReadExpectations, OfFlowsAndClasses) {
  const auto s = test::read_sound(with(R"(expect:
  - {metric: call.loss, at_most: 1 %}
  - {metric: r1.mid/ef.rate, at_least: 50 kbit/s, at_most: 1 Mbit/s}
  - {metric: r1.left/all.loss, at_most: 0 %}
)"));
  ASSERT_THAT(s.expectations, SizeIs(3));
  EXPECT_EQ(s.expectations[0].at_most, 1);
  EXPECT_FALSE(s.expectations[0].at_least);
  EXPECT_EQ(s.expectations[1].metric.subject, "r1.mid/ef");
  EXPECT_EQ(s.expectations[1].metric.metric, "rate");
  EXPECT_EQ(s.expectations[1].unit, "kbit/s");
  EXPECT_EQ(s.expectations[1].at_least, 50);
  EXPECT_EQ(s.expectations[1].at_most, 1000);
}

TEST(ReadExpectations, NamesMustBeKnown) {
  test::expect_complaints(
      with(R"(expect:
  - {metric: @call, at_most: 1 %}
  - {metric: @cal.loss, at_most: 1 %}
  - {metric: @call.los, at_most: 1 %}
  - {metric: @r1.mid/eff.rate, at_most: 1 kbit/s}
  - {metric: @r1.md/ef.rate, at_most: 1 kbit/s}
  - {metric: @r1.mid/ef.goodput, at_most: 1 kbit/s}
  - {metric: @@r1.mid.rate, at_most: 1 kbit/s}
)"),
      {"error: 'call' is no metric; write FLOW.METRIC or NODE.LINK/CLASS.METRIC",
       "error: no flow 'cal'; did you mean 'call'?", "error: no metric 'los'; did you mean 'loss'?",
       "error: port r1.mid has no leaf class 'eff'; did you mean 'ef'?",
       "error: no port 'r1.md'; did you mean 'r1.mid'?",
       "error: no metric 'goodput'; known: rate, loss, most_waiting, suspensions, suspended",
       "error: no flow 'r1'; known: call, file", "error: no metric 'mid.rate'; see the list of metrics"});
}

TEST(ReadExpectations, OnlyMetricsThatTheTrafficHas) {
  test::expect_complaints(with(R"(expect:
  - {metric: @call.response.mean, at_most: 1 ms}
  - {metric: @file.jitter.mean, at_most: 1 ms}
  - {metric: @call.reservation.admitted, at_least: 1}
)"),
                          {"error: flow 'call' has no response.mean; response times need file or transaction traffic",
                           "error: flow 'file' has no jitter.mean; jitter needs traffic over UDP",
                           "error: flow 'call' has no reservation.admitted; the flow reserves nothing"});
}

TEST(ReadExpectations, UnitsOfTheMetric) {
  test::expect_complaints(with(R"(expect:
  - {metric: call.loss, at_most: @1 ms}
  - {metric: call.delay.max, at_least: @5 %}
  - {metric: call.jitter.max_over_mean, at_most: @3 %}
  - {metric: file.goodput, at_least: 2 Mbit/s, at_most: @1 Mbit/s}
  - @{metric: call.loss}
)"),
                          {"error: at_most: loss is measured in %, not in ms; give it in %",
                           "error: at_least: delay.max is measured in s, not in %; give it in s",
                           "error: at_most: jitter.max_over_mean is measured in 1, not in %; leave out the unit",
                           "error: 'at_most' lies below 'at_least'; exchange them",
                           "error: an expectation without a bound; write at_most: 1 %, or at_least"});
}

TEST(ReadReferences, APercentageOfAnotherUnitIsRelative) {
  test::expect_complaints(
      with(R"(reference:
  - {id: x, metric: file.goodput, documented: 891 kbit/s, within: @3 %}
  - {id: y, metric: call.loss, documented: @1 ms, within: 3 %}
  - {id: z, metric: call.loss, documented: 1 %, within: @3 ms}
)"),
      {"error: within: goodput is measured in bit/s, not in %; write '3 % of it' for a relative tolerance",
       "error: documented: loss is measured in %, not in ms; give it in %",
       "error: within: loss is measured in %, not in ms; give it in %"});
}

}  // namespace
}  // namespace qoslab
