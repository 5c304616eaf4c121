// Nanoseconds a packet of the ingress policers, subscribers chosen at random, their state prefetched ahead: three
// policers of each below a tier and a root, at a load below their rates and at twice the root's; one policer alone; and
// what the memory of a subscriber's state is. The renewal of fair rates is included. Access lists follow.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "model/dataplane/access_list.h"
#include "model/dataplane/policer_tree.h"

namespace qoslab::dataplane {
namespace {

constexpr std::size_t pattern_length = 1 << 18;
constexpr std::size_t ahead = 12;

struct Arrival {
  std::uint32_t subscriber;
  std::uint16_t class_index;
  std::uint16_t bytes;
};

std::vector<Arrival> pattern(std::uint32_t subscribers, unsigned classes) {
  std::mt19937_64 random{1};
  std::vector<Arrival> result(pattern_length);
  for (auto& a : result)
    a = {static_cast<std::uint32_t>(random() % subscribers), static_cast<std::uint16_t>(random() % classes),
         static_cast<std::uint16_t>(70 + random() % 1'450)};
  return result;
}

/// 5 Mbit/s a subscriber, of three classes on three levels.
ProfileSpec three_classes_in_two_tiers() {
  ProfileSpec spec;
  ArbiterSpec root;
  root.name = "root";
  root.rate = Rate::kbps(5'000);
  ArbiterSpec tier = root;
  tier.name = "tier";
  tier.parent = "root";
  tier.rate = Rate::kbps(4'500);
  spec.arbiters = {root, tier};
  for (int level = 1; level <= 3; ++level) {
    SubscriberPolicerSpec policer;
    policer.name = std::to_string(level);
    policer.cir = Rate::kbps(1'000);
    policer.pir = Rate::kbps(3'000);
    policer.parent = level == 3 ? "root" : "tier";
    policer.level = level;
    auto& c = spec.classes.emplace_back();
    c.name = policer.name;
    c.policer = policer;
  }
  return spec;
}

ProfileSpec one_policer() {
  ProfileSpec spec = three_classes_in_two_tiers();
  spec.arbiters.clear();
  spec.classes.resize(1);
  spec.classes[0].policer->parent.clear();
  return spec;
}

/// `load`: percent of 5 Mbit/s that each subscriber offers.
void police(benchmark::State& state, const ProfileSpec& spec, std::int64_t load) {
  const auto subscribers = static_cast<std::uint32_t>(state.range(0));
  PolicerTree tree{{spec}, std::vector<std::uint16_t>(subscribers, 0)};
  const auto arrivals = pattern(subscribers, static_cast<unsigned>(spec.classes.size()));
  const std::int64_t gap = time_to_send(Bytes{795}, Rate::kbps(5'000)).ps() * 100 / load / subscribers;
  std::int64_t now = 0;
  std::int64_t passed = 0;
  std::size_t i = 0;
  for (auto _ : state) {
    tree.prefetch(arrivals[(i + ahead) % pattern_length].subscriber);
    const auto& a = arrivals[i++ % pattern_length];
    now += gap;
    passed += tree.police(a.subscriber, a.class_index, now, a.bytes).why == PolicerVerdict::Why::passed ? 1 : 0;
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["passed"] = static_cast<double>(passed) / static_cast<double>(state.iterations());
  state.counters["state_bytes"] = static_cast<double>(tree.bytes_of_state()) / subscribers;
}
void below_rates(benchmark::State& state) { police(state, three_classes_in_two_tiers(), 70); }
void overloaded(benchmark::State& state) { police(state, three_classes_in_two_tiers(), 200); }
void one_policer_alone(benchmark::State& state) { police(state, one_policer(), 30); }
BENCHMARK(below_rates)->Arg(1'000)->Arg(16'000)->Arg(128'000);
BENCHMARK(overloaded)->Arg(1'000)->Arg(16'000)->Arg(128'000);
BENCHMARK(one_policer_alone)->Arg(1'000)->Arg(16'000)->Arg(128'000);

/// A hundred entries; `split`: they are prefixes inside the group's range.
void access_list(benchmark::State& state) {
  SubscriberGroupSpec group;
  group.count = 16'000;
  group.ipv4 = Prefix{IpAddress::v4(0x0a00'0000), 96 + 16};
  AccessListSpec list;
  for (std::uint32_t i = 0; i < 100; ++i) {
    auto& entry = list.entries.emplace_back();
    entry.match.source = Prefix{IpAddress::v4((state.range(0) != 0 ? 0x0a00'0000U : 0xc000'0000U) + 128 * i), 128 - 6};
  }
  list.entries.emplace_back();
  const CompiledAccessList compiled{list, group, Direction::upstream, false, Dscp{0}};
  const auto arrivals = pattern(16'000, 1);
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(compiled.outcome(arrivals[i++ % pattern_length].subscriber));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(access_list)->ArgName("split")->Arg(0)->Arg(1);

}  // namespace
}  // namespace qoslab::dataplane
