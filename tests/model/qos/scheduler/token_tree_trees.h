// Token trees for tests: written as one would say them.
#pragma once

#include <cstdint>
#include <vector>

#include "model/qos/scheduler/htb.h"
#include "tests/model/qos/scheduler/harness.h"

namespace qoslab::test {

/// Builds a tree class by class; leaves are numbered as they come.
class Tree {
 public:
  /// Returns the new class's index.
  int inner(int parent, Rate rate, Rate ceil) {
    classes.push_back({.parent = parent, .leaf = std::nullopt, .rate = rate, .ceil = ceil});
    return static_cast<int>(classes.size()) - 1;
  }
  TokenTreeClass& leaf(int parent, Rate rate, Rate ceil) {
    classes.push_back({.parent = parent, .leaf = leaves++, .rate = rate, .ceil = ceil});
    return classes.back();
  }
  std::vector<TokenTreeClass> classes;
  int leaves = 0;
};

/// Long-run rates in bit/s: every leaf of `always` has packets of 1500 B all the time; the line is much faster than
/// the tree.
template <typename TreeScheduler>
std::vector<double> rates_when_full(const Tree& tree, const std::vector<int>& always, Duration length,
                                    Rate line_rate = Rate::gbps(10)) {
  TreeScheduler scheduler{tree.classes};
  Line line{scheduler, tree.leaves, line_rate};
  for (const int leaf : always) line.keep_full(leaf, Bytes{1500});
  const Instant start = Instant::at(length / 10);
  line.run({}, {}, start);
  const auto bytes = bytes_by_child(line.run({}, start, start + length), tree.leaves);
  std::vector<double> rates;
  for (const std::int64_t n : bytes) rates.push_back(static_cast<double>(n) * 8 / length.to_seconds());
  return rates;
}

}  // namespace qoslab::test
