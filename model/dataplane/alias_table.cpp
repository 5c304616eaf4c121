#include "model/dataplane/alias_table.h"

#include <algorithm>
#include <numeric>

namespace qoslab::dataplane {

AliasTable::AliasTable(const std::vector<double>& weights) : columns_(weights.size()) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  const auto heaviest = static_cast<std::uint32_t>(std::ranges::max_element(weights) - weights.begin());
  const auto count = static_cast<std::uint32_t>(weights.size());
  std::vector<double> height;  // 1 is a full column
  std::vector<std::uint32_t> low;
  std::vector<std::uint32_t> high;
  for (const double weight : weights) height.push_back(weight / total * static_cast<double>(count));
  for (std::uint32_t i = 0; i < count; ++i) (height[i] < 1 ? low : high).push_back(i);
  while (!low.empty() && !high.empty()) {
    const std::uint32_t poor = low.back();
    const std::uint32_t rich = high.back();
    low.pop_back();
    columns_[poor] = {static_cast<std::uint64_t>(height[poor] * 0x1.0p32), {rich, poor}};
    height[rich] -= 1 - height[poor];
    if (height[rich] < 1) {
      high.pop_back();
      low.push_back(rich);
    }
  }
  // What rounding left over is full, unless it has no weight of its own.
  for (const auto* rest : {&low, &high})
    for (const std::uint32_t i : *rest) columns_[i] = {1ULL << 32, {heaviest, weights[i] > 0 ? i : heaviest}};
}

}  // namespace qoslab::dataplane
