#include "model/dataplane/policer_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "model/qos/meter/three_color.h"
#include "tests/model/dataplane/policer_profiles.h"
#include "tests/model/dataplane/policer_referee.h"

namespace qoslab::dataplane {
namespace {

using namespace literals;
using Kind = SubscriberPolicerSpec::Kind;
using Why = PolicerVerdict::Why;

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_{seed} {}
  std::int64_t below(std::int64_t n) { return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(n)); }
  std::int64_t between(std::int64_t a, std::int64_t b) { return a + below(b - a + 1); }
  /// A rate by which the time of a byte is a whole number of picoseconds.
  Rate whole_rate() {
    static constexpr std::array<std::int64_t, 10> mantissas{100, 125, 160, 200, 250, 320, 400, 500, 640, 800};
    const std::int64_t scale = below(2) == 0 ? 10'000 : 100'000;
    return Rate::bps(mantissas.at(static_cast<std::size_t>(below(10))) * scale);
  }

 private:
  std::mt19937_64 random_;
};

bool whole(Rate rate) { return rate == Rate{} || 8'000'000'000'000 % rate.bps() == 0; }

// --- a policer without parents decides as the meter of its RFC does ---

template <typename M>
void expect_as_meter(Kind kind, std::uint64_t seed) {
  Dice dice{seed};
  SubscriberPolicerSpec p;
  p.kind = kind;
  p.cir = dice.whole_rate();
  p.cbs = Bytes{dice.between(1'500, 9'000)};
  p.pir = dice.whole_rate();
  p.mbs = Bytes{dice.between(1'500, 20'000)};
  typename M::Profile exact;
  if constexpr (std::is_same_v<M, SrTcm>)
    exact = {p.cir, p.cbs, p.mbs};
  else
    exact = {p.cir, p.cbs, p.pir, p.mbs};
  M meter{exact, ColorMode::blind};
  PolicerTree tree{{profile({}, {p})}, {0}};
  std::array<int, 3> colors{};
  std::int64_t now = 0;
  const std::int64_t gap = 8'000'000'000'000 / (p.cir + p.pir).bps() * 1'200;
  for (int i = 0; i < 20'000; ++i) {
    now += i % 50 == 0 ? dice.below(40 * gap) : dice.below(gap);
    const std::int64_t size = dice.between(64, 1'500);
    const Color expected = meter.color(Instant::at(Duration::picoseconds(now)), Bytes{size}, Color::green);
    ++colors.at(static_cast<std::size_t>(expected));
    const auto verdict = tree.police(0, 0, now, size);
    ASSERT_EQ(verdict.color, expected) << "packet " << i << " of seed " << seed;
    ASSERT_EQ(verdict.why, expected == Color::red ? Why::policer : Why::passed);
  }
  EXPECT_GT(colors[0], 0);
  EXPECT_GT(colors[2], 0);
}

TEST(PolicerTree, WithoutParentsIsTheMeterOfItsRfc) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    expect_as_meter<TrTcm>(Kind::two_rate, seed);
    expect_as_meter<SrTcm>(Kind::single_rate, seed);
    expect_as_meter<EfficientTrTcm>(Kind::two_rate_excess, seed);
  }
}

TEST(PolicerTree, AClassWithoutPolicerPassesGreen) {
  ProfileSpec spec = profile({}, {policer(Rate::mbps(1))});
  spec.classes.emplace_back().name = "free";
  PolicerTree tree{{spec}, {0}};
  for (int i = 0; i < 1'000; ++i) EXPECT_EQ(tree.police(0, 1, 0, 1'500), (PolicerVerdict{Why::passed, Color::green}));
}

// --- random trees and traffic against the referee ---

ProfileSpec random_profile(Dice& dice) {
  ProfileSpec spec;
  const auto tiers = dice.between(0, 2);
  spec.arbiters.push_back(arbiter("root", dice.whole_rate()));
  if (tiers >= 1)
    for (std::int64_t i = dice.between(1, 2); i > 0; --i)
      spec.arbiters.push_back(arbiter("a" + std::to_string(i), dice.whole_rate(), "root",
                                      static_cast<int>(dice.between(1, 8)), dice.between(1, 5)));
  if (tiers == 2)
    spec.arbiters.push_back(
        arbiter("b", dice.whole_rate(), "a1", static_cast<int>(dice.between(1, 8)), dice.between(1, 5)));
  for (auto& a : spec.arbiters) a.burst = Bytes{dice.between(8'000, 60'000)};
  for (std::int64_t i = dice.between(1, 5); i > 0; --i) {
    SubscriberPolicerSpec p;
    do {
      p.kind = static_cast<Kind>(dice.below(3));
      p.cir = dice.below(4) == 0 ? Rate{} : dice.whole_rate();
      p.pir = dice.whole_rate();
      p.cbs = Bytes{dice.between(2'000, 15'000)};
      p.mbs = Bytes{dice.between(2'000, 15'000)};
      p.level = static_cast<int>(dice.between(1, 3));
      p.weight = dice.between(1, 7);
      const auto parent = static_cast<std::size_t>(dice.below(static_cast<std::int64_t>(spec.arbiters.size()) + 1));
      p.parent = parent == spec.arbiters.size() ? "" : spec.arbiters[parent].name;
      auto& c = spec.classes.emplace_back();
      c.name = std::to_string(i);
      p.name = "policer " + c.name;
      c.policer = p;
      if (whole(PolicerTree{{spec}, {0}}.operating_rate(0, static_cast<std::uint32_t>(spec.classes.size() - 1)))) break;
      spec.classes.pop_back();
    } while (true);
  }
  return spec;
}

TEST(PolicerTree, DecidesAsTheSlowRefereeOfTheWholeTree) {
  std::array<int, 4> why{};
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Dice dice{seed};
    const std::vector<ProfileSpec> profiles{random_profile(dice), random_profile(dice)};
    PolicerTree tree{profiles, {1, 0, 1}};
    std::vector<PolicerReferee> referees{PolicerReferee{profiles[1]}, PolicerReferee{profiles[0]},
                                         PolicerReferee{profiles[1]}};
    const std::int64_t gap = dice.between(50'000'000, 2'000'000'000);
    std::int64_t now = 0;
    for (int i = 0; i < 4'000; ++i) {
      now += i % 1'000 == 999 ? dice.below(250'000'000'000) : dice.below(gap);
      const auto subscriber = static_cast<std::size_t>(dice.below(3));
      const auto& spec = profiles[subscriber == 1 ? 0 : 1];
      const auto cls = static_cast<std::size_t>(dice.below(static_cast<std::int64_t>(spec.classes.size())));
      const std::int64_t size = dice.between(64, 1'500);
      const auto expected = referees[subscriber].police(cls, Instant::at(Duration::picoseconds(now)), Bytes{size});
      const auto verdict =
          tree.police(static_cast<std::uint32_t>(subscriber), static_cast<std::uint32_t>(cls), now, size);
      ++why.at(static_cast<std::size_t>(expected.why));
      ASSERT_EQ(verdict, expected) << "packet " << i << " of seed " << seed << ": " << static_cast<int>(verdict.why)
                                   << " for " << static_cast<int>(expected.why);
    }
  }
  for (const int n : why) EXPECT_GT(n, 1'000);
}

}  // namespace
}  // namespace qoslab::dataplane
