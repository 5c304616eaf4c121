// Generalised processor sharing: the fluid ideal that packet schedulers are measured by.
#pragma once

#include <cstddef>
#include <deque>
#include <limits>
#include <vector>

#include "tests/model/qos/scheduler/harness.h"

namespace qoslab::test {

/// When a fluid server that splits the line by weight among those who have something, at every instant, would have
/// finished each packet: in seconds, per child in its order. Parekh and Gallager, ToN 1(3) 1993. `arrivals` are sorted.
inline std::vector<std::vector<double>> gps_finishes(const std::vector<Arrival>& arrivals,
                                                     const std::vector<std::int64_t>& weights, Rate rate) {
  std::vector<std::vector<double>> finishes(weights.size());
  std::vector<std::deque<double>> left(weights.size());  // bits
  double now = 0;
  std::size_t next = 0;
  for (;;) {
    double sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) sum += left[i].empty() ? 0 : double(weights[i]);
    double step = next < arrivals.size() ? arrivals[next].time.since_start().to_seconds() - now
                                         : std::numeric_limits<double>::infinity();
    std::size_t done = weights.size();
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (left[i].empty()) continue;
      const double finish = left[i].front() * sum / (double(weights[i]) * double(rate.bps()));
      if (finish <= step) {
        step = finish;
        done = i;
      }
    }
    if (done == weights.size() && next == arrivals.size()) return finishes;
    now += step;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (!left[i].empty()) left[i].front() -= step * double(weights[i]) * double(rate.bps()) / sum;
    }
    if (done < weights.size()) {
      finishes[done].push_back(now);
      left[done].pop_front();
    } else {
      left[std::size_t(arrivals[next].child)].push_back(double(arrivals[next].size.bits()));
      ++next;
    }
  }
}

}  // namespace qoslab::test
