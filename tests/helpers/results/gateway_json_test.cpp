#include "helpers/results/gateway_json.h"

#include <gtest/gtest.h>

#include "helpers/results/json.h"
#include "tests/analysis/gateway_samples.h"

namespace qoslab {
namespace {

Json parsed(const std::vector<Results>& replications = {samples::gateway_replication()}) {
  auto scenario = samples::gateway_scenario();
  scenario.runs.replications = static_cast<int>(replications.size());
  return Json::parse(to_json(make_report({scenario}, {replications})));
}

Json entry(const Json& list, const std::string& key, const std::string& value) {
  for (const auto& object : list)
    if (object[key] == value) return object;
  throw std::out_of_range{value};
}

TEST(GatewayJson, TrafficHasItsSubjectAndItsParts) {
  const auto json = parsed();
  const auto be = entry(json["traffic"], "subject", "premium.downstream/be");
  EXPECT_EQ(be["gateway"], "bng");
  EXPECT_EQ(be["group"], "premium");
  EXPECT_EQ(be["direction"], "downstream");
  EXPECT_EQ(be["class"], "be");
  EXPECT_EQ(be["layer"], "frame");
  EXPECT_FALSE(be.contains("subscriber"));
  const auto all = entry(json["traffic"], "subject", "bng");
  for (const auto* part : {"group", "direction", "class", "histogram_ns"}) EXPECT_FALSE(all.contains(part)) << part;
  EXPECT_EQ(entry(json["traffic"], "subject", "premium[2].downstream/ef")["subscriber"], 2);
}

TEST(GatewayJson, AggregatesHaveTheirSumAndTheOnesThatFaredBestAndWorst) {
  auto scenario = samples::gateway_scenario();
  AggregateLevelSpec pon;
  pon.name = "pon";
  pon.subscribers = 2;
  scenario.gateways.gateways[0].access.scheduler.aggregates = {pon};
  const auto json = Json::parse(to_json(make_report({scenario}, {{samples::gateway_replication()}})));
  const auto& down = json["aggregates"][1];
  EXPECT_EQ(down["gateway"], "bng");
  EXPECT_EQ(down["level"], "pon");
  EXPECT_EQ(down["direction"], "downstream");
  EXPECT_EQ(down["number"], 4);
  EXPECT_EQ(down["all"]["offered"]["packets"], 2200);
  EXPECT_EQ(down["all"]["carried_bps"], 14.4e6);
  EXPECT_FALSE(down["all"].contains("name"));
  EXPECT_EQ(down["worst"]["name"], "bng.access.0/pon.2");
  EXPECT_NEAR(down["worst"]["loss_percent"].get<double>(), 100 / 3.0, 1e-9);
  EXPECT_EQ(down["best"]["name"], "bng.access.0/pon.3");
  EXPECT_EQ(down["best"]["lost_packets"], 0);
}

TEST(GatewayJson, TrafficHasRatesDelaysAndWhatItWaitedFor) {
  const auto be = entry(parsed()["traffic"], "subject", "premium.downstream/be");
  EXPECT_EQ(be["offered_bps"], 9.6e6);
  EXPECT_EQ(be["carried_bps"], 7.2e6);
  EXPECT_EQ(be["offered_line_bps"], 1200 * 1024 * 8);
  EXPECT_EQ(be["carried_packets_per_s"], 900);
  EXPECT_NEAR(be["loss_percent"].get<double>(), 200 / 11.0, 1e-9);
  EXPECT_DOUBLE_EQ(be["delay_ms"]["max"], 0.9);
  EXPECT_DOUBLE_EQ(be["delay_ms"]["mean"], 0.4505);
  EXPECT_EQ(be["waited_percent"]["own_shaper"], 25);
  EXPECT_EQ(be["waited"]["parent"], 90);
  EXPECT_EQ(entry(parsed()["traffic"], "subject", "premium.upstream/be")["marked"]["red"], 10);
  EXPECT_EQ(entry(parsed()["traffic"], "subject", "premium.downstream")["subscriber_bps"]["min"], 1.6e6);
}

TEST(GatewayJson, ItsBooksAddUpAndSayWhereAndWhy) {
  const auto json = parsed({samples::gateway_replication(), samples::gateway_replication()});
  const auto be = entry(json["traffic"], "subject", "premium.downstream/be");
  EXPECT_EQ(be["drops"]["bng.access.0: queue_full"], 400);
  EXPECT_EQ(be["measured"]["drops_bytes"]["bng.access.0: queue_full"], 400'000);
  EXPECT_EQ(be["books"]["dropped"]["packets"], 400);
  EXPECT_EQ(be["books"]["in_flight"]["packets"], 200);
  EXPECT_FALSE(entry(json["traffic"], "subject", "premium[2]").contains("books"));
  EXPECT_EQ(json["balance"]["ok"], true);
  EXPECT_EQ(json["balance"]["traffic"]["sent"]["packets"], 2 * 2320) << "samples are of it, not besides";
  EXPECT_EQ(json["balance"]["sent"]["packets"], 0) << "of flows there are none";
}

TEST(GatewayJson, ItsHistogramHasEveryDelay) {
  const auto json = parsed();
  const auto bins = entry(json["traffic"], "subject", "premium.downstream/ef")["histogram_ns"];
  std::int64_t count = 0;
  for (const auto& bin : bins) count += bin[1].get<std::int64_t>();
  EXPECT_EQ(count, 400);
  EXPECT_EQ(bins[0], Json::array({1000, 1}));
  EXPECT_EQ(bins[1], Json::array({2000, 1}));
}

TEST(GatewayJson, SubscribersAreSummedUp) {
  const auto json = parsed();
  ASSERT_EQ(json["subscribers"].size(), 3U);
  const auto& premium = json["subscribers"][0];
  EXPECT_EQ(premium["group"], "premium");
  EXPECT_EQ(premium["direction"], "downstream");
  EXPECT_EQ(premium["loaded"], 4);
  EXPECT_EQ(premium["mean_bps"], 2.6e6);
  EXPECT_EQ(premium["bands_bps"]["p50"], 2.4e6);
  EXPECT_EQ(premium["worst"][0]["subscriber"], 2);
  EXPECT_EQ(premium["worst"][0]["share"], 0.5);
  EXPECT_EQ(premium["best"][0]["arrived_bps"], 3.2e6);
}

TEST(GatewayJson, OfManySubscribersTenAreNamed) {
  Results results;
  results.until = Instant::at(Duration::seconds(1));
  const std::vector<std::int64_t> packets(1'000, 7);
  results.gateway.subscribers = {samples::totals("g", Direction::downstream, packets, packets)};
  const auto subscribers = parsed({results})["subscribers"][0];
  EXPECT_EQ(subscribers["loaded"], 1'000);
  EXPECT_EQ(subscribers["worst"].size(), 10U);
  EXPECT_EQ(subscribers["best"].size(), 10U);
}

TEST(GatewayJson, PlacesAreThereOneByOne) {
  const auto core = entry(parsed()["places"], "name", "bng.core.1");
  EXPECT_EQ(core["busy"], 0.75);
  EXPECT_EQ(core["rate_bps"], 1320 * 8000);
  EXPECT_EQ(core["packets_per_s"], 1320);
  EXPECT_EQ(core["most_waiting"], 60);
  EXPECT_EQ(core["sent"]["packets"], 1320);
  EXPECT_FALSE(entry(parsed()["places"], "name", "bng.access.0").contains("most_waiting"));
}

TEST(GatewayJson, AStreamWhoseBooksDoNotBalanceMakesTheRunInvalid) {
  auto broken = samples::gateway_replication();
  broken.gateway.streams[1].queued.packets += 1;
  const auto json = parsed({broken});
  EXPECT_EQ(json["status"], "invalid");
  EXPECT_EQ(json["balance"]["violations"][0]["flow"], "premium.downstream/be");
}

}  // namespace
}  // namespace qoslab
