// What the policers of a tree pass in the long run: the fluid shares, whatever the packets look like.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "model/dataplane/policer_tree.h"
#include "model/units/random.h"
#include "tests/model/dataplane/policer_profiles.h"

namespace qoslab::dataplane {
namespace {

/// What a class is offered: packets of one of two sizes, evenly spaced or as a Poisson process.
struct Offer {
  Rate rate;
  bool poisson = false;
  std::int64_t small = 1'000;
  std::int64_t large = 1'000;
};

/// Bits per second that each class passed between one second and the end.
std::vector<double> passed_bps(const ProfileSpec& profile, const std::vector<Offer>& offers, std::int64_t seconds,
                               std::uint64_t seed = 1) {
  PolicerTree tree{{profile}, {0}};
  RandomStream random{seed, "offers"};
  constexpr std::int64_t second = Duration::seconds(1).ps();
  std::vector<std::int64_t> next(offers.size(), 0);
  std::vector<std::int64_t> bytes(offers.size(), 0);
  for (std::size_t i = 0; i < offers.size(); ++i)
    next[i] = offers[i].rate == Rate{} ? Instant::never().ps() : static_cast<std::int64_t>(random.uniform() * 1e9);
  while (true) {
    const auto earliest = std::ranges::min_element(next);
    const std::int64_t now = *earliest;
    if (now >= seconds * second) break;
    const auto i = static_cast<std::size_t>(earliest - next.begin());
    const std::int64_t size = random.uniform() < 0.5 ? offers[i].small : offers[i].large;
    const bool passes = tree.police(0, static_cast<std::uint32_t>(i), now, size).why == PolicerVerdict::Why::passed;
    if (passes && now >= second) bytes[i] += size;
    const auto gap = time_to_send(Bytes{size}, offers[i].rate).ps();
    *earliest += offers[i].poisson ? static_cast<std::int64_t>(random.exponential(static_cast<double>(gap))) : gap;
  }
  std::vector<double> result;
  for (const auto b : bytes) result.push_back(static_cast<double>(b) * 8 / static_cast<double>(seconds - 1));
  return result;
}

/// Within 0.1 %, and what an arbiter's burst is of the time that was measured.
void expect_shares(const std::vector<double>& passed, const std::vector<double>& mbps, std::int64_t seconds) {
  const double burst = static_cast<double>(ArbiterSpec{}.burst.bits()) / 1e6 / static_cast<double>(seconds - 1);
  ASSERT_EQ(passed.size(), mbps.size());
  for (std::size_t i = 0; i < mbps.size(); ++i)
    EXPECT_NEAR(passed[i] / 1e6, mbps[i], std::max(mbps[i] * 0.001, burst)) << "class " << i;
}

constexpr Rate mbps(std::int64_t n) { return Rate::mbps(n); }

TEST(PolicerShares, WeightsDivideALevel) {
  const auto p =
      profile({arbiter("root", mbps(60))},
              {policer(mbps(100), "root", 1, 1), policer(mbps(100), "root", 1, 2), policer(mbps(100), "root", 1, 3)});
  expect_shares(passed_bps(p, {{mbps(50)}, {mbps(50)}, {mbps(50)}}, 30), {10, 20, 30}, 30);
}

TEST(PolicerShares, PacketSizesDoNotMatter) {
  const auto p = profile({arbiter("root", mbps(40))}, {policer(mbps(100), "root"), policer(mbps(100), "root")});
  expect_shares(passed_bps(p, {{mbps(50), true, 64, 64}, {mbps(50), true, 1'500, 1'500}}, 10), {20, 20}, 10);
}

TEST(PolicerShares, WhatAChildLeavesGoesToItsSiblings) {
  const auto p =
      profile({arbiter("root", mbps(60))},
              {policer(mbps(100), "root", 1, 1), policer(mbps(100), "root", 1, 2), policer(mbps(100), "root", 1, 3)});
  expect_shares(passed_bps(p, {{mbps(50)}, {mbps(50)}, {mbps(5)}}, 30), {55.0 / 3, 110.0 / 3, 5}, 30);
}

TEST(PolicerShares, HigherLevelsFirst) {
  const auto p = profile({arbiter("root", mbps(60))},
                         {policer(mbps(100), "root", 1), policer(mbps(100), "root", 4), policer(mbps(100), "root", 8)});
  expect_shares(passed_bps(p, {{mbps(50)}, {mbps(40)}, {mbps(30)}}, 30), {0, 30, 30}, 30);
  expect_shares(passed_bps(p, {{mbps(50)}, {mbps(20)}, {mbps(30)}}, 30), {10, 20, 30}, 30);
}

TEST(PolicerShares, ANoisyHigherLevelDoesNotDisturbTheWeightsBelow) {
  const auto p = profile({arbiter("root", mbps(100))}, {policer(mbps(100), "root", 2), policer(mbps(100), "root", 1, 1),
                                                        policer(mbps(100), "root", 1, 3)});
  const auto passed =
      passed_bps(p, {{mbps(60), true, 64, 1'500}, {mbps(100), true, 64, 1'500}, {mbps(100), true, 64, 1'500}}, 30);
  const double rest = 100 - passed[0] / 1e6;
  expect_shares(passed, {passed[0] / 1e6, rest / 4, rest * 3 / 4}, 30);
}

TEST(PolicerShares, APolicersOwnPeakBindsFirst) {
  const auto p = profile({arbiter("root", mbps(60))}, {policer(mbps(10), "root", 8), policer(mbps(100), "root", 1)});
  expect_shares(passed_bps(p, {{mbps(50)}, {mbps(100)}}, 30), {10, 50}, 30);
}

TEST(PolicerShares, TiersShareTheRootAndHoldTheirOwnRate) {
  const auto p = profile({arbiter("root", mbps(100)), arbiter("a", mbps(50), "root", 1, 1),
                          arbiter("b", mbps(90), "root", 1, 3), arbiter("c", mbps(20), "b", 2)},
                         {policer(mbps(100), "a", 1, 1), policer(mbps(100), "a", 1, 4), policer(mbps(100), "b", 1),
                          policer(mbps(100), "c")});
  const Offer much{mbps(120), true, 500, 1'500};
  expect_shares(passed_bps(p, {much, much, much, much}, 20), {5, 20, 55, 20}, 20);
  expect_shares(passed_bps(p, {much, much, much, {}}, 20), {5, 20, 75, 0}, 20);
  expect_shares(passed_bps(p, {much, much, {}, much}, 20), {10, 40, 0, 20}, 20);
}

/// A random tree of two tiers with five policers, offered more than it can pass, and what the fluid would pass.
struct Overload {
  explicit Overload(std::mt19937_64& random) {
    const auto between = [&](std::int64_t a, std::int64_t b) {
      return a + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(b - a + 1));
    };
    std::vector<ArbiterSpec> arbiters{arbiter("root", mbps(between(40, 60)))};
    for (const auto* name : {"a", "b"})
      arbiters.push_back(arbiter(name, mbps(between(20, 40)), "root", static_cast<int>(between(1, 2)), between(1, 4)));
    std::vector<FairShares::Node> nodes;
    for (const auto& a : arbiters) nodes.push_back({a.parent.empty() ? -1 : 0, a.level, a.weight, a.rate.bps()});
    std::vector<SubscriberPolicerSpec> policers;
    std::vector<std::int64_t> demand(arbiters.size());
    for (int i = 0; i < 5; ++i) {
      const auto parent = static_cast<std::size_t>(between(0, 2));
      const auto& p = policers.emplace_back(
          policer(mbps(between(10, 50)), arbiters[parent].name, static_cast<int>(between(1, 3)), between(1, 5)));
      const auto size = between(200, 1'500);
      // off the round numbers: an offer exactly equal to a share is neither more nor less
      offers.push_back({Rate::bps(between(50, 400) * 100'000 + 77'777), false, size, size});
      nodes.push_back({static_cast<int>(parent), p.level, p.weight, p.pir.bps()});
      demand.push_back(offers.back().rate.bps());
    }
    std::vector<FairShares::Share> share(nodes.size());
    FairShares{nodes, arbiters.size()}.divide(demand, share);
    for (std::size_t i = 3; i < nodes.size(); ++i)
      fluid_mbps.push_back(static_cast<double>(std::min(share[i].rate, demand[i])) / 1e6);
    spec = profile(arbiters, policers);
  }

  ProfileSpec spec;
  std::vector<Offer> offers;
  std::vector<double> fluid_mbps;
};

TEST(PolicerShares, RandomTreesUnderOverloadFollowTheFluid) {
  std::mt19937_64 random{11};
  for (int round = 0; round < 10; ++round) {
    SCOPED_TRACE(round);
    const Overload overload{random};
    expect_shares(passed_bps(overload.spec, overload.offers, 30), overload.fluid_mbps, 30);
  }
}

}  // namespace
}  // namespace qoslab::dataplane
