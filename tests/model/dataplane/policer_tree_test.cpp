#include "model/dataplane/policer_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
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

// --- what an arbiter does ---

Why police(PolicerTree& tree, std::uint32_t class_index, Instant now, std::int64_t bytes = 1'000) {
  return tree.police(0, class_index, now.ps(), bytes).why;
}

/// Packets of a class, all at once, until it gets none through; how many bytes passed.
std::int64_t flood(PolicerTree& tree, std::uint32_t class_index, Instant now, std::int64_t bytes = 1'000) {
  std::int64_t passed = 0;
  while (police(tree, class_index, now, bytes) == Why::passed) passed += bytes;
  return passed;
}

SubscriberPolicerSpec wide(std::string parent, int level = 1) {
  auto p = policer(Rate::mbps(1'000), std::move(parent), level);
  p.cbs = p.mbs = Bytes{1'000'000};
  return p;
}

TEST(DiscardThresholds, RiseInEqualStepsUpToTheBurst) {
  std::int64_t before = 0;
  for (std::int64_t rank = 1; rank <= 3; ++rank) {
    const auto t = discard_thresholds(Bytes{60'000}, 3, rank);
    EXPECT_EQ(t.unfair.count() - before, 10'000);
    EXPECT_EQ(t.all.count() - t.unfair.count(), 10'000);
    before = t.all.count();
  }
  EXPECT_EQ(before, 60'000);
}

TEST(PolicerTree, EachLevelMayFillAnArbiterUpToItsOwnThreshold) {
  PolicerTree tree{{profile({arbiter("root", Rate::mbps(10))}, {wide("root", 2), wide("root", 5), wide("root", 8)})},
                   {0}};
  const Instant now;
  flood(tree, 0, now);
  EXPECT_LE(tree.arbiter_depth(0, 0, now), Bytes{20'000});
  EXPECT_EQ(police(tree, 0, now), Why::unfair);
  EXPECT_GE(flood(tree, 1, now), 10'000);  // a lower level in its way cannot keep a higher one out
  EXPECT_GE(flood(tree, 2, now), 10'000);
  EXPECT_LE(tree.arbiter_depth(0, 0, now), Bytes{60'000});
  EXPECT_EQ(police(tree, 0, now), Why::all);
}

TEST(PolicerTree, UnfairPacketsAreDiscardedBeforeFairOnes) {
  PolicerTree tree{{profile({arbiter("root", Rate::mbps(10))}, {wide("root"), wide("root")})}, {0}};
  const Instant now;
  flood(tree, 0, now);
  EXPECT_EQ(police(tree, 0, now), Why::unfair);
  EXPECT_EQ(police(tree, 1, now), Why::passed);
}

TEST(PolicerTree, ADiscardOfAParentTakesBackTheChildsChargeAndThatOfTheArbiterBetween) {
  PolicerTree tree{{profile({arbiter("root", Rate::mbps(10)), arbiter("tier", Rate::mbps(10), "root", 1),
                             arbiter("other", Rate::mbps(10), "root", 8)},
                            {wide("tier"), wide("other")})},
                   {0}};
  const Instant now;
  flood(tree, 1, now);
  const auto before = tree.policer_depth(0, 0, now);
  const auto fair = tree.fair_rate(0, 0);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(police(tree, 0, now), Why::all);
  EXPECT_EQ(tree.policer_depth(0, 0, now).committed, before.committed);
  EXPECT_EQ(tree.policer_depth(0, 0, now).peak, before.peak);
  EXPECT_EQ(tree.arbiter_depth(0, 1, now), Bytes{0});
  EXPECT_EQ(tree.fair_rate(0, 0), fair);
}

TEST(PolicerTree, EveryBucketDrainsToZeroWhenTrafficStops) {
  auto small = policer(Rate::mbps(2), "tier");
  small.cir = Rate::mbps(1);
  PolicerTree tree{{profile({arbiter("root", Rate::mbps(10)), arbiter("tier", Rate::mbps(4), "root")}, {small})}, {0}};
  const Instant now = Instant::at(1_s);
  EXPECT_EQ(police(tree, 0, now), Why::passed);
  EXPECT_EQ(tree.policer_depth(0, 0, now).committed, Bytes{1'000});
  EXPECT_EQ(tree.policer_depth(0, 0, now).peak, Bytes{1'000});
  EXPECT_EQ(tree.arbiter_depth(0, 0, now), Bytes{1'000});
  EXPECT_EQ(tree.arbiter_depth(0, 1, now), Bytes{1'000});
  EXPECT_EQ(tree.arbiter_depth(0, 0, now + 400_us), Bytes{500});  // 10 Mbit/s
  EXPECT_EQ(tree.arbiter_depth(0, 1, now + 1_ms), Bytes{500});    // 4 Mbit/s
  EXPECT_EQ(tree.policer_depth(0, 0, now + 2_ms).peak, Bytes{500});
  EXPECT_EQ(tree.policer_depth(0, 0, now + 4_ms).peak, Bytes{0});
  EXPECT_EQ(tree.policer_depth(0, 0, now + 8_ms).committed, Bytes{0});
  EXPECT_EQ(tree.arbiter_depth(0, 1, now + 2_ms), Bytes{0});
}

TEST(PolicerTree, AnArbitersRateLowersThePeakOfItsChildren) {
  auto excess = policer(Rate::mbps(80), "tier");
  excess.kind = Kind::two_rate_excess;
  excess.cir = Rate::mbps(10);
  const PolicerTree tree{{profile({arbiter("root", Rate::mbps(100)), arbiter("tier", Rate::mbps(30), "root")},
                                  {policer(Rate::mbps(80), "tier"), policer(Rate::mbps(80), "root"), excess})},
                         {0}};
  EXPECT_EQ(tree.operating_rate(0, 0), Rate::mbps(30));
  EXPECT_EQ(tree.operating_rate(0, 1), Rate::mbps(80));
  EXPECT_EQ(tree.operating_rate(0, 2), Rate::mbps(20));
}

TEST(PolicerTree, FairRatesComeFromTheLastWholeInterval) {
  PolicerTree tree{{profile({arbiter("root", Rate::mbps(10))}, {wide("root"), wide("root")})}, {0}};
  const auto expect_fair = [&](std::int64_t kbps) {
    EXPECT_NEAR(static_cast<double>(tree.fair_rate(0, 1).bps()), static_cast<double>(kbps) * 1e3, 10);
  };
  for (int i = 0; i < 1'000; ++i) {
    police(tree, 0, Instant::at(i * 100_us), 100);    // 8 Mbit/s
    police(tree, 1, Instant::at(i * 100_us), 1'000);  // 80 Mbit/s
  }
  expect_fair(5'000);  // not measured yet: by weight
  police(tree, 1, Instant::at(100_ms));
  expect_fair(5'000);
  for (int i = 1'000; i < 2'000; ++i) {
    if (i % 4 == 0) police(tree, 0, Instant::at(i * 100_us), 100);  // 2 Mbit/s
    police(tree, 1, Instant::at(i * 100_us), 1'000);
  }
  expect_fair(5'000);
  police(tree, 1, Instant::at(200_ms));
  expect_fair(8'000);
  police(tree, 1, Instant::at(450_ms));  // an interval without packets lies between
  expect_fair(5'000);
}

TEST(PolicerTree, NoBurstExceedsAnArbitersOwn) {
  PolicerTree tree{{profile({arbiter("root", Rate::mbps(10)), arbiter("tier", Rate::mbps(5), "root", 3)},
                            {wide("tier", 1), wide("tier", 2), wide("root", 1)})},
                   {0}};
  Dice dice{2};
  std::int64_t now = 0;
  for (int i = 0; i < 50'000; ++i) {
    now += dice.below(200) == 0 ? dice.below(50'000'000'000) : dice.below(1'000'000'000);
    tree.police(0, static_cast<std::uint32_t>(dice.below(3)), now, dice.between(64, 1'500));
    for (std::size_t a = 0; a < 2; ++a)
      ASSERT_LE(tree.arbiter_depth(0, a, Instant::at(Duration::picoseconds(now))), Bytes{60'000});
  }
}

TEST(PolicerTree, ManySubscribersNeedLittleMemoryAndDoNotTouchEachOther) {
  constexpr std::uint32_t subscribers = 128'000;
  const auto spec = profile({arbiter("root", Rate::mbps(10))}, {policer(Rate::mbps(10), "root")});
  PolicerTree tree{{spec}, std::vector<std::uint16_t>(subscribers, 0)};
  EXPECT_LT(tree.bytes_of_state(), 10'000'000U);
  for (int i = 0; i < 100; ++i) tree.police(64'000, 0, 0, 1'500);
  for (std::uint32_t s = 0; s < subscribers; ++s)
    ASSERT_EQ(tree.arbiter_depth(s, 0, Instant{}) > Bytes{0}, s == 64'000);
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
