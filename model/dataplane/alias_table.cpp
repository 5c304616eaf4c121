#include "model/dataplane/alias_table.h"

#include <algorithm>
#include <numeric>

namespace qoslab::dataplane {

AliasTable::AliasTable(const std::vector<double>& weights) : columns_(weights.size()) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  const auto heaviest = static_cast<std::size_t>(std::max_element(weights.begin(), weights.end()) - weights.begin());
  std::vector<double> height;  // 1 is a full column
  std::vector<std::size_t> low;
  std::vector<std::size_t> high;
  for (const double weight : weights) height.push_back(weight / total * static_cast<double>(weights.size()));
  for (std::size_t i = 0; i < height.size(); ++i) (height[i] < 1 ? low : high).push_back(i);
  while (!low.empty() && !high.empty()) {
    const std::size_t poor = low.back();
    const std::size_t rich = high.back();
    low.pop_back();
    columns_[poor] = {static_cast<std::uint64_t>(height[poor] * 0x1.0p32), rich};
    height[rich] -= 1 - height[poor];
    if (height[rich] < 1) {
      high.pop_back();
      low.push_back(rich);
    }
  }
  // What rounding left over is full, unless it has no weight of its own.
  for (const auto* rest : {&low, &high})
    for (const std::size_t i : *rest) columns_[i] = weights[i] > 0 ? Column{1ULL << 32, i} : Column{0, heaviest};
}

}  // namespace qoslab::dataplane
