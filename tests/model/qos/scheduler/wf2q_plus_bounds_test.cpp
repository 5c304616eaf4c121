// What WF2Q+ promises, against the fluid that it stands for.
#include <algorithm>
#include <deque>
#include <iterator>

#include "model/qos/scheduler/wf2q_plus.h"
#include "tests/model/qos/scheduler/gps.h"
#include "tests/model/qos/scheduler/harness.h"
#include "tests/model/qos/scheduler/weights.h"

namespace qoslab::test {
namespace {

using namespace literals;

// All children saturated: GPS serves each at its share of the line, so both of its bounds are exact integers. Every
// second time the shares are terabits per second, where virtual time is at its coarsest.
TEST(Wf2qPlusBounds, SaturatedIsWithinOnePacketOfTheFluidEitherWay) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::mt19937_64 random{seed};
    const int children = 2 + static_cast<int>(random() % 15);
    const auto weights = random_weights(random, std::size_t(children));
    const std::int64_t sum = sum_of(weights);
    std::vector<Rate> shares = shares_of(weights);
    if (seed % 2 == 1) {
      for (Rate& share : shares) share = Rate::bps(share.bps() * 41'666'666'667);
    }
    Wf2qPlus scheduler{shares};
    Line line{scheduler, children, line_rate};
    for (int child = 0; child < children; ++child) {
      line.keep_full(child, [&random] { return mixed_sizes.at(random() % mixed_sizes.size()); });
    }
    std::vector<std::int64_t> sent(std::size_t(children), 0);
    for (const Departure& d : line.run({}, {}, Instant::at(10_ms))) {
      const auto i = std::size_t(d.child);
      sent[i] += d.size.count();
      // The fluid finishes the packet at sent × sum / weight bytes of line time.
      const std::int64_t by_then = d.end.ps() / 8000 * weights[i];
      ASSERT_LE(by_then, sent[i] * sum + 1500 * weights[i]) << "later than GPS by more than a largest packet";
      ASSERT_LE(sent[i] * sum, by_then + d.size.count() * sum) << "ahead of GPS by more than its packet";
    }
  }
}

struct Scenario {
  std::vector<std::int64_t> weights;
  std::vector<Arrival> arrivals;
  std::vector<Departure> departures;
};

Scenario random_scenario(std::uint64_t seed) {
  std::mt19937_64 random{seed};
  Scenario s;
  const int children = 2 + static_cast<int>(random() % 11);
  s.weights = random_weights(random, std::size_t(children));
  const double load = 0.5 + 0.1 * static_cast<double>(random() % 8);
  s.arrivals = random_arrivals(random, children, 400, load, line_rate, mixed_sizes);
  Wf2qPlus scheduler{shares_of(s.weights)};
  Line line{scheduler, children, line_rate};
  s.departures = line.run(s.arrivals, {}, Instant::at(1_s));
  return s;
}

std::vector<Departure> departures_of(const Scenario& s, std::size_t child) {
  std::vector<Departure> own;
  std::ranges::copy_if(s.departures, std::back_inserter(own),
                       [child](const Departure& d) { return std::size_t(d.child) == child; });
  return own;
}

// What the share promises whatever the others do: a packet is gone one largest packet after a line of the child's own
// rate would have sent it.
TEST(Wf2qPlusBounds, KeepsTheDeadlineOfALineOfTheChildsOwnRate) {
  for (std::uint64_t seed = 100; seed < 160; ++seed) {
    const Scenario s = random_scenario(seed);
    const std::int64_t sum = sum_of(s.weights);
    std::vector<std::deque<std::int64_t>> deadlines(s.weights.size());  // in 1/common ps
    std::vector<std::int64_t> own_line(s.weights.size(), 0);
    for (const Arrival& a : s.arrivals) {
      const auto i = std::size_t(a.child);
      own_line[i] = std::max(own_line[i], a.time.ps() * common) + a.size.count() * 8000 * common / s.weights[i] * sum;
      deadlines[i].push_back(own_line[i]);
    }
    for (const Departure& d : s.departures) {
      auto& of_child = deadlines[std::size_t(d.child)];
      ASSERT_LE(d.end.ps() * common, of_child.front() + 1500 * 8000 * common) << "seed " << seed;
      of_child.pop_front();
    }
  }
}

// The paper's time worst-case fair index: a packet that finds Q bytes of its own queue (itself and what is left of one
// on
/// the line among them) is gone after Q / r_i + L_i (1/r_i - 1/r) + L_max / r, however far ahead of its share it was.
TEST(Wf2qPlusBounds, IsWorstCaseFair) {
  for (std::uint64_t seed = 200; seed < 260; ++seed) {
    const Scenario s = random_scenario(seed);
    const std::int64_t sum = sum_of(s.weights);
    for (std::size_t i = 0; i < s.weights.size(); ++i) {
      std::deque<Departure> before;  // of the arrivals so far
      std::size_t taken = 0;
      const auto own = departures_of(s, i);
      for (const Arrival& a : s.arrivals) {
        if (std::size_t(a.child) != i) continue;
        const Departure& d = own.at(taken++);
        before.push_back(d);
        while (before.front().end <= a.time) before.pop_front();
        std::int64_t queue = 0;  // in ps of the line
        for (const Departure& b : before) queue += std::min(b.end - b.time, b.end - a.time).ps();
        const std::int64_t slack = 12'000'000 * sum;  // L_i and L_max are 1500 B
        ASSERT_LE((d.end - a.time).ps() * s.weights[i], queue * sum + slack) << "seed " << seed << " child " << i;
      }
    }
  }
}

/// The latest that a packet was gone after the fluid had finished it, in seconds.
double worst_lateness(const Scenario& s) {
  const auto fluid = gps_finishes(s.arrivals, s.weights, line_rate);
  double worst = 0;
  for (std::size_t i = 0; i < s.weights.size(); ++i) {
    const auto own = departures_of(s, i);
    for (std::size_t n = 0; n < own.size(); ++n) {
      worst = std::max(worst, own[n].end.since_start().to_seconds() - fluid[i].at(n));
    }
  }
  return worst;
}

// What WF2Q+ does not promise. While others are idle GPS serves the busy ones faster than their shares; virtual time
// moves at the pace of all shares and falls behind the fluid's between two jumps, so that newcomers start earlier than
// in the fluid. In an overload in which children come and go that adds up, though never beyond the deadlines tested
// above.
TEST(Wf2qPlusBounds, MayFallBehindGpsByMoreWhileChildrenComeAndGo) {
  double worst = 0;
  for (std::uint64_t seed = 300; seed < 340; ++seed) worst = std::max(worst, worst_lateness(random_scenario(seed)));
  EXPECT_GT(worst, 2 * 12e-6);
}

}  // namespace
}  // namespace qoslab::test
