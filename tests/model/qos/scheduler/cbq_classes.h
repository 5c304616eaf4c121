// Short names for what tests of CBQ say most often.
#pragma once

#include "model/qos/scheduler/cbq.h"
#include "tests/model/qos/scheduler/harness.h"

namespace qoslab::test {

inline constexpr Rate megabit = Rate::mbps(1);

inline Instant second(int n) { return Instant::at(Duration::seconds(n)); }

struct ClassOptions {
  int parent = 0;
  int priority = 1;
  bool borrow = false;
  std::optional<int> maxburst = std::nullopt;
  int minburst = 2;
  Bytes average_packet{1000};
};

inline Cbq::Class leaf(int child, Rate rate, ClassOptions o = {}) {
  return {o.parent, child, rate, o.priority, o.borrow, o.maxburst, o.minburst, o.average_packet};
}

inline Cbq::Class inner(Rate rate, ClassOptions o = {}) {
  return {o.parent, std::nullopt, rate, o.priority, o.borrow, o.maxburst, o.minburst, o.average_packet};
}

/// kbit/s of each child.
inline std::vector<double> rates(const std::vector<Departure>& departures, int children, Duration time) {
  std::vector<double> result;
  for (const std::int64_t bytes : bytes_by_child(departures, children)) {
    result.push_back(double(bytes) * 8e-3 / time.to_seconds());
  }
  return result;
}

}  // namespace qoslab::test
