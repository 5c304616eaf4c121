#include "helpers/results/wire.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "tests/analysis/gateway_samples.h"
#include "tests/helpers/results/samples.h"

namespace qoslab {
namespace {

using namespace literals;

void expect_same(const DelayHistogram& a, const DelayHistogram& b) {
  EXPECT_EQ(a.bins(), b.bins());
  EXPECT_TRUE(a.sum_ps() == b.sum_ps());
  EXPECT_EQ(a.least(), b.least());
  EXPECT_EQ(a.most(), b.most());
}

void expect_same(const StreamResults& a, const StreamResults& b) {
  for (const auto name : {&StreamResults::gateway, &StreamResults::group, &StreamResults::class_name})
    EXPECT_EQ(a.*name, b.*name);
  EXPECT_EQ(a.direction, b.direction);
  EXPECT_EQ(a.subscriber, b.subscriber);
  for (const auto count : {&StreamResults::sent, &StreamResults::delivered, &StreamResults::queued,
                           &StreamResults::in_flight, &StreamResults::offered, &StreamResults::arrived})
    EXPECT_EQ(a.*count, b.*count);
  EXPECT_EQ(a.drops, b.drops);
  EXPECT_EQ(a.lost, b.lost);
  EXPECT_EQ(a.offered_line, b.offered_line);
  EXPECT_EQ(a.arrived_line, b.arrived_line);
  expect_same(a.delays, b.delays);
  EXPECT_EQ(a.waited, b.waited);
  for (const auto color : {0, 1, 2}) EXPECT_EQ(a.marked[color], b.marked[color]);
}

void expect_same(const GatewayResults& a, const GatewayResults& b) {
  ASSERT_EQ(a.streams.size(), b.streams.size());
  for (std::size_t i = 0; i < a.streams.size(); ++i) {
    expect_same(a.streams[i], b.streams[i]);
    ASSERT_EQ(a.streams[i].records.size(), b.streams[i].records.size());
    for (std::size_t k = 0; k < a.streams[i].records.size(); ++k) {
      EXPECT_EQ(a.streams[i].records[k].arrived, b.streams[i].records[k].arrived);
      EXPECT_EQ(a.streams[i].records[k].inside, b.streams[i].records[k].inside);
    }
  }
  ASSERT_EQ(a.subscribers.size(), b.subscribers.size());
  for (std::size_t i = 0; i < a.subscribers.size(); ++i) {
    const auto& x = a.subscribers[i];
    const auto& y = b.subscribers[i];
    EXPECT_EQ(x.gateway, y.gateway);
    EXPECT_EQ(x.group, y.group);
    EXPECT_EQ(x.direction, y.direction);
    for (const auto numbers :
         {&SubscriberTotals::offered_bytes, &SubscriberTotals::arrived_bytes, &SubscriberTotals::offered_packets,
          &SubscriberTotals::arrived_packets, &SubscriberTotals::lost_packets})
      EXPECT_EQ(x.*numbers, y.*numbers);
  }
  ASSERT_EQ(a.places.size(), b.places.size());
  for (std::size_t i = 0; i < a.places.size(); ++i) {
    EXPECT_EQ(a.places[i].name, b.places[i].name);
    EXPECT_EQ(a.places[i].sent, b.places[i].sent);
    EXPECT_EQ(a.places[i].busy, b.places[i].busy);
    EXPECT_EQ(a.places[i].most_waiting, b.places[i].most_waiting);
    EXPECT_EQ(a.places[i].records, b.places[i].records);
  }
}

/// Everything that a replication says, spelled out field by field.
void expect_same(const Results& a, const Results& b) {
  EXPECT_EQ(a.from, b.from);
  EXPECT_EQ(a.until, b.until);
  EXPECT_EQ(a.notes, b.notes);
  EXPECT_EQ(a.complete, b.complete);
  EXPECT_EQ(a.wall_s, b.wall_s);
  EXPECT_EQ(a.packets, b.packets);
  ASSERT_EQ(a.flows.size(), b.flows.size());
  for (std::size_t i = 0; i < a.flows.size(); ++i) {
    const auto& x = a.flows[i];
    const auto& y = b.flows[i];
    EXPECT_EQ(x.name, y.name);
    EXPECT_EQ(x.label, y.label);
    for (const auto count : {&FlowResults::offered, &FlowResults::carried, &FlowResults::arrived, &FlowResults::sent,
                             &FlowResults::delivered, &FlowResults::queued, &FlowResults::in_flight})
      EXPECT_EQ(x.*count, y.*count);
    EXPECT_EQ(x.payload, y.payload);
    EXPECT_EQ(x.drops, y.drops);
    EXPECT_EQ(x.facts, y.facts);
    ASSERT_EQ(x.delays.size(), y.delays.size());
    for (std::size_t d = 0; d < x.delays.size(); ++d) {
      EXPECT_EQ(x.delays[d].sent, y.delays[d].sent);
      EXPECT_EQ(x.delays[d].delay, y.delays[d].delay);
      EXPECT_EQ(x.delays[d].ip_size, y.delays[d].ip_size);
    }
    ASSERT_EQ(x.exchanges.size(), y.exchanges.size());
    for (std::size_t e = 0; e < x.exchanges.size(); ++e) {
      EXPECT_EQ(x.exchanges[e].began, y.exchanges[e].began);
      EXPECT_EQ(x.exchanges[e].took, y.exchanges[e].took);
      EXPECT_EQ(x.exchanges[e].payload, y.exchanges[e].payload);
    }
    ASSERT_EQ(x.records.size(), y.records.size());
    for (std::size_t r = 0; r < x.records.size(); ++r) {
      EXPECT_EQ(x.records[r].offered, y.records[r].offered);
      EXPECT_EQ(x.records[r].carried, y.records[r].carried);
      EXPECT_EQ(x.records[r].payload, y.records[r].payload);
    }
  }
  ASSERT_EQ(a.classes.size(), b.classes.size());
  for (std::size_t i = 0; i < a.classes.size(); ++i) {
    const auto& x = a.classes[i];
    const auto& y = b.classes[i];
    EXPECT_EQ(x.port, y.port);
    EXPECT_EQ(x.class_name, y.class_name);
    EXPECT_EQ(x.arrived, y.arrived);
    EXPECT_EQ(x.sent, y.sent);
    EXPECT_EQ(x.drops, y.drops);
    EXPECT_EQ(x.suspensions, y.suspensions);
    EXPECT_EQ(x.suspended, y.suspended);
    EXPECT_EQ(x.most_waiting, y.most_waiting);
    ASSERT_EQ(x.records.size(), y.records.size());
    for (std::size_t r = 0; r < x.records.size(); ++r) {
      EXPECT_EQ(x.records[r].sent, y.records[r].sent);
      EXPECT_EQ(x.records[r].lost, y.records[r].lost);
      EXPECT_EQ(x.records[r].most_waiting, y.records[r].most_waiting);
    }
  }
  expect_same(a.gateway, b.gateway);
}

Results full() {
  auto results = samples::replication(100);
  results.complete = false;
  results.flows.front().facts = {{"admitted", 1}, {"set_up_s", 2.4}};
  results.flows.front().delays.resize(5);
  results.flows.back().name = std::string{"a\0b", 3};
  return results;
}

TEST(Wire, WhatGoesInComesOut) { expect_same(unpack(pack(full())), full()); }

TEST(Wire, EmptyResultsAreResultsToo) { expect_same(unpack(pack(Results{})), {}); }

TEST(Wire, IsCompact) {
  auto results = samples::replication(0);
  results.flows.front().delays.resize(100'000);
  EXPECT_LT(pack(results).size(), 100'000 * sizeof(DelaySample) + 2'000);
}

Results with_gateway() {
  auto results = samples::gateway_replication();
  results.gateway.streams.front().delays.add(Duration::picoseconds(INT64_MAX));
  results.gateway.streams.front().queued = {-1, Bytes{-1000}};  // books that do not balance cross it too
  results.gateway.streams.front().records = {{{4, {}}, {3, {}}, {}, {1, {}}}, {}};
  results.gateway.places.front().records = {{7, Bytes{7000}}, {}};
  results.gateway.subscribers.front().arrived_bytes = {0, 127, 128, INT64_MAX, -1, INT64_MIN};
  return results;
}

/// Of few and short delays, to be read thousands of times.
Results with_small_gateway() {
  Results results;
  results.gateway.streams = {samples::stream("g", Direction::downstream, "be", 9, 3, 1)};
  results.gateway.streams.front().subscriber = 2;
  results.gateway.subscribers = {samples::totals("g", Direction::upstream, {1, 2}, {1, 200})};
  results.gateway.places = {samples::place("bng.core.0", 3, 0.5, 1)};
  return results;
}

TEST(Wire, SoDoesWhatAGatewayMeasured) { expect_same(unpack(pack(with_gateway())), with_gateway()); }

TEST(Wire, ManySubscribersAreAFewMegabytes) {
  Results results;
  const std::vector<std::int64_t> packets(128'000, 1'000);
  for (const auto direction : {Direction::upstream, Direction::downstream})
    results.gateway.subscribers.push_back(samples::totals("all", direction, packets, packets));
  EXPECT_LT(pack(results).size(), 3'000'000U);
  expect_same(unpack(pack(results)), results);
}

TEST(Wire, AHistogramTakesAFewBytesABin) {
  Results results;
  results.gateway.streams.emplace_back();
  for (int i = 0; i < 300'000; ++i) results.gateway.streams.front().delays.add(Duration::nanoseconds(100LL * i));
  const auto bins = results.gateway.streams.front().delays.bins().size();
  EXPECT_GT(bins, 9'000U);
  EXPECT_LT(pack(results).size(), 3 * bins + 1'000);
}

TEST(Wire, ResultsThatAreCutOffAnywhereAreRefused) {
  for (const auto& results : {full(), with_small_gateway()}) {
    const auto bytes = pack(results);
    for (std::size_t n = 0; n < bytes.size(); ++n)
      EXPECT_THROW(unpack(std::string_view{bytes}.substr(0, n)), WireError);
  }
}

TEST(Wire, SoDoesWhatIsToldMeanwhile) {
  const LiveReading reading{Instant::at(3_s),
                            500_ms,
                            {{"call", Bytes{4'000}, 10, 1, 2, Int128{1} << 100U}, {"", {}, 0, 0, 0, -1}},
                            {{"bng", "g", Direction::upstream, 1_ms, {3, {}}, {2, {}}, {1, {}}, 2, 7}}};
  const auto bytes = pack(reading);
  const auto [time, over, flows, traffic] = unpack_live(bytes);
  EXPECT_EQ(time, reading.time);
  EXPECT_EQ(over, reading.over);
  ASSERT_EQ(flows.size(), 2U);
  EXPECT_EQ(flows[0].name, "call");
  EXPECT_EQ(flows[0].payload, Bytes{4'000});
  EXPECT_EQ(flows[0].ended, 10);
  EXPECT_EQ(flows[0].lost, 1);
  EXPECT_EQ(flows[0].delays, 2);
  EXPECT_TRUE(flows[0].delay_sum == Int128{1} << 100U);
  ASSERT_EQ(traffic.size(), 1U);
  EXPECT_EQ(traffic[0].group, "g");
  EXPECT_EQ(traffic[0].direction, Direction::upstream);
  EXPECT_EQ(traffic[0].over, 1_ms);
  EXPECT_EQ(traffic[0].lost.packets, 1);
  EXPECT_TRUE(traffic[0].delay_sum == 7);
  for (std::size_t n = 0; n < bytes.size(); ++n)
    EXPECT_THROW(unpack_live(std::string_view{bytes}.substr(0, n)), WireError);
  EXPECT_THROW(unpack_live(bytes + "x"), WireError);
}

TEST(Wire, SomethingBehindThemIsRefused) { EXPECT_THROW(unpack(pack(full()) + "x"), WireError); }

TEST(Wire, OtherBytesAreRefused) { EXPECT_THROW(unpack("terminate called after throwing an instance"), WireError); }

TEST(Wire, DamagedBytesAreReadOrRefusedButNeverBelieved) {
  // Sizes that a damaged byte makes huge must not be allocated; the sanitizers watch the rest.
  std::mt19937_64 random{9};
  const std::array good{pack(full()), pack(with_small_gateway())};
  for (std::size_t round = 0; round < 20'000; ++round) {
    auto bytes = good[round % 2];
    for (auto hits = 1 + random() % 4; hits > 0; --hits) bytes[random() % bytes.size()] = static_cast<char>(random());
    try {
      EXPECT_LE(pack(unpack(bytes)).size(), bytes.size());
    } catch (const WireError&) {}
  }
}

}  // namespace
}  // namespace qoslab
