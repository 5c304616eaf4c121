// What a host of the model is given of TCP, UDP and ICMP.
#include "model/packet/transport.h"

#include <gtest/gtest.h>

#include <array>

#include "model/packet/packet.h"
#include "tests/model/emulation/real_frames.h"

namespace qoslab {
namespace {

using emulation::Octets;

constexpr std::uint8_t icmp = 1;

Octets packet(std::uint8_t protocol, const Octets& body) {
  const auto frame =
      of(emulation::IpFrame{.source = emulation::net(1), .destination = emulation::net(2), .protocol = protocol}, body);
  return {frame.begin() + 14, frame.begin() + 34 + static_cast<std::ptrdiff_t>(body.size())};
}

/// With the addresses, as TCP and UDP are summed.
Octets summed(std::uint8_t protocol, Octets body, std::size_t at) {
  Octets all;
  emulation::put_number(all, emulation::net(1), 4);
  emulation::put_number(all, emulation::net(2), 4);
  emulation::put_number(all, protocol, 2);
  emulation::put_number(all, body.size(), 2);
  body[at] = body[at + 1] = 0;
  all.insert(all.end(), body.begin(), body.end());
  const auto sum = emulation::internet_checksum(all);
  body[at] = static_cast<std::uint8_t>(sum >> 8);
  body[at + 1] = static_cast<std::uint8_t>(sum);
  return body;
}

bool sound_tcp(const Octets& options, std::uint8_t words) {
  Octets body(20);
  body[12] = static_cast<std::uint8_t>(words << 4);
  body.insert(body.end(), options.begin(), options.end());
  body.push_back(7);  // an odd number of bytes
  return carries_sound_transport(packet(ip_protocol::tcp, summed(ip_protocol::tcp, body, 16)));
}

TEST(Transport, OptionsOfTcpAreAListThatEndsInTheHeader) {
  EXPECT_TRUE(sound_tcp({}, 5));
  EXPECT_FALSE(sound_tcp({}, 4)) << "shorter than a header";
  EXPECT_FALSE(sound_tcp({}, 6)) << "longer than the segment";
  EXPECT_TRUE(sound_tcp({2, 4, 5, 180}, 6));
  EXPECT_TRUE(sound_tcp({1, 1, 0, 99}, 6)) << "after the end anything may stand";
  EXPECT_TRUE(sound_tcp({1, 253, 3, 0}, 6));
  EXPECT_FALSE(sound_tcp({253, 0, 0, 0}, 6)) << "it would never end";
  EXPECT_FALSE(sound_tcp({253, 1, 0, 0}, 6));
  EXPECT_FALSE(sound_tcp({253, 5, 0, 0}, 6));
  EXPECT_FALSE(sound_tcp({1, 1, 1, 2}, 6)) << "no length";
}

TEST(Transport, EveryFlippedBitOfASegmentIsNoticed) {
  Octets body(20);
  body[12] = 5 << 4;
  body.resize(60, 0x5a);
  const auto sound = packet(ip_protocol::tcp, summed(ip_protocol::tcp, body, 16));
  ASSERT_TRUE(carries_sound_transport(sound));
  for (std::size_t bit = 8 * 20; bit < 8 * sound.size(); ++bit) {
    auto damaged = sound;
    damaged[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
    EXPECT_FALSE(carries_sound_transport(damaged)) << bit;
  }
}

TEST(Transport, ADatagramIsAsLongAsItSaysAndMayHaveNoChecksum) {
  EXPECT_TRUE(carries_sound_transport(packet(ip_protocol::udp, emulation::datagram(1, 2, 11))));
  EXPECT_TRUE(
      carries_sound_transport(packet(ip_protocol::udp, summed(ip_protocol::udp, emulation::datagram(1, 2, 11), 6))));
  auto wrong = emulation::datagram(1, 2, 11);
  wrong[7] = 1;
  EXPECT_FALSE(carries_sound_transport(packet(ip_protocol::udp, wrong)));
  for (const std::uint8_t length : std::array<std::uint8_t, 3>{7, 18, 20}) {
    auto body = emulation::datagram(1, 2, 11);
    body[5] = length;
    EXPECT_FALSE(carries_sound_transport(packet(ip_protocol::udp, body)));
  }
  EXPECT_FALSE(carries_sound_transport(packet(ip_protocol::udp, Octets(7))));
}

TEST(Transport, AnErrorOfIcmpQuotesAPacket) {
  EXPECT_TRUE(carries_sound_transport(packet(icmp, emulation::echo_request(3))));
  EXPECT_FALSE(carries_sound_transport(packet(icmp, Octets(7))));
  const auto error = [](std::size_t quoted, std::uint8_t first) {
    Octets body(8 + quoted);
    body[0] = 3;
    if (quoted > 0) body[8] = first;
    emulation::put_checksum(body, 2);
    return carries_sound_transport(packet(icmp, body));
  };
  EXPECT_TRUE(error(28, 0x45));
  EXPECT_FALSE(error(27, 0x45));
  EXPECT_FALSE(error(28, 0x46)) << "options that are not there";
  EXPECT_FALSE(error(0, 0));
}

Octets segment_with_window(std::uint8_t window) {
  Octets body(20);
  body[12] = 0x50;
  body[15] = window;
  return packet(ip_protocol::tcp, summed(ip_protocol::tcp, body, 16));
}

TEST(Transport, AClosedWindowIsOpenedByOneAndStillSound) {
  auto closed = segment_with_window(0);
  open_window(closed);
  EXPECT_EQ(closed, segment_with_window(1));
  EXPECT_TRUE(carries_sound_transport(closed));
}

TEST(Transport, AnOpenWindowAndOtherProtocolsStayAsTheyAre) {
  for (auto before : {segment_with_window(7), packet(ip_protocol::udp, Octets(28))}) {
    const auto after = before;
    open_window(before);
    EXPECT_EQ(before, after);
  }
}

TEST(Transport, OthersAreTheirOwnBusiness) {
  EXPECT_TRUE(carries_sound_transport(packet(ip_protocol::rsvp, {})));
  EXPECT_TRUE(carries_sound_transport(packet(47, {1, 2, 3})));
}

}  // namespace
}  // namespace qoslab
