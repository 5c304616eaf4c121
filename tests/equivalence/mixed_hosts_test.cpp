// Real hosts beside simulated ones: flows of simulated hosts, reservations, failures, and damage.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "model/packet/transport.h"
#include "tests/equivalence/mixed_story.h"

namespace qoslab::emulation {
namespace {

using namespace literals;
using testing::ElementsAre;
using testing::Pair;
using testing::SizeIs;

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

TEST(SimulatedHostsBesideRealOnes, ASimulatedHostSendsToARealOne) {
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

/// What a host says where nobody listens, RFC 9293 section 3.5.2: its window is 0.
Octets refusal_of(const Octets& connects) {
  Octets segment;
  put_number(segment, number_at(connects, ip + 22, 2), 2);
  put_number(segment, number_at(connects, ip + 20, 2), 2);
  put_number(segment, 0, 4);
  put_number(segment, number_at(connects, ip + 24, 4) + 1, 4);
  put_number(segment, 0x5014, 2);  // RST, ACK
  put_number(segment, 0, 2);
  put_number(segment, 0, 4);
  Octets summed;
  put_number(summed, net(a), 4);
  put_number(summed, net(c), 4);
  put_number(summed, ip_protocol::tcp, 2);
  put_number(summed, segment.size(), 2);
  summed.insert(summed.end(), segment.begin(), segment.end());
  const auto sum = internet_checksum(summed);
  segment[16] = static_cast<std::uint8_t>(sum >> 8);
  segment[17] = static_cast<std::uint8_t>(sum);
  return segment;
}

TEST(SimulatedHostsBesideRealOnes, AConnectionThatARealHostRefusesIsTriedAgain) {
  auto scenario = with_a_third_host();
  scenario.flows = {flow("file", FileTraffic{})};
  scenario.flows[0].from = "c";
  scenario.flows[0].to = "a";
  auto hosts = hosts_in(scenario, {"a"});
  hosts.greets(0, a);
  hosts.run_to(Instant::at(1_s));
  ASSERT_FALSE(hosts.packets(0).empty());
  hosts.comes(0, Instant::at(1_s + 1_ms), of(from_a(c, ip_protocol::tcp), refusal_of(hosts.packets(0).front().bytes)));
  const auto results = hosts.run_to(Instant::at(20_s));
  EXPECT_EQ(account(results, "a-c.dscp0").ended.packets, 1);
  EXPECT_THAT(hosts.packets(0), SizeIs(3)) << "after 3 and 9 seconds";
}

TEST(SimulatedHostsBesideRealOnes, WhatARealHostSendsToASimulatedOneEndsThere) {
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

TEST(SimulatedHostsBesideRealOnes, AReservationSpokenForARealHostProtectsIt) {
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

TEST(SimulatedHostsBesideRealOnes, ANodeFailsWhenTheScenarioSays) {
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

TEST(SimulatedHostsBesideRealOnes, DamageIsSurvivedAndAccountedFor) {
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
