// A table draws each index as often as its weight says: counted over all equally spaced draws, not at random.
#include "model/dataplane/alias_table.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace qoslab::dataplane {
namespace {

/// How much of all draws each index gets, by a grid of 2^10 columns and 2^10 coins.
std::vector<double> shares(const std::vector<double>& weights) {
  const AliasTable table{weights};
  std::vector<double> result(weights.size());
  constexpr std::uint64_t steps = 1U << 10;
  for (std::uint64_t column = 0; column < steps; ++column)
    for (std::uint64_t coin = 0; coin < steps; ++coin)
      result[table((column << 54) | (coin << 22))] += 1.0 / (steps * steps);
  return result;
}

TEST(AliasTable, EachIndexComesAsOftenAsItsWeightSays) {
  std::mt19937_64 random{3};
  for (const std::size_t size : {1U, 2U, 3U, 7U, 36U}) {
    std::vector<double> weights(size);
    double total = 0;
    for (auto& w : weights) total += w = static_cast<double>(1 + random() % 100);
    const auto drawn = shares(weights);
    for (std::size_t i = 0; i < size; ++i) EXPECT_NEAR(drawn[i], weights[i] / total, 4e-3);
  }
}

TEST(AliasTable, WhatHasNoWeightIsNeverDrawn) {
  EXPECT_EQ(shares({0, 1, 0, 0}), (std::vector<double>{0, 1, 0, 0}));
  const auto drawn = shares({0, 0.1, 0.2, 0, 0.7, 0});
  EXPECT_EQ(drawn[0] + drawn[3] + drawn[5], 0);
}

TEST(AliasTable, TheLargestDrawsAreWithinTheTable) {
  const AliasTable table{{1, 2, 3}};
  EXPECT_LT(table(~std::uint64_t{0}), 3U);
  EXPECT_LT(table(0), 3U);
}

}  // namespace
}  // namespace qoslab::dataplane
