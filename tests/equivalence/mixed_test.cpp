// Real hosts beside simulated ones: what they meet, to the picosecond.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "model/emulation/network_passage.h"
#include "model/packet/transport.h"
#include "tests/equivalence/mixed_story.h"

namespace qoslab::emulation {
namespace {

using namespace literals;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

TEST(RealHostsBesideSimulatedOnes, APingPassesARouterThatIsAHop) {
  auto hosts = hosts_in(small_network(), {"a", "b"});
  hosts.greets(0, a);
  hosts.greets(1, b);
  const auto ping = of(from_a(b, icmp), echo_request());
  const Instant sent = Instant::at(7'000'003_ps);
  hosts.comes(0, sent, ping);
  const auto results = hosts.run_to(Instant::at(1_s));
  ASSERT_THAT(hosts.packets(1), SizeIs(1));
  const auto got = hosts.packets(1).front();
  // 84 B of IP are 122 B on the line: 10 and 1 Mbit/s, 1 and 2 ms.
  EXPECT_EQ(got.due - sent, 97'600_ns + 1_ms + 976_us + 2_ms);
  auto expected = of({.to = host_mac(b),
                      .from = edge_mac(router_of_b),
                      .source = net(a),
                      .destination = net(b),
                      .protocol = icmp,
                      .ttl = 63},
                     echo_request());
  EXPECT_EQ(got.bytes, expected);
  EXPECT_EQ(account(results, "a-b.dscp0").delivered.packets, 1);
  EXPECT_EQ(account(results, "a-b.dscp0").modelled.mean(), got.due - sent);
  EXPECT_EQ(inside(results), 0);
}

TEST(RealHostsBesideSimulatedOnes, ARouterTellsThatTimeRanOut) {
  auto hosts = hosts_in(small_network(), {"a", "b"});
  hosts.greets(0, a);
  auto trace = from_a(b);
  trace.ttl = 1;
  hosts.comes(0, Instant::at(1_ms), of(trace, datagram(1, 33434, 32)));
  trace.protocol = icmp;
  hosts.comes(0, Instant::at(2_ms), of(trace, echo_request()));
  const auto results = hosts.run_to(Instant::at(1_s));
  const auto answers = hosts.packets(0);
  ASSERT_THAT(answers, SizeIs(2));
  for (const auto& [bytes, due] : answers) {
    EXPECT_EQ(number_at(bytes, ip + 12, 4), net(router_of_a));
    EXPECT_EQ(bytes[ip + 20], 11) << "time exceeded";
    EXPECT_TRUE(carries_sound_transport(packet_in(bytes)));
  }
  EXPECT_THAT(drops_of(results), ElementsAre(Pair("r: ttl", 2)));
  EXPECT_EQ(account(results, "r-a.dscp0").delivered.packets, 2);
}

TEST(RealHostsBesideSimulatedOnes, SimulatedNodesAnswerPings) {
  auto hosts = hosts_in(small_network(), {"a"});
  hosts.greets(0, a);
  std::int64_t ms = 0;
  for (const auto target : {router_of_a, router_of_b, b})
    hosts.comes(0, Instant::at(Duration::milliseconds(++ms)), of(from_a(target, icmp), echo_request()));
  const auto results = hosts.run_to(Instant::at(1_s));
  ASSERT_THAT(hosts.packets(0), SizeIs(3));
  for (const auto& [bytes, due] : hosts.packets(0)) {
    EXPECT_EQ(bytes[ip + 20], 0) << "echo reply";
    EXPECT_TRUE(carries_sound_transport(packet_in(bytes)));
  }
  EXPECT_EQ(account(results, "a-b.dscp0").ended.packets, 1);
  EXPECT_EQ(account(results, "b-a.dscp0").delivered.packets, 1);
  EXPECT_EQ(inside(results), 0);
}

TEST(RealHostsBesideSimulatedOnes, TheEdgeAnswersForEveryAddressButTheHostsOwn) {
  auto hosts = hosts_in(small_network(), {"a"});
  std::int64_t ms = 0;
  for (const auto target : {router_of_a, b, a, std::uint8_t{99}})
    hosts.comes(0, Instant::at(Duration::milliseconds(++ms)),
                of(ArpFrame{.from = host_mac(a), .sender = net(a), .target = net(target)}));
  hosts.run_to(Instant::at(10_s));
  const auto arps = hosts.arps(0);
  ASSERT_THAT(arps, SizeIs(3));
  EXPECT_EQ(arps[0].due, Instant{}) << "its own question";
  EXPECT_EQ(number_at(arps[0].bytes, ip + 24, 4), net(a));
  EXPECT_EQ(arps[1].due, Instant::at(1_ms));
  EXPECT_EQ(number_at(arps[1].bytes, ip + 6, 2), 2U);
  EXPECT_EQ(number_at(arps[1].bytes, ip + 14, 4), net(router_of_a));
  EXPECT_TRUE(std::equal(arps[1].bytes.begin(), arps[1].bytes.begin() + 6, host_mac(a).begin()));
  EXPECT_EQ(number_at(arps[2].bytes, ip + 14, 4), net(b));
}

TEST(RealHostsBesideSimulatedOnes, AHostThatDoesNotAnswerIsAskedThreeTimes) {
  auto hosts = hosts_in(small_network(), {"a", "b"});
  hosts.comes(0, Instant::at(1_ms), of(from_a(b), datagram(1, 2, 500)));
  const auto results = hosts.run_to(Instant::at(10_s));
  EXPECT_THAT(hosts.arps(1), SizeIs(3));
  EXPECT_THAT(drops_of(results), ElementsAre(Pair("b: does not answer ARP", 1)));
}

TEST(RealHostsBesideSimulatedOnes, PacketsWaitForTheAnswer) {
  auto hosts = hosts_in(small_network(), {"a", "b"});
  hosts.comes(0, Instant::at(1_ms), of(from_a(b), datagram(1, 2, 500)));
  hosts.comes(1, Instant::at(700_ms),
              of(ArpFrame{.operation = 2,
                          .to = edge_mac(router_of_b),
                          .from = host_mac(b),
                          .sender = net(b),
                          .target = net(router_of_b)}));
  hosts.run_to(Instant::at(10_s));
  ASSERT_THAT(hosts.packets(1), SizeIs(1));
  EXPECT_EQ(hosts.packets(1).front().due, Instant::at(700_ms));
}

TEST(RealHostsBesideSimulatedOnes, WhatTheModelCannotHaveEndsAtTheEdge) {
  auto hosts = hosts_in(small_network(), {"a"});
  std::int64_t ms = 0;
  const auto comes = [&](const Octets& frame) { hosts.comes(0, Instant::at(Duration::milliseconds(++ms)), frame); };
  const auto changed = [&](auto change) {
    auto f = from_a(b);
    change(f);
    comes(of(f, datagram(1, 2, 100)));
  };
  changed([](IpFrame& f) { f.source = net(77); });
  changed([](IpFrame& f) { f.destination = net(77); });
  changed([](IpFrame& f) { f.destination = 0xffffffff; });
  changed([](IpFrame& f) { f.destination = net(a); });
  changed([](IpFrame& f) { f.to = host_mac(9); });
  changed([](IpFrame& f) { f.options = {7, 3, 4, 0}; });
  changed([](IpFrame& f) { f.ttl = 0; });
  changed([](IpFrame& f) { f.fragment = 0x2000; });
  changed([](IpFrame& f) { f.protocol = ip_protocol::tcp; });
  comes(of(from_a(b), datagram(1, 2, 1473)));
  comes(of(UdpFrame{.ipv6 = true}));
  comes(of(UdpFrame{.tags = {{0x8100, 5}}}));
  const auto results = hosts.run_to(Instant::at(1_s));
  EXPECT_THAT(drops_of(results), ElementsAre(Pair("a: damaged", 1), Pair("a: expired", 1), Pair("a: foreign_mac", 1),
                                             Pair("a: foreign_source", 1), Pair("a: fragment", 1),
                                             Pair("a: no_route", 3), Pair("a: not_ipv4", 1), Pair("a: options", 1),
                                             Pair("a: tagged", 1), Pair("a: too_large", 1)));
  EXPECT_EQ(inside(results), 0);
}

/// A narrow line that is asked for twice what it has, in three classes of code points.
struct Crowd {
  Scenario scenario = small_network();
  std::vector<std::pair<Instant, Octets>> frames;
};

Crowd crowd() {
  Crowd c;
  auto port = narrow_port(SchedulerKind::wf2q_plus,
                          {leaf("low", Wf2qShare{Rate::kbps(300)}, 7), leaf("high", Wf2qShare{Rate::kbps(700)}, 9)});
  Match high;
  high.dscps = {Dscp{46}};
  port.classify = {{high, "high"}, {{}, "low"}};
  c.scenario.ports = {port};
  std::mt19937 random{7};
  for (int i = 0; i < 600; ++i) {
    auto f = from_a(b);
    f.dscp = random() % 3 == 0 ? 0 : 46;
    c.frames.emplace_back(Instant::at(Duration::picoseconds(1'000'000'000 + i * std::int64_t{3'100'000'007})),
                          of(f, datagram(1, 2, 100 + random() % 1300)));
  }
  return c;
}

TEST(RealHostsBesideSimulatedOnes, ARouterOfNs3DecidesLikeTheWireBetweenTwoHosts) {
  const auto c = crowd();
  auto mixed = hosts_in(c.scenario, {"a", "b"});
  RealHosts between{std::make_unique<NetworkPassage>(c.scenario, std::array<std::string, 2>{"a", "b"}, 1), {"a", "b"}};
  mixed.greets(1, b);
  for (const auto& [at, frame] : c.frames) {
    mixed.comes(0, at, frame);
    between.comes(0, at, frame);
  }
  const auto drops = drops_of(mixed.run_to(Instant::at(10_s)));
  EXPECT_EQ(drops, drops_of(between.run_to(Instant::at(10_s))));
  EXPECT_GT(drops.at("r.second: queue_full"), 50);
  const auto there = mixed.packets(1);
  const auto here = between.packets(1);
  ASSERT_EQ(there.size(), here.size());
  for (std::size_t i = 0; i < there.size(); ++i) {
    EXPECT_EQ(there[i].due, here[i].due) << i;
    EXPECT_EQ(number_at(there[i].bytes, ip, 4), number_at(here[i].bytes, ip, 4)) << i;
  }
}

TEST(RealHostsBesideSimulatedOnes, LittleWorkAtATimeChangesNothing) {
  const auto c = crowd();
  std::vector<StoryPort::Sent> first;
  for (const std::size_t most : {SIZE_MAX, std::size_t{1}}) {
    auto hosts = hosts_in(c.scenario, {"a", "b"}, most);
    hosts.greets(1, b);
    for (const auto& [at, frame] : c.frames) hosts.comes(0, at, frame);
    hosts.run_to(Instant::at(10_s));
    const auto packets = hosts.packets(1);
    if (first.empty()) first = packets;
    ASSERT_EQ(packets.size(), first.size());
    for (std::size_t i = 0; i < packets.size(); ++i) {
      EXPECT_EQ(packets[i].due, first[i].due);
      EXPECT_EQ(packets[i].bytes, first[i].bytes);
    }
  }
}

}  // namespace
}  // namespace qoslab::emulation
