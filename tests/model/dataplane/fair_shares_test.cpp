#include "model/dataplane/fair_shares.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace qoslab::dataplane {
namespace {

using Node = FairShares::Node;
constexpr int root = 0;
constexpr std::int64_t plenty = 1'000'000;

std::vector<FairShares::Share> divide(const std::vector<Node>& nodes, std::size_t arbiters,
                                      const std::vector<std::int64_t>& demand_of_policers) {
  std::vector<std::int64_t> demand(arbiters);
  demand.insert(demand.end(), demand_of_policers.begin(), demand_of_policers.end());
  std::vector<FairShares::Share> share(nodes.size());
  FairShares{nodes, arbiters}.divide(demand, share);
  return share;
}

std::vector<std::int64_t> rates(const std::vector<Node>& nodes, std::size_t arbiters,
                                const std::vector<std::int64_t>& demand) {
  std::vector<std::int64_t> result;
  const auto shares = divide(nodes, arbiters, demand);
  for (std::size_t i = arbiters; i < shares.size(); ++i) result.push_back(shares[i].rate);
  return result;
}

using Rates = std::vector<std::int64_t>;

TEST(FairShares, ByWeightWithinALevel) {
  const std::vector<Node> nodes{{-1, 1, 1, 600}, {root, 3, 1, plenty}, {root, 3, 2, plenty}, {root, 3, 3, plenty}};
  EXPECT_EQ(rates(nodes, 1, {900, 900, 900}), (Rates{100, 200, 300}));
}

TEST(FairShares, StrictlyByLevel) {
  const std::vector<Node> nodes{{-1, 1, 1, 600}, {root, 1, 9, plenty}, {root, 8, 1, plenty}, {root, 4, 1, plenty}};
  EXPECT_EQ(rates(nodes, 1, {900, 250, 900}), (Rates{0, 600, 350}));
  EXPECT_EQ(rates(nodes, 1, {900, 900, 900}), (Rates{0, 600, 0}));
}

TEST(FairShares, WhatOneDoesNotWantItsSiblingsMayHaveButItKeepsItsClaim) {
  const std::vector<Node> nodes{{-1, 1, 1, 600}, {root, 1, 1, plenty}, {root, 1, 2, plenty}, {root, 1, 3, plenty}};
  EXPECT_EQ(rates(nodes, 1, {30, 900, 900}), (Rates{114, 228, 342}));
}

TEST(FairShares, NobodyGetsMoreThanItsOwnRate) {
  const std::vector<Node> nodes{{-1, 1, 1, 600}, {root, 1, 1, 50}, {root, 1, 1, plenty}};
  EXPECT_EQ(rates(nodes, 1, {900, 900}), (Rates{50, 550}));
  EXPECT_EQ(rates(nodes, 1, {10, 900}), (Rates{50, 590}));
}

TEST(FairShares, AnArbiterSharesWhatItGets) {
  const std::vector<Node> nodes{{-1, 1, 1, 1'000}, {root, 1, 1, 500}, {root, 1, 3, 900},
                                {1, 1, 1, plenty}, {1, 1, 4, plenty}, {2, 1, 1, plenty}};
  EXPECT_EQ(rates(nodes, 3, {900, 900, 900}), (Rates{50, 200, 750}));
  EXPECT_EQ(rates(nodes, 3, {900, 900, 0}), (Rates{100, 400, 500}));
}

TEST(FairShares, TheBottleneckIsTheArbiterThatLacksTheRate) {
  const std::vector<Node> nodes{{-1, 1, 1, 1'000}, {root, 1, 1, 100}, {root, 1, 1, 2'000},
                                {1, 1, 1, plenty}, {2, 1, 1, plenty}, {2, 2, 1, plenty}};
  const auto shares = divide(nodes, 3, {900, 950, 20});
  EXPECT_EQ(shares[3].bottleneck, 1);
  EXPECT_EQ(shares[4].bottleneck, root);
  EXPECT_EQ(shares[5].bottleneck, FairShares::satisfied);
}

TEST(FairShares, WhatPassesNeverExceedsAnArbiterAndWastesNothingUnderOverload) {
  std::mt19937_64 random{9};
  const auto between = [&](std::int64_t a, std::int64_t b) {
    return a + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(b - a + 1));
  };
  for (int round = 0; round < 20'000; ++round) {
    std::vector<Node> nodes{{-1, 1, 1, between(100, 10'000)}};
    std::vector<std::int64_t> demand;
    for (auto n = between(1, 8); n > 0; --n) {
      nodes.push_back({root, static_cast<int>(between(1, 3)), between(1, 5), between(1, 5'000)});
      demand.push_back(between(0, 6'000));
    }
    const auto shares = rates(nodes, 1, demand);
    std::int64_t wanted = 0;
    std::int64_t passed = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      wanted += std::min(demand[i], nodes[i + 1].limit);
      passed += std::min(demand[i], shares[i]);
    }
    const auto possible = std::min(wanted, nodes[0].limit);
    ASSERT_LE(passed, possible);
    ASSERT_GE(passed, possible - static_cast<std::int64_t>(shares.size()));  // each is rounded down
  }
}

}  // namespace
}  // namespace qoslab::dataplane
