// Every meter against slow and obvious ones, and against the bound that its name promises.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <random>
#include <vector>

#include "model/qos/meter/three_color.h"

namespace qoslab {
namespace {

using Rational = boost::multiprecision::cpp_rational;
using enum Color;

struct Arrival {
  Instant at;
  Bytes size;
  Color before = green;
};

class Random {
 public:
  explicit Random(std::uint64_t seed) : bits_{seed} {}
  std::int64_t up_to(std::int64_t n) { return static_cast<std::int64_t>(bits_() % static_cast<std::uint64_t>(n + 1)); }
  bool one_in(std::int64_t n) { return up_to(n - 1) == 0; }
  /// Mostly the same order of magnitude as `n`, sometimes nothing.
  std::int64_t around(std::int64_t n) { return one_in(8) ? 0 : up_to(2 * n); }

  std::vector<Arrival> traffic(int packets) {
    std::vector<Arrival> result;
    Instant now;
    for (int i = 0; i < packets; ++i) {
      if (!one_in(4)) now += Duration::picoseconds(up_to(one_in(20) ? 50'000'000'000 : 2'000'000'000));
      result.push_back({now, Bytes{up_to(1500)}, static_cast<Color>(up_to(2))});
    }
    return result;
  }

 private:
  std::mt19937_64 bits_;
};

/// Tokens in bytes, as a fraction of unlimited precision.
struct Bucket {
  Bucket(Rate r, Bytes d) : rate{Rational{r.bps()} / 8}, depth{d.count()}, tokens{depth} {}
  /// Returns what did not fit.
  Rational add(const Rational& more) {
    const Rational all = tokens + more;
    tokens = std::min(all, depth);
    return all - tokens;
  }
  [[nodiscard]] bool covers(Bytes b) const { return tokens >= b.count(); }
  void spend(Bytes b) { tokens -= b.count(); }

  Rational rate;  ///< bytes per second
  Rational depth;
  Rational tokens;
};

Rational seconds(Duration d) { return Rational{d.ps()} / Rational{1'000'000'000'000}; }

/// The flow charts of the RFCs, as printed: one function each for the two modes.
struct SrTcmReferee {
  SrTcmReferee(SrTcm::Profile p, ColorMode m) : mode{m}, c{p.cir, p.cbs}, e{p.cir, p.ebs} {}
  Color color(const Arrival& a) {
    e.add(c.add(c.rate * seconds(a.at - last)));
    last = a.at;
    return mode == ColorMode::blind ? blind(a.size) : aware(a.size, a.before);
  }
  Color blind(Bytes b) {
    if (c.covers(b)) return c.spend(b), green;
    if (e.covers(b)) return e.spend(b), yellow;
    return red;
  }
  Color aware(Bytes b, Color before) {
    if (before == green && c.covers(b)) return c.spend(b), green;
    if ((before == green || before == yellow) && e.covers(b)) return e.spend(b), yellow;
    return red;
  }
  ColorMode mode;
  Bucket c;
  Bucket e;
  Instant last;
};

struct TrTcmReferee {
  TrTcmReferee(TrTcm::Profile profile, ColorMode m)
      : mode{m}, c{profile.cir, profile.cbs}, p{profile.pir, profile.pbs} {}
  Color color(const Arrival& a) {
    c.add(c.rate * seconds(a.at - last));
    p.add(p.rate * seconds(a.at - last));
    last = a.at;
    return mode == ColorMode::blind ? blind(a.size) : aware(a.size, a.before);
  }
  Color blind(Bytes b) {
    if (!p.covers(b)) return red;
    if (!c.covers(b)) return p.spend(b), yellow;
    return p.spend(b), c.spend(b), green;
  }
  Color aware(Bytes b, Color before) {
    if (before == red || !p.covers(b)) return red;
    if (before == yellow || !c.covers(b)) return p.spend(b), yellow;
    return p.spend(b), c.spend(b), green;
  }
  ColorMode mode;
  Bucket c;
  Bucket p;
  Instant last;
};

struct EfficientReferee {
  EfficientReferee(EfficientTrTcm::Profile p, ColorMode m) : mode{m}, c{p.cir, p.cbs}, e{p.eir, p.ebs} {}
  Color color(const Arrival& a) {
    c.add(c.rate * seconds(a.at - last));
    e.add(e.rate * seconds(a.at - last));
    last = a.at;
    const bool blind = mode == ColorMode::blind;
    if ((blind || a.before == green) && c.covers(a.size)) return c.spend(a.size), green;
    if ((blind || a.before != red) && e.covers(a.size)) return e.spend(a.size), yellow;
    return red;
  }
  ColorMode mode;
  Bucket c;
  Bucket e;
  Instant last;
};

SrTcm::Profile random_single_rate(Random& random) {
  return {
      .cir = Rate::bps(random.around(3'000'000)), .cbs = Bytes{random.around(4000)}, .ebs = Bytes{random.around(4000)}};
}
TrTcm::Profile random_two_rate(Random& random) {
  const auto cir = random.around(3'000'000);
  return {.cir = Rate::bps(cir),
          .cbs = Bytes{random.around(4000)},
          .pir = Rate::bps(cir + random.around(2'000'000)),
          .pbs = Bytes{random.around(6000)}};
}
EfficientTrTcm::Profile random_efficient(Random& random) {
  return {.cir = Rate::bps(random.around(3'000'000)),
          .cbs = Bytes{random.around(4000)},
          .eir = Rate::bps(random.around(2'000'000)),
          .ebs = Bytes{random.around(4000)}};
}

template <typename MeterType, typename Referee, typename Draw>
void expect_agreement(Draw draw_profile) {
  std::array<int, 3> seen{};
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random{seed};
    const auto profile = draw_profile(random);
    const auto mode = random.one_in(2) ? ColorMode::blind : ColorMode::aware;
    MeterType meter{profile, mode};
    Referee referee{profile, mode};
    for (const auto& a : random.traffic(150)) {
      const Color expected = referee.color(a);
      ++seen[static_cast<std::size_t>(expected)];
      ASSERT_EQ(meter.color(a.at, a.size, a.before), expected) << "seed " << seed << ", at " << a.at.ps() << " ps";
    }
  }
  for (const int n : seen) EXPECT_GT(n, 500) << "the traffic does not try every colour";
}

TEST(MetersAndReferees, SrTcmAgreesWithFractionsOfUnlimitedPrecision) {
  expect_agreement<SrTcm, SrTcmReferee>(random_single_rate);
}
TEST(MetersAndReferees, TrTcmAgreesWithFractionsOfUnlimitedPrecision) {
  expect_agreement<TrTcm, TrTcmReferee>(random_two_rate);
}
TEST(MetersAndReferees, Rfc4115AgreesWithFractionsOfUnlimitedPrecision) {
  expect_agreement<EfficientTrTcm, EfficientReferee>(random_efficient);
}

TEST(MetersAndReferees, SrTcmAgreesWithTokensThatArriveOneByOne) {
  // At 8 Gbit/s a token, a byte, arrives each nanosecond: RFC 2697's own words can be run.
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Random random{seed};
    const SrTcm::Profile profile{
        .cir = Rate::gbps(8), .cbs = Bytes{random.up_to(300)}, .ebs = Bytes{random.up_to(300)}};
    SrTcm meter{profile, ColorMode::blind};
    std::int64_t tc = profile.cbs.count();
    std::int64_t te = profile.ebs.count();
    std::int64_t now = 0;
    for (int i = 0; i < 500; ++i) {
      for (const auto next = now + random.up_to(200); now < next; ++now) {
        if (tc < profile.cbs.count()) {
          ++tc;
        } else if (te < profile.ebs.count()) {
          ++te;
        }
      }
      const Bytes size{random.up_to(200)};
      const Color expected = tc >= size.count() ? green : te >= size.count() ? yellow : red;
      if (expected == green) tc -= size.count();
      if (expected == yellow) te -= size.count();
      ASSERT_EQ(meter.color(Instant::at(Duration::nanoseconds(now)), size, red), expected) << "seed " << seed;
    }
  }
}

/// Over every interval, first to last of any two packets counted, at most rate × time + burst passes.
struct Passed {
  Instant at;
  Bytes size;
};
void expect_bound(const std::vector<Passed>& passed, Rate rate, Bytes burst) {
  for (std::size_t first = 0; first < passed.size(); ++first) {
    Bytes volume;
    for (std::size_t last = first; last < passed.size(); ++last) {
      volume += passed[last].size;
      const Duration interval = passed[last].at - passed[first].at;
      ASSERT_LE(Credit::of(volume), Credit::earned(rate, interval) + Credit::of(burst));
    }
  }
}

std::vector<Passed> passed_as(const std::vector<Color>& verdicts, const std::vector<Arrival>& traffic,
                              std::vector<Color> wanted) {
  std::vector<Passed> result;
  for (std::size_t i = 0; i < traffic.size(); ++i)
    if (std::ranges::find(wanted, verdicts[i]) != wanted.end()) result.push_back({traffic[i].at, traffic[i].size});
  return result;
}

std::vector<Color> verdicts(Meter auto meter, const std::vector<Arrival>& traffic) {
  std::vector<Color> result;
  for (const auto& a : traffic) result.push_back(meter.color(a.at, a.size, a.before));
  return result;
}

TEST(WhatMetersPromise, HoldsOverEveryInterval) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Random random{seed};
    const auto traffic = random.traffic(300);
    const auto mode = seed % 2 == 0 ? ColorMode::blind : ColorMode::aware;

    const auto one = random_single_rate(random);
    const auto by_one = verdicts(SrTcm{one, mode}, traffic);
    expect_bound(passed_as(by_one, traffic, {green}), one.cir, one.cbs);
    expect_bound(passed_as(by_one, traffic, {green, yellow}), one.cir, one.cbs + one.ebs);

    const auto two = random_two_rate(random);
    const auto by_two = verdicts(TrTcm{two, mode}, traffic);
    expect_bound(passed_as(by_two, traffic, {green}), two.cir, two.cbs);
    expect_bound(passed_as(by_two, traffic, {green, yellow}), two.pir, two.pbs);

    const auto efficient = random_efficient(random);
    const auto by_efficient = verdicts(EfficientTrTcm{efficient, mode}, traffic);
    expect_bound(passed_as(by_efficient, traffic, {green}), efficient.cir, efficient.cbs);
    expect_bound(passed_as(by_efficient, traffic, {yellow}), efficient.eir, efficient.ebs);

    const SingleBucketMeter::Profile simple{.rate = one.cir, .burst = one.cbs};
    expect_bound(passed_as(verdicts(SingleBucketMeter{simple}, traffic), traffic, {green}), one.cir, one.cbs);
  }
}

TEST(WhatMetersPromise, AwareNeverReturnsABetterColour) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random{seed};
    const auto traffic = random.traffic(500);
    const auto never_better = [&](const std::vector<Color>& after) {
      for (std::size_t i = 0; i < traffic.size(); ++i) EXPECT_GE(after[i], traffic[i].before);
    };
    never_better(verdicts(SrTcm{random_single_rate(random), ColorMode::aware}, traffic));
    never_better(verdicts(TrTcm{random_two_rate(random), ColorMode::aware}, traffic));
    never_better(verdicts(EfficientTrTcm{random_efficient(random), ColorMode::aware}, traffic));
    never_better(verdicts(SingleBucketMeter({Rate::mbps(1), Bytes{3000}}, ColorMode::aware), traffic));
  }
}

}  // namespace
}  // namespace qoslab
