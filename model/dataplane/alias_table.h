// A draw from a list of weights in constant time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace qoslab::dataplane {

/// The alias method (Walker 1977), built as in Vose, "A linear algorithm for generating random numbers with a given
/// distribution", IEEE Trans. Software Engineering 17 (1991). Each probability is met within 2^-32; what has no weight
/// is never drawn.
class AliasTable {
 public:
  /// Precondition: at least one weight, fewer than 2^16; none negative, their sum positive.
  explicit AliasTable(const std::vector<double>& weights);

  /// The index that belongs to 64 random bits: the upper half chooses a column, the lower half its part.
  [[nodiscard]] std::size_t operator()(std::uint64_t bits) const {
    const Column& c = columns_[((bits >> 32) * columns_.size()) >> 32];
    return c.index[((bits & 0xffff'ffffU) - c.own) >> 63];
  }

 private:
  struct Column {
    std::uint64_t own = 0;            ///< of 2^32, how much of the column belongs to index[1]
    std::uint32_t index[2] = {0, 0};  ///< looked up, since a branch on a coin is guessed wrong half the time
  };
  std::vector<Column> columns_;
};

}  // namespace qoslab::dataplane
