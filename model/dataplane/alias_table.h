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
    const std::size_t column = static_cast<std::size_t>(((bits >> 32) * columns_.size()) >> 32);
    const Column& c = columns_[column];
    return (bits & 0xffff'ffffU) < c.own ? column : c.other;
  }

 private:
  struct Column {
    std::uint64_t own = 0;  ///< of 2^32, how much of the column is its own
    std::size_t other = 0;  ///< whose the rest is
  };
  std::vector<Column> columns_;
};

}  // namespace qoslab::dataplane
