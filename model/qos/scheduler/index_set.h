// A set of small numbers in which the next member is found at once.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace qoslab {

/// Members are 0..size-1. Layers of 64-bit words: a bit of a higher layer says that the word below is not zero.
/// Every call costs O(log64 size).
class IndexSet {
 public:
  explicit IndexSet(std::size_t size) {
    do {
      size = (size + 63) / 64;
      layers_.emplace_back(size, 0U);
    } while (size > 1);
  }

  [[nodiscard]] bool empty() const { return layers_.back().empty() || layers_.back()[0] == 0; }
  void insert(int member) {
    auto i = static_cast<std::size_t>(member);
    for (auto& layer : layers_) {
      layer[i / 64] |= bit(i);
      i /= 64;
    }
  }
  void erase(int member) {
    auto i = static_cast<std::size_t>(member);
    for (auto& layer : layers_) {
      layer[i / 64] &= ~bit(i);
      if (layer[i / 64] != 0) return;
      i /= 64;
    }
  }
  /// The smallest member that is at least `from`; -1 if there is none.
  [[nodiscard]] int next(int from) const {
    auto i = static_cast<std::size_t>(from);
    for (std::size_t k = 0; k < layers_.size() && i / 64 < layers_[k].size(); ++k) {
      const std::uint64_t rest = layers_[k][i / 64] & (~std::uint64_t{0} << (i % 64));
      if (rest != 0) return static_cast<int>(lowest_below(k, i / 64 * 64 + count_zeros(rest)));
      i = i / 64 + 1;
    }
    return -1;
  }

 private:
  static std::uint64_t bit(std::size_t i) { return std::uint64_t{1} << (i % 64); }
  static std::size_t count_zeros(std::uint64_t word) { return static_cast<std::size_t>(std::countr_zero(word)); }
  [[nodiscard]] std::size_t lowest_below(std::size_t layer, std::size_t i) const {
    while (layer-- > 0) i = i * 64 + count_zeros(layers_[layer][i]);
    return i;
  }

  std::vector<std::vector<std::uint64_t>> layers_;
};

}  // namespace qoslab
