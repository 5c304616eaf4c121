// Order statistics of durations: of delays, and of how long transactions took.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/units/time.h"

namespace qoslab {

/// The index in ascending order of the value that at least part/whole of all values do not exceed. Preconditions:
/// count > 0, 0 < part <= whole.
constexpr std::size_t nearest_rank(std::size_t count, std::size_t part, std::size_t whole) {
  return (count * part + whole - 1) / whole - 1;
}

/// Exact, on whole picoseconds. A percentile p is the nearest rank: the smallest of the values that at least p of all
/// values do not exceed, which is number ceil(p·n) in order of size. It is always a value that occurred.
struct Distribution {
  std::int64_t count = 0;
  double mean_s = 0;
  Duration min;
  Duration p50;
  Duration p95;
  Duration p99;
  Duration p999;
  Duration max;
};

/// Absent without values. Time: linear in their number.
std::optional<Distribution> distribution_of(std::vector<Duration> values);

}  // namespace qoslab
