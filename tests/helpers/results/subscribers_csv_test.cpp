#include "helpers/results/subscribers_csv.h"

#include <gtest/gtest.h>

#include "tests/analysis/gateway_samples.h"

namespace qoslab {
namespace {

Results small(std::string group = "basic") {
  Results results;
  results.until = Instant::at(Duration::milliseconds(10));
  results.gateway.subscribers = {samples::totals(std::move(group), Direction::downstream, {3, 0}, {2, 0})};
  results.gateway.subscribers.push_back(samples::totals("premium", Direction::upstream, {5}, {5}));
  return results;
}

const std::string header =
    "group,direction,subscriber,offered_bytes,arrived_bytes,offered_packets,arrived_packets,link,place,rate_bps,"
    "offered_bps,arrived_bps,share_percent,lost_packets";

/// The subscribers of two ports, the tariff of basic below its offer.
Scenario two_ports() {
  auto s = samples::gateway_scenario();
  s.gateways.gateways[0].access.links = 2;
  AggregateLevelSpec level;
  level.name = "pon";
  s.gateways.gateways[0].access.scheduler.aggregates = {level};
  s.gateways.profiles[1].rate = Rate::bps(2'000'000);
  ArbiterSpec arbiter;
  arbiter.rate = Rate::bps(5'000'000);
  s.gateways.profiles[0].arbiters = {arbiter};
  return s;
}

TEST(SubscribersCsv, IsALineForEachSubscriberAndDirection) {
  EXPECT_EQ(subscribers_csv({samples::gateway_scenario()}, {{small(), small()}}),
            header +
                "\nbasic,downstream,0,3000,2000,3,2,0,,,2400000,1600000,66.67,1\n"
                "basic,downstream,1,0,0,0,0,0,,,0,0,,0\n"
                "premium,upstream,0,5000,5000,5,5,0,,,4000000,4000000,100.00,0\n");
}

TEST(SubscribersCsv, SaysWhereASubscriberIsAndWhatItGetsOfItsTariff) {
  EXPECT_EQ(subscribers_csv({two_ports()}, {{small()}}),
            header +
                "\nbasic,downstream,0,3000,2000,3,2,0,pon.2,2000000,2400000,1600000,80.00,1\n"
                "basic,downstream,1,0,0,0,0,1,pon.2,2000000,0,0,,0\n"
                "premium,upstream,0,5000,5000,5,5,0,pon.0,5000000,4000000,4000000,100.00,0\n");
}

TEST(SubscribersCsv, OfNoReplicationIsItsHeader) {
  EXPECT_EQ(subscribers_csv({samples::gateway_scenario()}, {{}}), header + "\n");
}

TEST(SubscribersCsv, NamesPointAndReplicationIfThereAreSeveral) {
  auto a = samples::gateway_scenario();
  a.point = {{"load", "50 %"}};
  auto b = a;
  b.point["load"] = "90 %";
  const auto csv = subscribers_csv({a, b}, {{small(), small()}, {small()}}, Replications::all);
  EXPECT_TRUE(csv.starts_with(
      header + ",point,replication\nbasic,downstream,0,3000,2000,3,2,0,,,2400000,1600000,66.67,1,load=50 %,0\n"))
      << csv;
  EXPECT_NE(csv.find("\nbasic,downstream,1,0,0,0,0,0,,,0,0,,0,load=50 %,1\n"), std::string::npos) << csv;
  EXPECT_TRUE(csv.ends_with("\npremium,upstream,0,5000,5000,5,5,0,,,4000000,4000000,100.00,0,load=90 %,0\n")) << csv;
}

TEST(SubscribersCsv, QuotesNamesThatWouldBreakALine) {
  auto scenario = samples::gateway_scenario();
  scenario.gateways.groups[1].name = "a,b";
  const auto csv = subscribers_csv({scenario}, {{small("a,b")}});
  EXPECT_NE(csv.find("\n\"a,b\",downstream,1,"), std::string::npos) << csv;
}

}  // namespace
}  // namespace qoslab
