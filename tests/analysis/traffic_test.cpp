#include "analysis/traffic.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/analysis/gateway_samples.h"

namespace qoslab {
namespace {

std::vector<std::string> names_of(const TrafficSums& sums) {
  std::vector<std::string> names;
  for (const auto& [subject, sum] : sums.all()) names.push_back(name_of(subject));
  return names;
}

const StreamResults& sum_of(const TrafficSums& sums, const std::string& name) {
  for (const auto& [subject, sum] : sums.all())
    if (name_of(subject) == name) return sum;
  throw std::out_of_range{name};
}

TrafficSums sums_of(const GatewayResults& gateway) {
  TrafficSums sums;
  sums.add(gateway);
  return sums;
}

TEST(Traffic, IsNamedAsReferencesCallIt) {
  EXPECT_EQ(name_of(TrafficSubject{"bng", "", "", {}, {}}), "bng");
  EXPECT_EQ(name_of(TrafficSubject{"bng", "", "", Direction::upstream, {}}), "bng.upstream");
  EXPECT_EQ(name_of(TrafficSubject{"bng", "premium", "", {}, {}}), "premium");
  EXPECT_EQ(name_of(TrafficSubject{"bng", "premium", "", Direction::downstream, {}}), "premium.downstream");
  EXPECT_EQ(name_of(TrafficSubject{"bng", "premium", "ef", Direction::downstream, {}}), "premium.downstream/ef");
  EXPECT_EQ(name_of(TrafficSubject{"bng", "premium", "ef", Direction::downstream, 17}), "premium[17].downstream/ef");
}

TEST(Traffic, HasEverySubjectOnceTheCoarserFirst) {
  EXPECT_EQ(names_of(sums_of(samples::gateway())),
            (std::vector<std::string>{"bng", "bng.downstream", "premium", "premium.downstream", "premium.downstream/ef",
                                      "premium.downstream/be", "bng.upstream", "premium.upstream",
                                      "premium.upstream/ef", "premium.upstream/be", "basic", "basic.downstream",
                                      "basic.downstream/be", "basic.upstream", "basic.upstream/be", "premium[2]",
                                      "premium[2].downstream", "premium[2].downstream/ef"}));
}

TEST(Traffic, OfCoarserSubjectsIsTheSumOfTheFiner) {
  const auto sums = sums_of(samples::gateway());
  EXPECT_EQ(sum_of(sums, "premium.downstream").offered, (Count{1600, Bytes{1'600'000}}));
  EXPECT_EQ(sum_of(sums, "premium").offered.packets, 1720);
  EXPECT_EQ(sum_of(sums, "bng.downstream").arrived.packets, 1800);
  EXPECT_EQ(sum_of(sums, "bng.upstream").arrived_line, Bytes{1024 * 110});
  EXPECT_EQ(sum_of(sums, "bng").offered_line, Bytes{1024 * 2320});
  EXPECT_EQ(sum_of(sums, "bng").delays.count(), 1910);
  EXPECT_EQ(sum_of(sums, "bng").drops.at("bng.access.0: queue_full").packets, 310);
}

TEST(Traffic, OfASampleIsPartOfItsGroupAlready) {
  const auto sums = sums_of(samples::gateway());
  EXPECT_EQ(sum_of(sums, "premium[2]").offered.packets, 100);
  EXPECT_EQ(sum_of(sums, "premium.downstream/ef").offered.packets, 400);
}

TEST(Traffic, OfSeveralReplicationsAddsUp) {
  TrafficSums sums;
  for (int i = 0; i < 3; ++i) sums.add(samples::gateway());
  EXPECT_EQ(sum_of(sums, "bng").offered.packets, 3 * 2320);
  EXPECT_EQ(sums.all().size(), sums_of(samples::gateway()).all().size());
}

TEST(Traffic, OfTwoGatewaysIsKeptApart) {
  auto both = samples::gateway();
  auto other = samples::stream("far", Direction::downstream, "be", 10, 10);
  other.gateway = "bng2";
  both.streams.push_back(other);
  const auto sums = sums_of(both);
  EXPECT_EQ(sum_of(sums, "bng").offered.packets, 2320);
  EXPECT_EQ(sum_of(sums, "bng2.downstream").offered.packets, 10);
}

/// Every field has a number of its own, so that none can be forgotten or taken for another.
StreamResults random_stream(std::mt19937_64& random) {
  const auto count = [&] {
    return Count{static_cast<std::int64_t>(random() % 1000), Bytes{static_cast<std::int64_t>(random() % 100'000)}};
  };
  StreamResults s;
  s.sent = count();
  s.delivered = count();
  s.queued = count();
  s.in_flight = count();
  s.offered = count();
  s.arrived = count();
  s.offered_line = count().bytes;
  s.arrived_line = count().bytes;
  s.drops = {{"x", count()}, {"y", count()}};
  s.lost = {{"x", count()}};
  for (auto& waited : s.waited) waited = count().packets;
  for (auto& marked : s.marked) marked = count().packets;
  s.delays.add(Duration::picoseconds(count().bytes.count()));
  return s;
}

TEST(Traffic, EveryCountIsAddedToItsOwn) {
  std::mt19937_64 random{11};
  const auto a = random_stream(random);
  const auto b = random_stream(random);
  auto sum = a;
  sum += b;
  for (const auto field : {&StreamResults::sent, &StreamResults::delivered, &StreamResults::queued,
                           &StreamResults::in_flight, &StreamResults::offered, &StreamResults::arrived}) {
    EXPECT_EQ((sum.*field).packets, (a.*field).packets + (b.*field).packets);
    EXPECT_EQ((sum.*field).bytes, (a.*field).bytes + (b.*field).bytes);
  }
  EXPECT_EQ(sum.offered_line, a.offered_line + b.offered_line);
  EXPECT_EQ(sum.arrived_line, a.arrived_line + b.arrived_line);
  for (const auto* reason : {"x", "y"})
    EXPECT_EQ(sum.drops.at(reason).packets, a.drops.at(reason).packets + b.drops.at(reason).packets);
  EXPECT_EQ(sum.lost.at("x").bytes, a.lost.at("x").bytes + b.lost.at("x").bytes);
  for (std::size_t i = 0; i < waiting_reasons; ++i) EXPECT_EQ(sum.waited[i], a.waited[i] + b.waited[i]);
  for (const auto color : {0, 1, 2}) EXPECT_EQ(sum.marked[color], a.marked[color] + b.marked[color]);
  EXPECT_TRUE(sum.delays.sum_ps() == a.delays.sum_ps() + b.delays.sum_ps());
}

}  // namespace
}  // namespace qoslab
