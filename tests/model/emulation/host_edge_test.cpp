// The edge between a real host and the model, frame by frame.
#include "model/emulation/host_edge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "tests/model/emulation/real_frames.h"

namespace qoslab::emulation {
namespace {

using namespace literals;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::uint8_t host = 1;
constexpr std::uint8_t router = 2;
constexpr std::uint8_t simulated = 6;
constexpr std::uint8_t real = 10;

/// 10.0.0.1 is the host's, 2 and 6 are the model's, 10 another real one's.
HostEdge edge() {
  return {{.mac = edge_mac(router),
           .host = IpAddress::v4(net(host)),
           .neighbour = IpAddress::v4(net(router)),
           .account = 3},
          [](IpAddress address) {
            if (address == IpAddress::v4(net(router)) || address == IpAddress::v4(net(simulated)))
              return HostEdge::Whose::model;
            const bool outside = address == IpAddress::v4(net(host)) || address == IpAddress::v4(net(real));
            return outside ? HostEdge::Whose::real_host : HostEdge::Whose::nobody;
          }};
}

IpFrame to(std::uint8_t destination, std::uint8_t protocol = 17) {
  return {.to = edge_mac(router),
          .from = host_mac(host),
          .source = net(host),
          .destination = net(destination),
          .protocol = protocol};
}

FromHost judged(const Octets& frame) {
  FrameFacts facts;
  if (read_frame(frame, facts)) facts.ip = false;  // as the relay lets it pass
  return edge().judge(frame, facts);
}

TEST(HostEdge, FragmentsPassToRealHostsOnly) {
  for (const std::uint16_t fragment : std::array<std::uint16_t, 3>{0x2000, 0x0010, 0x2010}) {
    auto part = to(real);
    part.fragment = fragment;
    EXPECT_EQ(judged(of(part, datagram(1, 2, 64))), FromHost::packet);
    part.destination = net(simulated);
    EXPECT_EQ(judged(of(part, datagram(1, 2, 64))), FromHost::fragment);
  }
  auto whole = to(simulated);
  whole.fragment = 0x4000;
  EXPECT_EQ(judged(of(whole, datagram(1, 2, 64))), FromHost::packet) << "do not fragment";
}

TEST(HostEdge, WhatIsDamagedInsideIsKeptFromTheModelOnly) {
  Octets wrong = echo_request();
  wrong[20] ^= 1;
  EXPECT_EQ(judged(of(to(real, 1), wrong)), FromHost::packet);
  EXPECT_EQ(judged(of(to(simulated, 1), wrong)), FromHost::damaged);
  EXPECT_EQ(judged(of(to(simulated, 1), echo_request())), FromHost::packet);
  auto header = of(to(real), datagram(1, 2, 64));
  header[14 + 8] ^= 1;
  EXPECT_EQ(judged(header), FromHost::damaged);
  EXPECT_EQ(judged(Octets(header.begin(), header.begin() + 40)), FromHost::damaged);
}

TEST(HostEdge, TheRouterAlertIsTakenOff) {
  auto path = to(simulated, 46);
  path.options = {0x94, 4, 0, 0};
  const Octets body{1, 2, 3, 4, 5};
  const auto with = of(path, body);
  FrameFacts facts;
  ASSERT_FALSE(read_frame(with, facts));
  ASSERT_EQ(edge().judge(with, facts), FromHost::packet);
  const auto packet = edge().packet_of(with, facts);
  const auto plain = of(to(simulated, 46), body);
  EXPECT_EQ(packet, Octets(plain.begin() + 14, plain.begin() + 14 + 25));
}

TEST(HostEdge, LearnsFromWhatTheHostSendsAndFromNobodyElse) {
  auto e = edge();
  HostEdge::ToHost packet;
  packet.frame.bytes = Octets(40, 0x45);
  packet.account = 7;
  e.tell(packet, Instant::at(1_s));
  auto ready = e.take();
  ASSERT_THAT(ready, SizeIs(1)) << "a question";
  EXPECT_EQ(ready[0].account, 3);
  EXPECT_EQ(e.deadline(), Instant::at(2_s));
  e.answer(of(ArpFrame{.operation = 2, .from = host_mac(9), .sender = net(9), .target = net(router)}),
           Instant::at(1_s));
  e.learn({0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, Instant::at(1_s));
  e.learn({}, Instant::at(1_s));
  EXPECT_THAT(e.take(), IsEmpty());
  e.learn(host_mac(host), Instant::at(1100_ms));
  ready = e.take();
  ASSERT_THAT(ready, SizeIs(1));
  EXPECT_EQ(ready[0].account, 7);
  EXPECT_EQ(ready[0].at, Instant::at(1100_ms));
  EXPECT_EQ(ready[0].frame.bytes.size(), 60U) << "padded";
  EXPECT_EQ(e.deadline(), Instant::never());
  e.tell(packet, Instant::at(3_s));
  EXPECT_THAT(e.take(), SizeIs(1)) << "at once";
}

TEST(HostEdge, AtMost64PacketsWaitAndNoneForEver) {
  auto e = edge();
  for (int i = 0; i < 70; ++i) e.tell({.frame = {Octets(40), {}}, .number = 5}, Instant::at(1_s));
  const auto lost_in = [&] {
    int lost = 0;
    for (const auto& packet : e.take()) lost += packet.lost ? 1 : 0;
    return lost;
  };
  EXPECT_EQ(lost_in(), 6);
  for (const auto when : {2_s, 3_s, 4_s}) {
    ASSERT_EQ(e.deadline(), Instant::at(when));
    e.ask(e.deadline());
  }
  EXPECT_EQ(lost_in(), 64);
  EXPECT_EQ(e.deadline(), Instant::never());
  e.tell({.frame = {Octets(40), {}}}, Instant::at(9_s));
  EXPECT_EQ(e.deadline(), Instant::at(10_s)) << "asks anew";
}

TEST(HostEdge, DoesNotAnswerWhatIsNoQuestion) {
  auto e = edge();
  const auto asked = [&](Octets frame) {
    e.answer(frame, Instant::at(1_s));
    return e.take().size();
  };
  const ArpFrame question{.from = host_mac(host), .sender = net(host), .target = net(simulated)};
  EXPECT_EQ(asked(of(question)), 1U);
  auto changed = of(question);
  changed[14] = 9;  // another kind of network
  EXPECT_EQ(asked(changed), 0U);
  changed = of(question);
  changed[21] = 2;  // an answer
  EXPECT_EQ(asked(changed), 0U);
  changed = of(question);
  changed.resize(41);
  EXPECT_EQ(asked(changed), 0U);
  auto probe = question;
  probe.sender = 0;
  probe.target = net(host);
  EXPECT_EQ(asked(of(probe)), 0U) << "the host may have its address (RFC 5227)";
}

}  // namespace
}  // namespace qoslab::emulation
