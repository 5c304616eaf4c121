// HFSC with random curves and arrivals, against what the paper proves.
#include <array>
#include <random>
#include <utility>

#include "model/qos/scheduler/hfsc.h"
#include "tests/model/qos/scheduler/harness.h"
#include "tests/model/qos/scheduler/hfsc_classes.h"

namespace qoslab::test {
namespace {

using namespace literals;

/// Random arrivals: bursts and pauses, load around that of the link.
std::vector<Arrival> random_arrivals(std::mt19937_64& random, int children, int packets, Duration mean_gap) {
  std::uniform_int_distribution<int> child{0, children - 1};
  std::uniform_int_distribution<std::int64_t> size{40, 1500};
  std::uniform_int_distribution<std::int64_t> gap{1, 2 * mean_gap.ps()};
  std::uniform_int_distribution<int> burst{1, 8};
  std::vector<Arrival> arrivals;
  Instant t;
  while (int(arrivals.size()) < packets) {
    const int n = burst(random);
    const int c = child(random);
    for (int i = 0; i < n; ++i) {
      t += Duration::picoseconds(gap(random) / 50);
      arrivals.push_back({t, c, Bytes{size(random)}});
    }
    t += Duration::picoseconds(gap(random)) * n;
  }
  return arrivals;
}

TEST(HfscProperty, NeverIdlesWithoutUpperLimits) {
  std::mt19937_64 random{7};
  for (int round = 0; round < 30; ++round) {
    Hfsc hfsc{{{},
               inner(straight(Rate::kbps(300))),
               leaf(0, straight(Rate::kbps(100)), ServiceCurve{Rate::kbps(400), 10_ms, Rate::kbps(90)}, {}, 1),
               leaf(1, {}, ServiceCurve{Rate{}, 20_ms, Rate::kbps(70)}, {}, 1),
               inner(straight(Rate::kbps(500)), {}, 1),
               leaf(2, ServiceCurve{Rate{}, 5_ms, Rate::kbps(100)}, straight(Rate::kbps(10)), {}, 4),
               leaf(3, {}, straight(Rate::kbps(20)), {}, 4),
               leaf(4, ServiceCurve{Rate::kbps(300), 3_ms, Rate::kbps(10)}, straight(Rate::kbps(1)))}};
    const auto arrivals = random_arrivals(random, 5, 2000, 6200_us);
    Line line{hfsc, 5, Rate::mbps(1)};
    expect_work_conserving(arrivals, line.run(arrivals, {}, second(1000)));
  }
}

// Stoica, Zhang, Ng, theorem 2 and lemma 1 for siblings that share by straight lines: what two always backlogged leaves
// got, divided by their rates, differs by at most a packet of each.
TEST(HfscProperty, SiblingsStayWithinAPacketOfEachOther) {
  std::mt19937_64 random{11};
  std::uniform_int_distribution<std::int64_t> rate{50'000, 2'000'000};
  std::uniform_int_distribution<std::int64_t> size{40, 1500};
  for (int round = 0; round < 20; ++round) {
    std::vector<Rate> rates;
    for (int i = 0; i < 6; ++i) rates.push_back(Rate::bps(rate(random)));
    Hfsc hfsc{sharers(rates)};
    Line line{hfsc, 6, Rate::mbps(5)};
    for (int i = 0; i < 6; ++i) line.keep_full(i, [&] { return Bytes{size(random)}; });
    std::vector<double> work(6);
    for (const Departure& d : line.run({}, {}, second(3))) {
      work[std::size_t(d.child)] += double(d.size.count()) / double(rates[std::size_t(d.child)].bps());
      for (std::size_t i = 0; i < 6; ++i) {
        for (std::size_t j = 0; j < 6; ++j) {
          const double bound = 1500.0 / double(rates[i].bps()) + 1500.0 / double(rates[j].bps());
          ASSERT_LE(work[i] - work[j], bound * 1.000001);
        }
      }
    }
  }
}

// ---- the real-time guarantee, against its definition

Duration first_time(const ServiceCurve& s, Int128 bits) {
  const Int128 work = bits * 1'000'000'000'000;
  const Int128 at_bend = Int128{s.m1.bps()} * s.d.ps();
  const bool early = work <= at_bend;
  const Int128 slope = early ? s.m1.bps() : s.m2.bps();
  const Int128 rest = early ? work : work - at_bend;
  const Int128 time = (early ? 0 : s.d.ps()) + (rest == 0 ? 0 : (rest + slope - 1) / slope);
  return Duration::picoseconds(static_cast<std::int64_t>(time));
}

/// The service curve's definition: at any time of a backlogged period there is some start of a backlogged period, at
/// time a with w served, such that the service since then is at least S(t - a). So a packet that brings the service to
/// W is late only after the latest of a + S^-1(W - w) over all such starts.
struct Guarantee {
  ServiceCurve curve;
  std::vector<std::pair<Instant, std::int64_t>> starts;
  std::int64_t served_bits = 0;
  std::int64_t waiting = 0;

  void arrive(Instant now) {
    if (waiting++ == 0) starts.emplace_back(now, served_bits);
  }
  Instant depart(Bytes size) {
    served_bits += size.bits();
    --waiting;
    Instant deadline;
    for (const auto& [a, w] : starts) deadline = std::max(deadline, a + first_time(curve, served_bits - w));
    return deadline;
  }
};

/// Concave, straight and (m1 = 0) convex curves whose sum is below the link's line at every time.
std::vector<ServiceCurve> admissible_curves(std::mt19937_64& random, int n, Rate link) {
  std::uniform_int_distribution<int> kind{0, 2};
  std::uniform_int_distribution<std::int64_t> part{1, 1000};
  std::uniform_int_distribution<std::int64_t> milliseconds{1, 200};
  std::vector<ServiceCurve> curves;
  const std::int64_t unit = link.bps() / 1000 / n;
  for (int i = 0; i < n; ++i) {
    const Rate high = Rate::bps(unit * part(random));
    const Rate low = Rate::bps(high.bps() / 5 + 1);
    const Duration d = Duration::milliseconds(milliseconds(random));
    const std::array<ServiceCurve, 3> choice{ServiceCurve{high, d, low}, {high, d, high}, {Rate{}, d, high}};
    curves.push_back(choice[std::size_t(kind(random))]);
  }
  return curves;
}

void expect_deadlines_kept(const std::vector<Arrival>& arrivals, const std::vector<Departure>& departures,
                           const std::vector<ServiceCurve>& curves, Duration largest_packet) {
  std::vector<Guarantee> guarantees;
  for (const ServiceCurve& c : curves) guarantees.push_back({.curve = c, .starts = {}});
  std::size_t next = 0;
  for (const Departure& d : departures) {
    while (next < arrivals.size() && arrivals[next].time <= d.time) {
      guarantees[std::size_t(arrivals[next].child)].arrive(arrivals[next].time);
      ++next;
    }
    const Instant deadline = guarantees[std::size_t(d.child)].depart(d.size);
    ASSERT_LE(d.end, deadline + largest_packet) << "child " << d.child << " at " << d.time.since_start().to_seconds();
  }
}

TEST(HfscProperty, NoDeadlineIsMissedByMoreThanOneLargestPacket) {
  std::mt19937_64 random{2024};
  const Rate link = Rate::mbps(2);
  for (int round = 0; round < 60; ++round) {
    const auto curves = admissible_curves(random, 6, link);
    std::vector<Hfsc::Class> classes{{}, inner(straight(Rate::mbps(1))), inner(straight(Rate::kbps(10)))};
    for (int i = 0; i < 6; ++i) {
      classes.push_back(leaf(i, curves[std::size_t(i)], straight(Rate::bps(1 + i * i * 10'000)), {}, 1 + i % 2));
    }
    Hfsc hfsc{classes};
    const auto arrivals = random_arrivals(random, 6, 1500, round % 2 == 0 ? 2500_us : 3300_us);
    Line line{hfsc, 6, link};
    expect_deadlines_kept(arrivals, line.run(arrivals, {}, second(1000)), curves, time_to_send(Bytes{1500}, link));
  }
}

// The convex class must be served before its promise is due, because a concave one wakes when both are due at once.
TEST(Hfsc, AConvexPromiseHoldsAgainstALateConcaveBurst) {
  const std::vector<ServiceCurve> curves{{Rate{}, 100_ms, Rate::kbps(600)}, {Rate::kbps(1000), 50_ms, Rate::kbps(400)}};
  Hfsc hfsc{{{},
             leaf(0, curves[0], straight(Rate::bps(10))),
             leaf(1, curves[1], straight(Rate::bps(10))),
             leaf(2, {}, straight(Rate::mbps(1)))}};
  Line line{hfsc, 3, Rate::mbps(1)};
  line.keep_full(2, Bytes{125});
  std::vector<Arrival> arrivals(400, {Instant{}, 0, Bytes{125}});
  arrivals.insert(arrivals.end(), 400, {Instant::at(150_ms), 1, Bytes{125}});
  auto out = line.run(arrivals, {}, second(5));
  std::erase_if(out, [](const Departure& d) { return d.child == 2; });
  ASSERT_EQ(out.size(), 800U);
  expect_deadlines_kept(arrivals, out, curves, 1_ms);
}

TEST(HfscProperty, NoInnerClassExceedsItsUpperLimitInAnyInterval) {
  std::mt19937_64 random{5};
  for (int round = 0; round < 20; ++round) {
    Hfsc hfsc{{{},
               inner(straight(Rate::kbps(900)), straight(Rate::kbps(400))),
               leaf(0, {}, straight(Rate::kbps(1)), straight(Rate::kbps(300)), 1),
               leaf(1, {}, straight(Rate::kbps(7)), {}, 1),
               leaf(2, {}, straight(Rate::kbps(100)))}};
    const auto arrivals = random_arrivals(random, 3, 1500, 6_ms);
    Line line{hfsc, 3, Rate::mbps(1)};
    const auto out = line.run(arrivals, {}, second(10'000));
    ASSERT_EQ(out.size(), arrivals.size());
    // As a token bucket as deep as two largest packets: before each packet at most one is still to be earned.
    Credit bucket;
    Instant last;
    for (const Departure& d : out) {
      if (d.child == 2) continue;
      bucket = std::max(Credit{}, bucket - Credit::earned(Rate::kbps(400), d.time - last));
      ASSERT_LE(bucket, Credit::of(Bytes{1500}));
      bucket += Credit::of(d.size);
      last = d.time;
    }
  }
}

}  // namespace
}  // namespace qoslab::test
