#include "helpers/results/wire.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/helpers/results/samples.h"

namespace qoslab {
namespace {

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
  }
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

TEST(Wire, EmptyResultsAreResultsToo) { expect_same(unpack(pack({})), {}); }

TEST(Wire, IsCompact) {
  auto results = samples::replication(0);
  results.flows.front().delays.resize(100'000);
  EXPECT_LT(pack(results).size(), 100'000 * sizeof(DelaySample) + 2'000);
}

TEST(Wire, ResultsThatAreCutOffAnywhereAreRefused) {
  const auto bytes = pack(full());
  for (std::size_t n = 0; n < bytes.size(); ++n) EXPECT_THROW(unpack(std::string_view{bytes}.substr(0, n)), WireError);
}

TEST(Wire, SomethingBehindThemIsRefused) { EXPECT_THROW(unpack(pack(full()) + "x"), WireError); }

TEST(Wire, OtherBytesAreRefused) { EXPECT_THROW(unpack("terminate called after throwing an instance"), WireError); }

TEST(Wire, DamagedBytesAreReadOrRefusedButNeverBelieved) {
  // Sizes that a damaged byte makes huge must not be allocated; the sanitizers watch the rest.
  std::mt19937_64 random{9};
  const auto good = pack(full());
  for (int round = 0; round < 20'000; ++round) {
    auto bytes = good;
    for (auto hits = 1 + random() % 4; hits > 0; --hits) bytes[random() % bytes.size()] = static_cast<char>(random());
    try {
      EXPECT_LE(pack(unpack(bytes)).size(), bytes.size());
    } catch (const WireError&) {}
  }
}

}  // namespace
}  // namespace qoslab
