// Random weights and packets whose virtual times are whole numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "model/units/rate.h"

namespace qoslab::test {

inline constexpr Rate line_rate = Rate::gbps(1);  // 8 ns a byte: every transmission is exact
inline const std::vector<std::int64_t> whole_weights = {1, 2, 3, 4, 6, 8, 12, 24};  // divisors of `common`
inline constexpr std::int64_t common = 24;
inline const std::vector<Bytes> mixed_sizes = {Bytes{40}, Bytes{64}, Bytes{200}, Bytes{576}, Bytes{1000}, Bytes{1500}};

inline std::vector<std::int64_t> random_weights(std::mt19937_64& random, std::size_t children) {
  std::vector<std::int64_t> weights(children);
  for (auto& weight : weights) weight = whole_weights.at(random() % whole_weights.size());
  return weights;
}

inline std::vector<Rate> shares_of(const std::vector<std::int64_t>& weights) {
  std::vector<Rate> shares;
  for (const auto weight : weights) shares.push_back(Rate::bps(weight));
  return shares;
}

inline std::int64_t sum_of(const std::vector<std::int64_t>& weights) {
  std::int64_t sum = 0;
  for (const auto weight : weights) sum += weight;
  return sum;
}

}  // namespace qoslab::test
