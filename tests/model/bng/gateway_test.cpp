#include "model/bng/gateway.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/model/bng/gateways.h"

namespace qoslab::bng {
namespace {

using namespace literals;

GatewayResults measured(const GatewaysSpec& spec, int threads, Duration window, Duration length = 6_ms) {
  Gateway gateway{spec, spec.gateways[0], 1, threads};
  const Instant from = Instant::at(2_ms);
  const Instant until = from + length;
  for (Instant t; t < from;) gateway.run(t = std::min(from, t + window));
  gateway.begin_measuring();
  for (Instant t = from; t < until;) gateway.run(t = std::min(until, t + window));
  return gateway.results();
}

void expect_same(const GatewayResults& a, const GatewayResults& b) {
  ASSERT_EQ(a.streams.size(), b.streams.size());
  for (std::size_t i = 0; i < a.streams.size(); ++i) {
    const auto& x = a.streams[i];
    const auto& y = b.streams[i];
    EXPECT_EQ(x.sent, y.sent);
    EXPECT_EQ(x.delivered, y.delivered);
    EXPECT_EQ(x.drops, y.drops);
    EXPECT_EQ(x.lost, y.lost);
    EXPECT_EQ(x.offered, y.offered);
    EXPECT_EQ(x.arrived, y.arrived);
    EXPECT_EQ(x.waited, y.waited);
    EXPECT_EQ(x.delays.bins(), y.delays.bins());
    EXPECT_EQ(x.delays.sum_ps(), y.delays.sum_ps());
  }
  for (std::size_t i = 0; i < a.subscribers.size(); ++i)
    EXPECT_EQ(a.subscribers[i].arrived_bytes, b.subscribers[i].arrived_bytes);
}

void expect_balance(const GatewayResults& results) {
  for (const auto& s : results.streams) {
    if (s.subscriber) continue;
    Count rest = s.sent;
    rest -= s.delivered;
    rest -= s.queued;
    rest -= s.in_flight;
    for (const auto& [reason, count] : s.drops) rest -= count;
    EXPECT_EQ(rest, Count{}) << s.group << "/" << s.class_name;
    EXPECT_GT(s.sent.packets, 0);
  }
}

TEST(Gateway, DoesNotDependOnTheWindow) {
  for (const double load : {0.7, 1.3}) {
    const auto spec = imix_gateway(100, load, 1000);
    const auto whole = measured(spec, 1, 6_ms);
    expect_same(whole, measured(spec, 1, 50_us));
    expect_same(whole, measured(spec, 1, Duration::picoseconds(133'333'337)));
  }
}

TEST(Gateway, DoesNotDependOnTheThreads) {
  const auto spec = imix_gateway(100, 1.1, 1000);
  const auto one = measured(spec, 1, 100_us);
  expect_same(one, measured(spec, 2, 100_us));
  expect_same(one, measured(spec, 5, 100_us));
}

TEST(Gateway, BooksBalanceWhateverHappens) {
  for (const double load : {0.2, 0.9, 1.5}) expect_balance(measured(imix_gateway(64, load, 1000), 1, 200_us));
  auto slow = imix_gateway(64, 0.9, 1000);
  slow.gateways[0].processor->cycles_per_packet = 20'000;
  slow.gateways[0].processor->ring = 64;
  slow.gateways[0].processor->stalls = StallSpec{1_ms, 300_us, false, false};
  expect_balance(measured(slow, 1, 200_us));
  auto ideal = imix_gateway(64, 0.9, 1000);
  ideal.gateways[0].processor.reset();
  expect_balance(measured(ideal, 1, 200_us));
}

TEST(Gateway, WhatStandsInTheBufferOfANetworkLinkIsQueuedAndNotUnderWay) {
  auto spec = imix_gateway(64, 0.9, 1000);
  auto& gateway = spec.gateways[0];
  gateway.processor.reset();
  gateway.latency = {};
  gateway.access.rate = Rate::gbps(10);
  gateway.network.links = 1;
  spec.profiles[0].arbiters.clear();
  for (auto& c : spec.profiles[0].classes) c.policer.reset();
  spec.groups[0].traffic = {traffic(Direction::upstream, Rate::gbps(2))};
  const auto results = measured(spec, 1, 200_us);
  Count sent;
  Count queued;
  std::int64_t in_flight = 0;
  for (const auto& s : results.streams) {
    sent += s.sent;
    queued += s.queued;
    in_flight += s.in_flight.packets;
  }
  EXPECT_NEAR(static_cast<double>(queued.bytes.count()), static_cast<double>(sent.bytes.count()) / 2, 30'000);
  EXPECT_LE(in_flight, 1) << "the one that is being sent";
}

TEST(Gateway, RecordsAddUpToTheMeasuredTimeAndKnowWhatIsInside) {
  const auto spec = imix_gateway(64, 1.5, 1000);
  Gateway gateway{spec, spec.gateways[0], 1, 1};
  gateway.run(Instant::at(20_ms));
  gateway.begin_measuring();
  for (const auto end : {23_ms, 26_ms, 29_ms}) {
    gateway.run(Instant::at(end));
    gateway.end_record();
  }
  const auto results = gateway.results();
  for (const auto& s : results.streams) {
    ASSERT_EQ(s.records.size(), 3U);
    StreamRecord sum;
    for (const auto& record : s.records) {
      EXPECT_GT(record.offered.packets, 0);
      sum.offered += record.offered;
      sum.arrived += record.arrived;
      sum.lost += record.lost;
    }
    Count lost;
    for (const auto& [reason, count] : s.lost) lost += count;
    EXPECT_EQ(sum.offered, s.offered);
    EXPECT_EQ(sum.arrived, s.arrived);
    EXPECT_EQ(sum.lost, lost);
    Count inside = s.queued;
    inside += s.in_flight;
    EXPECT_EQ(s.records.back().inside, inside);
  }
  for (const auto& place : results.places) {
    ASSERT_EQ(place.records.size(), 3U);
    Count sum;
    for (const auto& sent : place.records) sum += sent;
    EXPECT_EQ(sum, place.sent) << place.name;
  }
}

TEST(Gateway, WhatSubscribersLostAddsUpToWhatTheirClassesLost) {
  auto spec = imix_gateway(64, 1.5, 1000);
  for (auto& c : spec.profiles[0].classes) c.queue.limit.packets = 3;
  const auto results = measured(spec, 1, 200_us, 20_ms);
  for (const auto& totals : results.subscribers) {
    std::int64_t of_classes = 0;
    for (const auto& s : results.streams)
      if (s.direction == totals.direction)
        for (const auto& [reason, count] : s.lost) of_classes += count.packets;
    std::int64_t of_subscribers = 0;
    for (const auto lost : totals.lost_packets) {
      EXPECT_GE(lost, 0);
      of_subscribers += lost;
    }
    EXPECT_GT(of_classes, 0);
    EXPECT_EQ(of_subscribers, of_classes);
  }
}

TEST(Gateway, IsNotBuiltToItsEndWhenAskedToStop) {
  const auto spec = imix_gateway(64, 0.9, 1000);
  std::atomic<bool> stop{false};
  EXPECT_NO_THROW((Gateway{spec, spec.gateways[0], 1, 1, false, &stop}));
  stop = true;
  EXPECT_THROW((Gateway{spec, spec.gateways[0], 1, 1, false, &stop}), BuildStopped);
}

TEST(Gateway, AFullLineCarriesItsRate) {
  auto spec = imix_gateway(400, 0.99, 1000);
  spec.profiles[0].arbiters.clear();
  for (auto& c : spec.profiles[0].classes) {
    c.queue.pir.reset();
    c.policer.reset();
  }
  const auto results = measured(spec, 1, 200_us, 20_ms);
  Bytes line;
  for (const auto& s : results.streams) {
    EXPECT_TRUE(s.drops.empty());
    line += s.arrived_line;
  }
  EXPECT_NEAR(static_cast<double>(line.bits()) / 0.020 / 8e9, 0.99, 0.003);
}

}  // namespace
}  // namespace qoslab::bng
