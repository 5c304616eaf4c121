#include "model/packet/frame.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/model/packet/frames.h"

namespace qoslab {
namespace {

FrameFacts sound(const FrameBytes& frame) {
  FrameFacts facts;
  const auto fault = read_frame(frame.bytes(), facts);
  EXPECT_FALSE(fault) << frame_fault_names.at(static_cast<std::size_t>(fault.value_or(FrameFault::runt)));
  return facts;
}

std::optional<FrameFault> fault_of(const std::vector<std::uint8_t>& bytes) {
  FrameFacts facts;
  return read_frame(bytes, facts);
}

TEST(Frame, OfIpv4AndUdp) {
  const auto facts = sound(udp_frame(46, 100));
  EXPECT_TRUE(facts.ip);
  EXPECT_EQ(facts.packet.ip_size, Bytes{128});
  EXPECT_EQ(facts.frame, Bytes{146});
  EXPECT_EQ(facts.packet.dscp, Dscp{46});
  EXPECT_EQ(facts.packet.tuple.source, IpAddress::v4(0x0a000001));
  EXPECT_EQ(facts.packet.tuple.destination, IpAddress::v4(0x0a000002));
  EXPECT_EQ(facts.packet.tuple.source_port, 1000);
  EXPECT_EQ(facts.packet.tuple.destination_port, 2000);
  EXPECT_EQ(facts.packet.tuple.protocol, ip_protocol::udp);
  EXPECT_EQ(facts.tags, Bytes{0});
}

TEST(Frame, PaddingIsNotThePackets) {
  auto frame = udp_frame(0, 1);
  frame.fill(17, 0);  // to 60 bytes
  const auto facts = sound(frame);
  EXPECT_EQ(facts.packet.ip_size, Bytes{29});
  EXPECT_EQ(facts.frame, Bytes{64});
}

TEST(Frame, AShortOneCountsAsPadded) { EXPECT_EQ(sound(udp_frame(0, 0)).frame, Bytes{64}); }

TEST(Frame, TagsOfEveryKindAndNumber) {
  const auto two = sound(FrameBytes{}.vlan(0x88a8, 100).vlan(0x8100, 0x2000 | 7).u16(0x0800).ipv4_udp(10, 50));
  EXPECT_EQ(two.vlans, 2);
  EXPECT_EQ(two.vlan[0], 100);
  EXPECT_EQ(two.vlan[1], 7) << "priority bits are not the tag's";
  EXPECT_EQ(two.tags, Bytes{8});
  EXPECT_EQ(two.packet.dscp, Dscp{10});
  const auto three = sound(FrameBytes{}.vlan(0x9100, 1).vlan(0x88a8, 2).vlan(0x8100, 3).u16(0x0800).ipv4_udp(0, 50));
  EXPECT_EQ(three.vlans, 3);
  EXPECT_EQ(three.vlan[1], 2);
  EXPECT_TRUE(three.ip);
}

TEST(Frame, AThousandTagsAreCountedNoFurtherThanTheyCanBe) {
  FrameBytes frame;
  for (unsigned i = 0; i < 1000; ++i) frame.vlan(0x8100, i);
  const auto facts = sound(frame.u16(0x0800).ipv4_udp(0, 50));
  EXPECT_EQ(facts.vlans, 255);
  EXPECT_EQ(facts.vlan[0], 0);
  EXPECT_EQ(facts.vlan[1], 1);
}

TEST(Frame, InAPppoeSession) {
  const auto facts = sound(FrameBytes{}.vlan(0x8100, 5).pppoe(77, 0x0021, 78).ipv4_udp(34, 50));
  EXPECT_EQ(facts.session, 77);
  EXPECT_EQ(facts.tags, Bytes{12});
  EXPECT_EQ(facts.packet.dscp, Dscp{34});
  const auto lcp = sound(FrameBytes{}.pppoe(77, 0xc021, 10).fill(10));
  EXPECT_FALSE(lcp.ip);
}

TEST(Frame, OfIpv6BehindExtensions) {
  FrameBytes frame;
  frame.u16(0x86dd).ipv6(46, 0, 8 + 8 + 8 + 10);
  frame.octets({60, 0, 0, 0, 0, 0, 0, 0});  // hop by hop
  frame.octets({17, 0, 0, 0, 0, 0, 0, 0});  // destination options
  frame.u16(4000).u16(5000).u16(18).u16(0).fill(10);
  const auto facts = sound(frame);
  EXPECT_EQ(facts.packet.dscp, Dscp{46});
  EXPECT_EQ(facts.packet.tuple.protocol, ip_protocol::udp);
  EXPECT_EQ(facts.packet.tuple.source_port, 4000);
  EXPECT_EQ(facts.packet.ip_size, Bytes{40 + 34});
}

TEST(Frame, LaterFragmentsHaveNoPorts) {
  auto frame = udp_frame();
  (*frame)[14 + 7] = 0x10;
  frame.sum_up(14);
  const auto facts = sound(frame);
  EXPECT_TRUE(facts.fragment);
  EXPECT_EQ(facts.packet.tuple.source_port, 0);

  FrameBytes v6;
  v6.u16(0x86dd).ipv6(0, 44, 8 + 20).octets({17, 0, 0x01, 0x01, 0, 0, 0, 9}).fill(20);
  EXPECT_TRUE(sound(v6).fragment);
}

TEST(Frame, WhatIsNotIpHasASizeOnly) {
  const auto arp = sound(FrameBytes{}.u16(0x0806).fill(46, 0));
  EXPECT_FALSE(arp.ip);
  EXPECT_EQ(arp.type, ether_type::arp);
  EXPECT_EQ(arp.packet.ip_size, Bytes{46});
}

TEST(Frame, ThatCannotBeWhatItSays) {
  EXPECT_EQ(fault_of({1, 2, 3}), FrameFault::runt);
  EXPECT_EQ(fault_of(FrameBytes{}.vlan(0x8100, 1).bytes()), FrameFault::tags);
  EXPECT_EQ(fault_of(FrameBytes{}.u16(0x8864).octets({0x11, 0, 0}).bytes()), FrameFault::tags);
  EXPECT_EQ(fault_of(FrameBytes{}.u16(0x0800).octets({0x45, 0, 0}).bytes()), FrameFault::header);
  EXPECT_EQ(fault_of(FrameBytes{}.u16(0x0800).ipv6(0, 17, 20).fill(20).bytes()), FrameFault::header) << "version";
  auto short_header = udp_frame();
  (*short_header)[14] = 0x44;
  EXPECT_EQ(fault_of(short_header.bytes()), FrameFault::header);
  auto long_header = udp_frame(0, 0);
  (*long_header)[14] = 0x4f;
  EXPECT_EQ(fault_of(long_header.bytes()), FrameFault::header);
  auto too_long = udp_frame(0, 10);
  (*too_long)[14 + 3] = 0xff;
  EXPECT_EQ(fault_of(too_long.bytes()), FrameFault::length);
  auto broken = udp_frame();
  (*broken)[14 + 10] ^= 1;
  EXPECT_EQ(fault_of(broken.bytes()), FrameFault::checksum);
  EXPECT_EQ(fault_of(FrameBytes{}.u16(0x86dd).ipv6(0, 17, 100).fill(50).bytes()), FrameFault::length);
}

TEST(Frame, AnotherCodePointKeepsChecksumAndEcn) {
  std::mt19937 random{1};
  for (unsigned dscp = 0; dscp < 64; ++dscp) {
    auto frame = udp_frame(dscp, random() % 100);
    const auto ecn = static_cast<std::uint8_t>(random() % 4);
    (*frame)[15] |= ecn;
    frame.sum_up(14);
    const auto to = Dscp{static_cast<std::uint8_t>(random() % 64)};
    write_dscp(*frame, sound(frame), to);
    EXPECT_EQ(sound(frame).packet.dscp, to);
    EXPECT_EQ((*frame)[15] & 3, ecn);
  }
}

TEST(Frame, AnotherCodePointInIpv6LeavesFlowLabelAndEcn) {
  FrameBytes frame;
  frame.u16(0x86dd).ipv6(46, 17, 20).fill(20);
  auto& bytes = *frame;
  bytes[15] |= 0x3f;
  bytes[16] = 0xab;
  write_dscp(bytes, sound(frame), Dscp{9});
  EXPECT_EQ(sound(frame).packet.dscp, Dscp{9});
  EXPECT_EQ(bytes[14] >> 4, 6);
  EXPECT_EQ(bytes[15] & 0x3f, 0x3f);
  EXPECT_EQ(bytes[16], 0xab);
}

TEST(Frame, CutAnywhereItIsRefusedAndNeverReadBeyondItsEnd) {
  FrameBytes frame;
  frame.vlan(0x88a8, 1).vlan(0x8100, 2).pppoe(3, 0x0057, 62).ipv6(0, 0, 22).octets({17, 0, 0, 0, 0, 0, 0, 0});
  frame.u16(1).u16(2).u16(14).u16(0).fill(6);
  for (std::size_t size = 0; size <= frame.bytes().size(); ++size) {
    const std::vector<std::uint8_t> cut(frame.bytes().begin(), frame.bytes().begin() + static_cast<long>(size));
    EXPECT_EQ(fault_of(cut).has_value(), size < frame.bytes().size()) << size;
  }
}

}  // namespace
}  // namespace qoslab
