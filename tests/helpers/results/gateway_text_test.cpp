#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "helpers/results/text.h"
#include "tests/analysis/gateway_samples.h"

namespace qoslab {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string text_of(const Results& results, int width = 100) {
  return to_text(make_report({samples::gateway_scenario()}, {{results}}), {false, width});
}

int widest(const std::string& text) {
  int widest = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = text.find('\n', begin);
    widest = std::max(widest, width_of(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return widest;
}

TEST(GatewayText, IsThis) {
  EXPECT_EQ(text_of(samples::gateway_replication()), R"(throughput
What does each subscriber get?
1 s measured after 0 s of warm-up, 1 replication, seed 1

Gateway bng (Mbit/s at the frame layer, delay in ms, % that waited for own shaper/parent/port)
  group          class  offered  carried  lost %     mean      p99    p99.9      max  waited for
  premium  down  ef       3.200    3.200       0   0.2005   0.3958   0.4000   0.4000     25/10/0
  premium  down  be       9.600    7.200   18.18   0.4505   0.8909   0.9000   0.9000     25/10/0
  premium  up    ef      0.6400   0.6400       0  0.04050  0.08000  0.08000  0.08000           -
  premium  up    be      0.3200   0.2400   25.00  0.01550  0.03000  0.03000  0.03000           -
  basic    down  be       4.800    4.000   16.67   0.2505   0.4948   0.5000   0.5000     25/10/0
  all      down  all      17.60    14.40   14.29   0.3394   0.8817   0.8986   0.9000     25/10/0
  all      up    all     0.9600   0.8800   8.333  0.03368  0.07898  0.08000  0.08000           -
  lost %: of the packets that arrived or were dropped in the measured time

Subscribers of bng (kbit/s at the frame layer)
  group          loaded   mean  worst   gets  % of offer   best   gets  % of offer  fairness
  premium  down       4   2600  no. 2   1600       50.00  no. 0   3200       100.0    0.9389
  premium  up         2  440.0  no. 1  400.0       83.33  no. 0  480.0       100.0    0.9918
  basic    down       2   2000  no. 0   1600       66.67  no. 2   2400       100.0    0.9615

Samples at bng (kbit/s at the frame layer, delay in ms, % that waited for own shaper/parent/port)
  group             class  offered  carried  lost %     mean      p99    p99.9      max  waited for
  premium[2]  down  ef       800.0    720.0   10.00  0.04550  0.09000  0.09000  0.09000     24/10/0

Places of gateways (Mbit/s at their layer)
  place                number    rate  least busy %  busy %  most busy %  most waiting
  bng.core.*                2   18.56         50.00   62.50        75.00            60
  bng.access.0              1   14.40             -   90.00            -             -
  bng.network.0             1  0.8800             -   5.000            -             -
  bng.access.0/olt.0        1   8.000             -   100.0            -             -
  bng.access.0/level1       1   11.20             -   70.00            -             -
  bng.access.0/olt.1        1   6.400             -   40.00            -             -
  bng.access.0/level8       1   3.200             -   20.00            -             -

Drops (whole runs, all replications)
  dropped at                flow            packets
  bng.access.0: queue_full  bng.downstream      300
  bng.access.0: queue_full  bng.upstream         10

Notes
  - basic.upstream: no packet was sent

books balance
)");
}

TEST(GatewayText, OnAWideTerminalHasEveryColumn) {
  const auto text = text_of(samples::gateway_replication(), 140);
  for (const auto* column : {"packet/s", "p50", "p99.9", "waited for"}) EXPECT_THAT(text, HasSubstr(column));
}

/// Of so many groups with three classes each, and as many aggregates.
Results large(int groups) {
  auto results = samples::gateway_replication();
  auto& g = results.gateway;
  g.streams.clear();
  g.subscribers.clear();
  for (int i = 0; i < groups; ++i) {
    const auto name = "residential-" + std::to_string(i);
    for (const auto direction : {Direction::downstream, Direction::upstream}) {
      for (const auto* c : {"voice", "video", "internet"})
        g.streams.push_back(samples::stream(name, direction, c, 1000 + i, 900 + i, 100));
      g.subscribers.push_back(samples::totals(name, direction, {3000, 3000}, {2700, 2400}));
    }
    g.places.push_back(samples::place("bng.access.0/olt." + std::to_string(i + 2), 100, 0.01 * (i + 1)));
  }
  return results;
}

TEST(GatewayText, OfTwentyGroupsStaysReadable) {
  const auto text = text_of(large(20));
  EXPECT_LE(widest(text), 100);
  EXPECT_THAT(text, HasSubstr("\n  residential-19  up    internet "));
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 200);
}

TEST(GatewayText, ShowsTheBusiestAggregatesAndHowManyMoreThereAre) {
  const auto text = text_of(large(20));
  EXPECT_THAT(text, HasSubstr("\n  bng.access.0/olt.0 "));
  EXPECT_THAT(text, HasSubstr("\n  bng.access.0/olt.1 "));
  EXPECT_THAT(text, Not(HasSubstr("\n  bng.access.0/olt.2 ")));
  EXPECT_THAT(text, HasSubstr("\n  18 more, none of them above 90 % busy      18       - "));
}

TEST(GatewayText, OfManyPlacesNoneIsBusyUnlessAllAreKnownToBe) {
  auto results = samples::gateway_replication();
  for (int i = 0; i < 9; ++i)
    results.gateway.places.push_back(samples::place("bng.access.1/olt." + std::to_string(i), 10 * (i % 2), 0));
  EXPECT_THAT(
      text_of(results),
      HasSubstr("\n  7 more, none of them above 90 % busy       7        -             -       -            -"));
}

TEST(GatewayText, SaysHowManyAggregatesAreFull) {
  auto results = samples::gateway_replication();
  for (int i = 0; i < 9; ++i)
    results.gateway.places.push_back(samples::place("bng.access.1/pon." + std::to_string(i), 1000, 0.81 + 0.01 * i));
  EXPECT_THAT(text_of(results), HasSubstr("\n  7 more, none of them above 90 % busy "));
  for (int i = 0; i < 9; ++i)
    results.gateway.places.push_back(samples::place("bng.access.2/pon." + std::to_string(i), 1000, 0.91 + 0.01 * i));
  EXPECT_THAT(text_of(results), HasSubstr("\n  16 more, 4 of them above 90 % busy "));
}

TEST(GatewayText, HidesLevelsThatCarriedNothing) {
  auto results = samples::gateway_replication();
  results.gateway.places.push_back(samples::place("bng.access.0/level7", 0, 0));
  results.gateway.places.push_back(samples::place("bng.access.0/olt.2", 0, 0));
  EXPECT_THAT(text_of(results), Not(HasSubstr("level7")));
  EXPECT_THAT(text_of(results), HasSubstr("\n  bng.access.0/olt.2 "));
}

TEST(GatewayText, ExplainsWaitingOnlyWhereItIsShown) {
  auto results = samples::gateway_replication();
  results.gateway.streams.back().waited = {};
  EXPECT_THAT(text_of(results), HasSubstr("\nSamples at bng (kbit/s at the frame layer, delay in ms)\n"));
}

TEST(GatewayText, OfPacketsThatWaitedFewAreNotNoneAndMostAreNotAll) {
  auto results = samples::gateway_replication();
  auto& waited = results.gateway.streams.front().waited;
  waited = {0, 3, 0, 997};
  EXPECT_THAT(text_of(results), HasSubstr("  <1/0/>99\n"));
  waited = {0, 0, 0, 997};
  EXPECT_THAT(text_of(results), HasSubstr("  0/0/100\n"));
}

TEST(GatewayText, WhatSawNothingHasNoRow) {
  EXPECT_THAT(text_of(samples::gateway_replication()), Not(HasSubstr("\n  basic    up ")));
}

TEST(GatewayText, SamplesAreShownOneAfterTheOther) {
  auto results = samples::gateway_replication();
  for (const auto direction : {Direction::upstream, Direction::downstream})
    for (const auto number : {11, 2}) {
      results.gateway.streams.push_back(samples::stream("premium", direction, "be", 10, 10));
      results.gateway.streams.back().subscriber = number;
    }
  const auto text = text_of(results);
  std::size_t before = 0;
  for (const auto* row : {"\n  premium[2]   up    be ", "\n  premium[2]   down  ef ", "\n  premium[2]   down  be ",
                          "\n  premium[11]  up    be ", "\n  premium[11]  down  be "}) {
    const auto at = text.find(row);
    ASSERT_NE(at, std::string::npos) << row;
    EXPECT_LT(before, at) << row;
    before = at;
  }
}

TEST(GatewayText, AGatewayOfEachHasItsTable) {
  auto results = samples::gateway_replication();
  auto other = samples::stream("far", Direction::downstream, "be", 10, 10);
  other.gateway = "edge";
  results.gateway.streams.push_back(other);
  const auto text = text_of(results);
  EXPECT_THAT(text, HasSubstr("\nGateway bng (Mbit/s at the frame layer,"));
  EXPECT_THAT(text, HasSubstr("\nGateway edge (kbit/s at its layer,"));
}

TEST(GatewayText, ARateThatNothingLimitsIsNotBusy) {
  auto results = samples::gateway_replication();
  results.gateway.places = {samples::place("bng.access.0/level8", 1000, 0)};
  EXPECT_THAT(text_of(results), HasSubstr("\n  bng.access.0/level8       1  8000\n"));
}

TEST(GatewayText, BooksThatDoNotBalanceNameTheStream) {
  auto results = samples::gateway_replication();
  results.gateway.streams[1].delivered.packets -= 2;
  EXPECT_THAT(text_of(results), HasSubstr("  - premium.downstream/be, replication 0: -2 packets, +0 bytes\n"));
}

TEST(GatewayText, OfScenariosWithoutReferencesComparesTheirGateways) {
  const auto report = make_report({samples::gateway_scenario()}, {{samples::gateway_replication()}});
  auto other = report;
  other.scenario = "precision";
  const auto text = to_text(compare({report, other}), {false, 100});
  EXPECT_THAT(text, HasSubstr("\nGateways (Mbit/s at their layers,"));
  EXPECT_THAT(text, HasSubstr("\n  throughput  bng      down    17.60    14.40   14.29 "));
  EXPECT_THAT(text, HasSubstr("\n  precision   bng      up     0.9600   0.8800 "));
}

TEST(GatewayText, ALevelOfAggregatesHasARowForEachDirection) {
  auto scenario = samples::gateway_scenario();
  AggregateLevelSpec pon;
  pon.name = "pon";
  pon.subscribers = 2;
  scenario.gateways.gateways[0].access.scheduler.aggregates = {pon};
  EXPECT_THAT(to_text(make_report({scenario}, {{samples::gateway_replication()}}), {false, 160}), HasSubstr(R"(
Aggregates of gateways, by what their subscribers sent and got (Mbit/s at their layer)
  level          number  offered  carried  lost %  worst               offered  carried  lost %  best                lost %
  bng pon  up         1   0.9600   0.8800   8.333  bng.access.0/pon.0   0.9600   0.8800   8.333  bng.access.0/pon.0   8.333
  bng pon  down       4    17.60    14.40   18.18  bng.access.0/pon.2    2.400    1.600   33.33  bng.access.0/pon.3       0
)"));
}

TEST(GatewayText, WithoutGatewaysThereIsNoneOfIt) {
  const auto text = text_of({});
  EXPECT_THAT(text, Not(HasSubstr("Gateway")));
  EXPECT_THAT(text, Not(HasSubstr("Places")));
}

}  // namespace
}  // namespace qoslab
