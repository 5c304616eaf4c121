#include "model/bng/subscriber_index.h"

#include <gtest/gtest.h>

namespace qoslab::bng {
namespace {

/// 3,000 subscribers: S-VLANs from 10, a thousand C-VLANs each from 100; 10.0.0.0/8, a /56 of 2001:db8::/32 each.
SubscriberGroupSpec tagged() {
  SubscriberGroupSpec group;
  group.count = 3000;
  group.outer = VlanRange{10, 19};
  group.inner = VlanRange{100, 1099};
  group.ipv4 = Prefix{IpAddress::v4(0x0a000000), 96 + 8};
  group.ipv6 = Prefix{{0x20010db8'00000000ULL, 0}, 32};
  group.ipv6_length = 56;
  return group;
}

SubscriberGroupSpec untagged() {
  SubscriberGroupSpec group;
  group.count = 10;
  group.ipv4 = Prefix{IpAddress::v4(0x0b000000), 96 + 8};
  return group;
}

FrameFacts with_tags(std::uint16_t outer, std::uint16_t inner) {
  FrameFacts facts;
  facts.vlans = 2;
  facts.vlan = {outer, inner};
  return facts;
}

FrameFacts to(std::uint16_t type, IpAddress address) {
  FrameFacts facts;
  facts.type = type;
  facts.ip = true;
  facts.packet.tuple.destination = address;
  return facts;
}

using Subscriber = SubscriberIndex::Subscriber;

TEST(SubscriberIndex, ByTheInnerTagsOfTheFirstOuterTagThenOfTheNext) {
  const SubscriberIndex index{{tagged()}};
  EXPECT_EQ(index.find(with_tags(10, 100), Direction::upstream), (Subscriber{0, 0}));
  EXPECT_EQ(index.find(with_tags(10, 1099), Direction::upstream), (Subscriber{0, 999}));
  EXPECT_EQ(index.find(with_tags(12, 101), Direction::downstream), (Subscriber{0, 2001}));
  EXPECT_FALSE(index.find(with_tags(13, 100), Direction::upstream)) << "there are only 3000";
  EXPECT_FALSE(index.find(with_tags(10, 99), Direction::upstream));
  EXPECT_FALSE(index.find(with_tags(9, 100), Direction::upstream));
}

TEST(SubscriberIndex, ByAddressWithoutTags) {
  const SubscriberIndex index{{tagged(), untagged()}};
  EXPECT_EQ(index.find(to(ether_type::ipv4, IpAddress::v4(0x0a000bb7)), Direction::downstream), (Subscriber{0, 2999}));
  EXPECT_FALSE(index.find(to(ether_type::ipv4, IpAddress::v4(0x0a000bb8)), Direction::downstream));
  EXPECT_EQ(index.find(to(ether_type::ipv4, IpAddress::v4(0x0b000003)), Direction::downstream), (Subscriber{1, 3}));
  const IpAddress fifth{0x20010db8'00000000ULL | 5ULL << 8 | 0xff, 0x1234};
  EXPECT_EQ(index.find(to(ether_type::ipv6, fifth), Direction::downstream), (Subscriber{0, 5}));
  EXPECT_FALSE(index.find(to(ether_type::ipv6, {1, 1}), Direction::downstream));
}

TEST(SubscriberIndex, UpstreamTheSourceCounts) {
  const SubscriberIndex index{{untagged()}};
  auto facts = to(ether_type::ipv4, IpAddress::v4(0x0b000003));
  EXPECT_FALSE(index.find(facts, Direction::upstream));
  facts.packet.tuple.source = IpAddress::v4(0x0b000004);
  EXPECT_EQ(index.find(facts, Direction::upstream), (Subscriber{0, 4}));
}

TEST(SubscriberIndex, ASingleTagIsTheInnerOne) {
  auto group = tagged();
  group.outer.reset();
  group.count = 50;
  const SubscriberIndex index{{group}};
  FrameFacts facts;
  facts.vlans = 1;
  facts.vlan = {149, 0};
  EXPECT_EQ(index.find(facts, Direction::upstream), (Subscriber{0, 49}));
  EXPECT_FALSE(index.find(with_tags(149, 149), Direction::upstream)) << "two tags are another network";
}

TEST(SubscriberIndex, ANeighboursQuestionIsNobodys) {
  const SubscriberIndex index{{untagged()}};
  FrameFacts arp;
  arp.type = ether_type::arp;
  EXPECT_FALSE(index.find(arp, Direction::upstream));
}

}  // namespace
}  // namespace qoslab::bng
