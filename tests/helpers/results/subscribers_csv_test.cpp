#include "helpers/results/subscribers_csv.h"

#include <gtest/gtest.h>

#include "tests/analysis/gateway_samples.h"

namespace qoslab {
namespace {

Results small(std::string group = "basic") {
  Results results;
  results.gateway.subscribers = {samples::totals(std::move(group), Direction::downstream, {3, 0}, {2, 0})};
  results.gateway.subscribers.push_back(samples::totals("premium", Direction::upstream, {5}, {5}));
  return results;
}

const std::string header = "group,direction,subscriber,offered_bytes,arrived_bytes,offered_packets,arrived_packets";

TEST(SubscribersCsv, IsALineForEachSubscriberAndDirection) {
  EXPECT_EQ(subscribers_csv({samples::gateway_scenario()}, {{small(), small()}}),
            header +
                "\nbasic,downstream,0,3000,2000,3,2\n"
                "basic,downstream,1,0,0,0,0\n"
                "premium,upstream,0,5000,5000,5,5\n");
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
  EXPECT_TRUE(csv.starts_with(header + ",point,replication\nbasic,downstream,0,3000,2000,3,2,load=50 %,0\n")) << csv;
  EXPECT_NE(csv.find("\nbasic,downstream,1,0,0,0,0,load=50 %,1\n"), std::string::npos) << csv;
  EXPECT_TRUE(csv.ends_with("\npremium,upstream,0,5000,5000,5,5,load=90 %,0\n")) << csv;
}

TEST(SubscribersCsv, QuotesNamesThatWouldBreakALine) {
  const auto csv = subscribers_csv({samples::gateway_scenario()}, {{small("a,b")}});
  EXPECT_NE(csv.find("\n\"a,b\",downstream,1,"), std::string::npos) << csv;
}

}  // namespace
}  // namespace qoslab
