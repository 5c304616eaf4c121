// The port in a simulated node, in a bare loop, and in the passage that emulation drives: the same departures, to the
// picosecond, for every scheduler.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "model/emulation/network_passage.h"
#include "model/network/addresses.h"
#include "model/ns3/simulation.h"
#include "model/traffic/open_loop.h"
#include "model/units/random.h"
#include "tests/equivalence/bare_loop.h"
#include "tests/model/ns3/small_network.h"

namespace qoslab {
namespace {

constexpr int flows = 3;

ClassShare share_of(SchedulerKind kind, int number, RandomStream& random) {
  const Rate rate = Rate::kbps(100 + static_cast<std::int64_t>(random.uniform() * 200));
  switch (kind) {
    case SchedulerKind::fifo:
      return FifoShare{};
    case SchedulerKind::priority:
      return PriorityShare{number};
    case SchedulerKind::wrr:
      return WrrShare{number + 1};
    case SchedulerKind::drr:
      return DrrShare{Bytes{200 + 700 * number}};
    case SchedulerKind::wf2q_plus:
      return Wf2qShare{rate};
    case SchedulerKind::cbq: {
      Cbq::Class c;
      c.rate = rate;
      c.priority = number % 2;
      c.borrow = number == 2;
      return c;
    }
    case SchedulerKind::hfsc: {
      Hfsc::Class c;
      c.link_share = ServiceCurve{rate, {}, rate};
      if (number == 1) c.real_time = ServiceCurve{Rate::kbps(600), Duration::milliseconds(20), rate};
      if (number == 2) c.upper_limit = ServiceCurve{rate, {}, rate};
      return c;
    }
    case SchedulerKind::htb:
    case SchedulerKind::ideal: {
      TokenTreeClass c;
      c.rate = rate;
      c.ceil = rate + Rate::kbps(100);
      return c;
    }
  }
  return FifoShare{};
}

PortSpec random_port(SchedulerKind kind, RandomStream& random) {
  std::vector<ClassSpec> classes;
  std::vector<RouteToClass> rules;
  const int count = kind == SchedulerKind::fifo ? 1 : flows;
  for (int i = 0; i < count; ++i) {
    classes.push_back(leaf("c" + std::to_string(i), share_of(kind, i, random), 5 + 10 * i));
    Match match;
    if (kind != SchedulerKind::fifo) match.dscps = {Dscp{static_cast<std::uint8_t>(i)}};
    rules.push_back({match, classes.back().name});
  }
  auto port = narrow_port(kind, classes);
  port.classify = rules;
  if (random.uniform() < 0.5) {
    port.shaper = ShaperSpec{ShaperSpec::Kind::token_bucket, Rate::kbps(800), Bytes{3000}, {}};
  }
  return port;
}

Scenario random_scenario(SchedulerKind kind, std::uint64_t seed) {
  RandomStream random{seed, "scenario"};
  auto s = small_network();
  s.runs.duration = Duration::seconds(8);
  s.ports = {random_port(kind, random)};
  for (int i = 0; i < flows; ++i) {
    const Rate rate = Rate::kbps(200 + static_cast<std::int64_t>(random.uniform() * 400));
    const Bytes size{100 + static_cast<std::int64_t>(random.uniform() * 1400)};
    s.flows.push_back(flow("f" + std::to_string(i), PoissonTraffic{{rate, Layer::ip}, size}));
    s.flows.back().dscp = Dscp{static_cast<std::uint8_t>(i)};
    s.flows.back().stop = Instant{} + Duration::seconds(8);
  }
  return s;
}

using Samples = std::map<std::pair<int, std::int64_t>, std::int64_t>;  // (flow, sent) → delay

Samples simulated(const Scenario& s, std::uint64_t seed) {
  SimulationOptions options;
  options.seed = seed;
  Samples samples;
  const auto results = simulate(s, options);
  for (int i = 0; i < flows; ++i)
    for (const auto& d : flow_of(results, "f" + std::to_string(i)).delays) samples[{i, d.sent.ps()}] = d.delay.ps();
  return samples;
}

/// What the flows send, in order of time; packets are numbered from 0.
std::vector<Passing> all_sent(const Scenario& s, std::uint64_t seed) {
  std::vector<Passing> sent;
  for (std::size_t i = 0; i < s.flows.size(); ++i) {
    const auto source = open_loop_source(s.flows[i].traffic, {}, seed, s.flows[i].name);
    for (auto e = source->next(); e.at < *s.flows[i].stop; e = source->next()) {
      Packet p;
      p.ip_size = e.ip_size;
      p.dscp = s.flows[i].dscp;
      p.tuple = flow_tuple(i, s.flows[i], s.links);
      sent.push_back({p, e.at});
    }
  }
  std::sort(sent.begin(), sent.end(), [](const Passing& a, const Passing& b) { return a.at < b.at; });
  for (std::size_t i = 0; i < sent.size(); ++i) sent[i].packet.id = i;
  return sent;
}

Samples looped(const Scenario& s, std::uint64_t seed) {
  const auto sent = all_sent(s, seed);
  PortSpec host = narrow_port(SchedulerKind::fifo, {leaf("all", FifoShare{}, 1000)});
  host.link_rate = s.links[0].rate;
  PortSpec router = s.ports[0];
  router.link_rate = s.links[1].rate;
  const auto arrived = through(router, seed, s.links[1].delay, through(host, seed, s.links[0].delay, sent));
  Samples samples;
  for (const auto& a : arrived) {
    const Instant began = sent[a.packet.id].at;
    samples[{a.packet.dscp.value, began.ps()}] = (a.at - began).ps();
  }
  return samples;
}

/// Frames from outside, told in turns of random lengths.
Samples emulated(const Scenario& s, std::uint64_t seed) {
  const auto sent = all_sent(s, seed);
  emulation::NetworkPassage passage{s, {"a", "b"}, seed};
  RandomStream random{seed, "turns"};
  std::vector<emulation::Departure> departures;
  Instant now;
  for (std::size_t next = 0; next < sent.size() || passage.next() != Instant::never();) {
    now += Duration::from_seconds(random.uniform() * 0.01);
    for (; next < sent.size() && sent[next].at < now; ++next) {
      FrameFacts facts;
      facts.packet = sent[next].packet;
      facts.ip = true;
      passage.arrive({sent[next].at, static_cast<std::uint32_t>(next), 0}, facts);
    }
    passage.run(now, departures);
  }
  Samples samples;
  for (const auto& d : departures) {
    if (d.reason) continue;
    samples[{sent[d.frame].packet.dscp.value, sent[d.frame].at.ps()}] = (d.at - sent[d.frame].at).ps();
  }
  return samples;
}

class PortEquivalence : public testing::TestWithParam<SchedulerKind> {};

TEST_P(PortEquivalence, SimulatedLoopedAndEmulatedDeparturesAgreeToThePicosecond) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto s = random_scenario(GetParam(), seed);
    const auto expected = looped(s, seed);
    EXPECT_GT(expected.size(), 300U);
    EXPECT_EQ(simulated(s, seed), expected) << "seed " << seed;
    EXPECT_EQ(emulated(s, seed), expected) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Schedulers, PortEquivalence,
                         testing::Values(SchedulerKind::fifo, SchedulerKind::priority, SchedulerKind::wrr,
                                         SchedulerKind::drr, SchedulerKind::wf2q_plus, SchedulerKind::cbq,
                                         SchedulerKind::hfsc, SchedulerKind::htb, SchedulerKind::ideal));

}  // namespace
}  // namespace qoslab
