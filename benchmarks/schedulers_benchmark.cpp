// Nanoseconds a packet of each scheduler: an iteration is one choose and one sent, with 8, 64 or 4096 children that all
// have packets of 40 to 1500 bytes. Where a scheduler holds everything back, time moves on to when it is ready again.
#include <benchmark/benchmark.h>

#include <memory>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "model/qos/scheduler/cbq.h"
#include "model/qos/scheduler/hfsc.h"
#include "model/qos/scheduler/htb.h"
#include "model/qos/scheduler/ideal_tree.h"
#include "model/qos/scheduler/nested.h"
#include "model/qos/scheduler/priority.h"
#include "model/qos/scheduler/round_robin.h"
#include "model/qos/scheduler/wf2q_plus.h"

namespace qoslab {
namespace {

constexpr Rate line = Rate::gbps(10);
constexpr std::size_t pattern_length = 8192;

std::vector<Bytes> pattern() {
  std::mt19937_64 random{1};
  std::vector<Bytes> sizes(pattern_length);
  for (Bytes& size : sizes) size = Bytes{40 + static_cast<std::int64_t>(random() % 1461)};
  return sizes;
}

void drain(benchmark::State& state, Scheduler& scheduler) {
  const auto sizes = pattern();
  const auto children = static_cast<std::size_t>(state.range(0));
  std::vector<Bytes> heads(children);
  std::size_t next = 0;
  Instant now;
  for (std::size_t i = 0; i < children; ++i) {
    heads[i] = sizes[next++ % pattern_length];
    scheduler.wake(static_cast<int>(i), heads[i], now);
  }
  for (auto _ : state) {
    std::optional<int> child = scheduler.choose(now);
    while (!child) {
      now = scheduler.ready(now);
      child = scheduler.choose(now);
    }
    Bytes& head = heads[static_cast<std::size_t>(*child)];
    const Bytes size = head;
    head = sizes[next++ % pattern_length];
    scheduler.sent(*child, size, head, now);
    now += time_to_send(size, line);
  }
}

/// Sixteen levels, every one busy.
void priority(benchmark::State& state) {
  std::vector<int> levels;
  for (int i = 0; i < state.range(0); ++i) levels.push_back(i % 16);
  Priority scheduler{levels};
  drain(state, scheduler);
}

void wrr(benchmark::State& state) {
  std::vector<std::int64_t> weights;
  for (int i = 0; i < state.range(0); ++i) weights.push_back(1 + i % 4);
  Wrr scheduler{weights};
  drain(state, scheduler);
}

/// With quanta of 1500 to 6000 B, and of 10 to 40 B, where most rounds pass without a packet.
void drr(benchmark::State& state, std::int64_t quantum) {
  std::vector<Bytes> quanta;
  for (int i = 0; i < state.range(0); ++i) quanta.emplace_back(quantum * (1 + i % 4));
  Drr scheduler{quanta};
  drain(state, scheduler);
}

void wf2q_plus(benchmark::State& state) {
  std::vector<Rate> shares;
  for (int i = 0; i < state.range(0); ++i) shares.push_back(Rate::bps(line.bps() / state.range(0) + i));
  Wf2qPlus scheduler{shares};
  drain(state, scheduler);
}

/// WF2Q+ over eight DRR nodes.
void nested(benchmark::State& state) {
  constexpr int inner = 8;
  std::vector<NestedScheduler::Node> nodes(1 + inner);
  nodes[0].scheduler = std::make_unique<Wf2qPlus>(std::vector<Rate>(inner, Rate::gbps(1)));
  for (int n = 1; n <= inner; ++n) nodes[0].children.push_back({.leaf = {}, .node = n});
  for (int i = 0; i < state.range(0); ++i)
    nodes[static_cast<std::size_t>(1 + i % inner)].children.push_back({.leaf = i});
  for (std::size_t n = 1; n <= inner; ++n) {
    nodes[n].scheduler = std::make_unique<Drr>(std::vector<Bytes>(nodes[n].children.size(), Bytes{1500}));
  }
  NestedScheduler scheduler{std::move(nodes)};
  drain(state, scheduler);
}

/// All leaves below one root; together they may have the line.
Rate fair_share(const benchmark::State& state) { return Rate::bps(line.bps() / state.range(0)); }

void cbq(benchmark::State& state) {
  std::vector<Cbq::Class> classes(1);
  classes[0].rate = line;
  for (int i = 0; i < state.range(0); ++i) {
    Cbq::Class leaf;
    leaf.parent = 0;
    leaf.leaf = i;
    leaf.rate = fair_share(state);
    leaf.borrow = true;
    classes.push_back(leaf);
  }
  Cbq scheduler{{.rate = line}, classes};
  drain(state, scheduler);
}

void hfsc(benchmark::State& state) {
  const ServiceCurve curve{fair_share(state), {}, fair_share(state)};
  std::vector<Hfsc::Class> classes(1);
  for (int i = 0; i < state.range(0); ++i) {
    classes.push_back({.parent = 0, .leaf = i, .real_time = curve, .link_share = curve, .upper_limit = {}});
  }
  Hfsc scheduler{classes};
  drain(state, scheduler);
}

std::vector<TokenTreeClass> token_tree(const benchmark::State& state) {
  std::vector<TokenTreeClass> classes(1);
  classes[0].rate = classes[0].ceil = line;
  for (int i = 0; i < state.range(0); ++i) {
    TokenTreeClass leaf;
    leaf.parent = 0;
    leaf.leaf = i;
    leaf.rate = fair_share(state);
    leaf.ceil = line;
    classes.push_back(leaf);
  }
  return classes;
}

void htb(benchmark::State& state) {
  Htb scheduler{token_tree(state)};
  drain(state, scheduler);
}

void ideal_tree(benchmark::State& state) {
  IdealTree scheduler{token_tree(state)};
  drain(state, scheduler);
}

BENCHMARK(priority)->Arg(8)->Arg(64)->Arg(4096);
BENCHMARK(wrr)->Arg(8)->Arg(64)->Arg(4096);
BENCHMARK_CAPTURE(drr, quanta_of_packets, 1500)->Arg(8)->Arg(64)->Arg(4096);
BENCHMARK_CAPTURE(drr, quanta_of_bytes, 10)->Arg(8)->Arg(64)->Arg(4096);
BENCHMARK(wf2q_plus)->Arg(8)->Arg(64)->Arg(4096);
BENCHMARK(nested)->Arg(8)->Arg(64)->Arg(4096);
BENCHMARK(cbq)->Arg(8)->Arg(64)->Arg(4096);
BENCHMARK(hfsc)->Arg(8)->Arg(64)->Arg(4096);
BENCHMARK(htb)->Arg(8)->Arg(64)->Arg(4096);
BENCHMARK(ideal_tree)->Arg(8)->Arg(64)->Arg(4096);

}  // namespace
}  // namespace qoslab
