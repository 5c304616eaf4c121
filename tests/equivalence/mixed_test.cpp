// Real hosts beside simulated ones: what they meet, to the picosecond.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "model/emulation/network_passage.h"
#include "model/ns3/mixed_passage.h"
#include "model/packet/transport.h"
#include "tests/helpers/emulate/real_hosts.h"
#include "tests/helpers/emulate/relay_story.h"
#include "tests/model/ns3/small_network.h"

namespace qoslab::emulation {
namespace {

using namespace literals;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

constexpr std::size_t ip = 14;
constexpr std::uint8_t icmp = 1;
// The small network's addresses: a and the router's, the router's and b.
constexpr std::uint8_t a = 1;
constexpr std::uint8_t router_of_a = 2;
constexpr std::uint8_t router_of_b = 5;
constexpr std::uint8_t b = 6;

RealHosts hosts_in(const Scenario& scenario, const std::vector<std::string>& names,
                   std::size_t most_events = SIZE_MAX) {
  return {std::make_unique<MixedPassage>(scenario, names, MixedPassage::Options{1, most_events}), names};
}

IpFrame from_a(std::uint8_t to, std::uint8_t protocol = ip_protocol::udp) {
  return {
      .to = edge_mac(router_of_a), .from = host_mac(a), .source = net(a), .destination = net(to), .protocol = protocol};
}

std::map<std::string, std::int64_t> drops_of(const EmulationResults& results) {
  std::map<std::string, std::int64_t> drops;
  for (const auto& books : results.accounts)
    for (const auto& [reason, count] : books.drops) drops[reason] += count.packets;
  return drops;
}

std::int64_t inside(const EmulationResults& results) {
  std::int64_t sum = 0;
  for (const auto& books : results.accounts) sum += books.inside.packets;
  return sum;
}

Octets packet_in(const Octets& frame) {
  return {frame.begin() + ip, frame.begin() + ip + static_cast<std::ptrdiff_t>(number_at(frame, ip + 2, 2))};
}

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

/// host c -(third: 10 Mbit/s)- router: what is simulated beside a and b.
Scenario with_a_third_host() {
  auto s = small_network();
  NodeSpec c;
  c.name = "c";
  s.nodes.push_back(c);
  s.links.push_back({"third", "c", "r", Rate::mbps(10), 1_ms});
  return s;
}
constexpr std::uint8_t c = 9;

TEST(RealHostsBesideSimulatedOnes, ASimulatedHostSendsToARealOne) {
  auto scenario = with_a_third_host();
  scenario.flows = {stream("noise", Rate::kbps(100)), flow("file", FileTraffic{})};
  for (auto& f : scenario.flows) f.from = "c";
  scenario.flows[0].to = "a";
  auto hosts = hosts_in(scenario, {"a", "b"});
  hosts.greets(0, a);
  hosts.greets(1, b);
  const auto results = hosts.run_to(Instant::at(2_s));
  const auto noise = hosts.packets(0);
  EXPECT_NEAR(static_cast<double>(noise.size()), 24, 2);
  EXPECT_TRUE(carries_sound_transport(packet_in(noise.front().bytes)));
  EXPECT_EQ(noise[1].due - noise[0].due, 81'600_us);
  EXPECT_EQ(account(results, "c-a.dscp0").modelled.mean(), 2_ms + 2 * 816_us);
  ASSERT_FALSE(hosts.packets(1).empty());
  const auto connects = packet_in(hosts.packets(1).front().bytes);
  EXPECT_EQ(connects[9], ip_protocol::tcp);
  EXPECT_EQ(connects[20 + 13], 2) << "SYN";
  EXPECT_TRUE(carries_sound_transport(connects));
  ASSERT_FALSE(results.flows.empty());
  EXPECT_EQ(results.flows[0].name, "noise");
  EXPECT_EQ(results.flows[0].delivered.packets, std::ssize(noise));
}

TEST(RealHostsBesideSimulatedOnes, WhatARealHostSendsToASimulatedOneEndsThere) {
  auto scenario = with_a_third_host();
  scenario.flows = {stream("noise", Rate::kbps(100))};
  scenario.flows[0].to = "c";
  auto hosts = hosts_in(scenario, {"a"});
  hosts.greets(0, a);
  hosts.comes(0, Instant::at(1_ms), of(from_a(c), datagram(20000, 5000, 400)));
  hosts.comes(0, Instant::at(2_ms), of(from_a(c), datagram(20000, 5001, 400)));
  const auto results = hosts.run_to(Instant::at(1_s));
  EXPECT_EQ(account(results, "a-c.dscp0").ended.packets, 2) << "one at a socket";
  ASSERT_THAT(hosts.packets(0), SizeIs(1)) << "the flow itself is not sent";
  const auto answer = hosts.packets(0).front().bytes;
  EXPECT_EQ(number_at(answer, ip + 20, 2), 0x0303U) << "port unreachable";
}

TEST(RealHostsBesideSimulatedOnes, AReservationSpokenForARealHostProtectsIt) {
  for (const bool reserved : {false, true}) {
    auto scenario = small_network();
    for (auto& node : scenario.nodes) node.rsvp = true;
    auto port = narrow_port(SchedulerKind::wf2q_plus, {leaf("rest", Wf2qShare{Rate::kbps(500)}, 20),
                                                       leaf("control", Wf2qShare{Rate::kbps(50)}, 20)});
    Match rsvp;
    rsvp.protocol = ip_protocol::rsvp;
    port.classify = {{rsvp, "control"}, {Match{}, "rest"}};
    ReservableSpec reservable;
    reservable.bandwidth = Rate::kbps(450);
    reservable.share_template = leaf("reserved", Wf2qShare{}, 20);
    reservable.most_flows = 4;
    port.reservable = reservable;
    scenario.ports = {port};
    scenario.flows = {stream("call", Rate::kbps(200))};
    if (reserved) {
      scenario.flows[0].reservation.emplace();
      scenario.flows[0].reservation->flowspec.tspec = {Rate::kbps(195), Bytes{3000}, Rate::mbps(10), Bytes{982},
                                                       Bytes{1500}};
    }
    auto hosts = hosts_in(scenario, {"a", "b"});
    hosts.greets(0, a);
    hosts.greets(1, b);
    for (int i = 0; i < 400; ++i) {
      const Instant now = Instant::at(1_s + Duration::microseconds(5'000) * i);
      hosts.comes(0, now, of(from_a(b), datagram(7, 7, 954)));  // 1.6 Mbit/s
      if (i % 8 == 0) hosts.comes(0, now + 1_us, of(from_a(b), datagram(20000, 5000, 954)));
    }
    hosts.run_to(Instant::at(10_s));
    std::int64_t calls = 0;
    for (const auto& [bytes, due] : hosts.packets(1)) calls += number_at(bytes, ip + 20, 2) == 20000 ? 1 : 0;
    if (reserved) {
      EXPECT_EQ(calls, 50);
    } else {
      EXPECT_LT(calls, 45);
    }
  }
}

TEST(RealHostsBesideSimulatedOnes, ANodeFailsWhenTheScenarioSays) {
  auto scenario = small_network();
  scenario.nodes[1].fails_at = Instant::at(1_s);
  auto hosts = hosts_in(scenario, {"a", "b"});
  hosts.greets(1, b);
  hosts.comes(0, Instant::at(900_ms), of(from_a(b), datagram(1, 2, 500)));
  hosts.comes(0, Instant::at(1100_ms), of(from_a(b), datagram(1, 2, 500)));
  const auto results = hosts.run_to(Instant::at(2_s));
  EXPECT_THAT(hosts.packets(1), SizeIs(1));
  EXPECT_THAT(drops_of(results), ElementsAre(Pair("r.first: link_down", 1)));
}

TEST(RealHostsBesideSimulatedOnes, DamageIsSurvivedAndAccountedFor) {
  auto scenario = with_a_third_host();
  scenario.flows = {stream("noise", Rate::kbps(100)), flow("file", FileTraffic{})};
  scenario.flows[0].to = scenario.flows[1].to = "c";
  for (auto& node : scenario.nodes) node.rsvp = true;
  auto hosts = hosts_in(scenario, {"a", "b"});
  hosts.greets(0, a);
  std::mt19937 random{11};
  constexpr int frames = 4000;
  for (int i = 0; i < frames; ++i) {
    auto f = from_a(std::array{b, c, router_of_a, router_of_b}.at(random() % 4));
    f.protocol = std::array<std::uint8_t, 6>{1, 6, 17, 46, 2, 47}.at(random() % 6);
    f.ttl = static_cast<std::uint8_t>(random() % 4 == 0 ? random() % 3 : 64);
    if (random() % 8 == 0) f.fragment = static_cast<std::uint16_t>(random());
    if (random() % 8 == 0) f.options = Octets(4 * (1 + random() % 10), static_cast<std::uint8_t>(random()));
    Octets body(random() % 120);
    for (auto& byte : body) byte = static_cast<std::uint8_t>(random() % 3 == 0 ? random() : random() % 8);
    if (f.protocol == 1 && body.size() >= 4 && random() % 2 == 0) put_checksum(body, 2);
    if (f.protocol == 17 && body.size() >= 8) {
      body[4] = body[6] = body[7] = 0;
      body[5] = static_cast<std::uint8_t>(body.size());
    }
    auto frame = of(f, body);
    if (random() % 4 == 0) frame[random() % frame.size()] ^= static_cast<std::uint8_t>(1U << random() % 8);
    if (random() % 8 == 0) frame.resize(14 + random() % (frame.size() - 14));
    hosts.comes(0, Instant::at(1_ms + Duration::microseconds(500) * i), frame);
  }
  const auto results = hosts.run_to(Instant::at(20_s));
  Count balance;
  for (const auto& books : results.accounts)
    if (books.name.starts_with("a-")) balance += books.offered;
  EXPECT_EQ(balance.packets, frames + 1);
  EXPECT_EQ(inside(results), 0);
}

}  // namespace
}  // namespace qoslab::emulation
