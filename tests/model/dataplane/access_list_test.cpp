#include "model/dataplane/access_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace qoslab::dataplane {
namespace {

constexpr Dscp best_effort{0};
constexpr Dscp expedited{46};

Prefix ipv4_prefix(std::uint32_t address, int length) { return {IpAddress::v4(address), 96 + length}; }

/// 1,000 subscribers from 10.0.0.0 and from 2001:db8:0:0::/64.
SubscriberGroupSpec group() {
  SubscriberGroupSpec g;
  g.count = 1'000;
  g.ipv4 = ipv4_prefix(0x0a00'0000, 16);
  g.ipv6 = Prefix{{0x2001'0db8'0000'0000, 0}, 32};
  return g;
}

AclEntrySpec entry(bool permit, std::int64_t times = 1) {
  AclEntrySpec e;
  e.permit = permit;
  e.times = times;
  return e;
}

TEST(AccessList, AnEmptyListDropsWithoutComparing) {
  const CompiledAccessList acl{{}, group(), Direction::upstream, false, best_effort};
  EXPECT_EQ(acl.uniform(), (AclOutcome{false, 0}));
}

TEST(AccessList, APacketThatMatchesTheLastOfAHundredWasComparedWithAll) {
  AccessListSpec list;
  list.entries = {entry(false, 99), entry(true)};
  list.entries[0].match.protocol = ip_protocol::tcp;
  const CompiledAccessList acl{list, group(), Direction::downstream, true, best_effort};
  EXPECT_EQ(acl.uniform(), (AclOutcome{true, 100}));
}

TEST(AccessList, WhatNothingMatchesWasComparedWithEverythingAndIsDropped) {
  AccessListSpec list;
  list.entries = {entry(true, 40), entry(true, 60)};
  for (auto& e : list.entries) e.match.dscps = {expedited};
  EXPECT_EQ((CompiledAccessList{list, group(), Direction::upstream, false, best_effort}.uniform()),
            (AclOutcome{false, 100}));
  EXPECT_EQ((CompiledAccessList{list, group(), Direction::upstream, false, expedited}.uniform()),
            (AclOutcome{true, 1}));
}

TEST(AccessList, UpstreamTheSubscriberIsTheSourceDownstreamTheDestination) {
  AccessListSpec list;
  list.entries = {entry(false), entry(true)};
  list.entries[0].match.source = ipv4_prefix(0x0a00'0080, 25);  // 10.0.0.128/25: subscribers 128 to 255
  const CompiledAccessList up{list, group(), Direction::upstream, false, best_effort};
  EXPECT_FALSE(up.uniform());
  EXPECT_TRUE(up.outcome(127).permit);
  EXPECT_EQ(up.outcome(128), (AclOutcome{false, 1}));
  EXPECT_EQ(up.outcome(255), (AclOutcome{false, 1}));
  EXPECT_EQ(up.outcome(256), (AclOutcome{true, 2}));
  const CompiledAccessList down{list, group(), Direction::downstream, false, best_effort};
  EXPECT_EQ(down.uniform(), (AclOutcome{true, 2}));
}

TEST(AccessList, TheFamiliesDoNotMixUp) {
  AccessListSpec list;
  list.entries = {entry(true)};
  list.entries[0].match.source = ipv4_prefix(0, 0);
  EXPECT_TRUE((CompiledAccessList{list, group(), Direction::upstream, false, best_effort}.uniform()->permit));
  EXPECT_FALSE((CompiledAccessList{list, group(), Direction::upstream, true, best_effort}.uniform()->permit));
}

TEST(AccessList, AddressesFollowEachOther) {
  auto g = group();
  g.ipv6_length = 56;
  EXPECT_EQ(subscriber_address(g, false, 258), IpAddress::v4(0x0a00'0102));
  EXPECT_EQ(subscriber_address(g, true, 3), (IpAddress{0x2001'0db8'0000'0300, 0}));
  g.ipv6_length = 128;
  EXPECT_EQ(subscriber_address(g, true, 3), (IpAddress{0x2001'0db8'0000'0000, 3}));
}

AccessListSpec random_list(std::mt19937_64& random, const SubscriberGroupSpec& g) {
  AccessListSpec list;
  for (auto n = random() % 12; n > 0; --n) {
    auto e = entry(random() % 2 == 0, static_cast<std::int64_t>(random() % 9) + 1);
    if (random() % 3 == 0) e.match.dscps = {random() % 2 == 0 ? best_effort : expedited};
    for (auto* prefix : {&e.match.source, &e.match.destination}) {
      if (random() % 2 == 0) continue;
      const bool ipv6 = random() % 2 == 0;
      const int shorter = static_cast<int>(random() % (random() % 4 == 0 ? 97 : 9));
      *prefix = Prefix{subscriber_address(g, ipv6, static_cast<std::int64_t>(random() % 300)),
                       ipv6 ? g.ipv6_length - std::min(shorter, g.ipv6_length) : 128 - std::min(shorter, 32)};
    }
    list.entries.push_back(e);
  }
  return list;
}

TEST(AccessList, CompiledAndPlainAgreeForEverySubscriberOfRandomLists) {
  std::mt19937_64 random{5};
  int split = 0;
  for (int round = 0; round < 1'000; ++round) {
    auto g = group();
    g.count = static_cast<std::int64_t>(random() % 250) + 1;
    g.ipv6_length = 48 + static_cast<int>(random() % 81);
    const auto list = random_list(random, g);
    const auto direction = random() % 2 == 0 ? Direction::upstream : Direction::downstream;
    const bool ipv6 = random() % 2 == 0;
    const Dscp dscp = random() % 2 == 0 ? best_effort : expedited;
    const CompiledAccessList acl{list, g, direction, ipv6, dscp};
    if (!acl.uniform()) ++split;
    for (std::int64_t s = 0; s < g.count; ++s)
      ASSERT_EQ(acl.outcome(s), first_match(list, subscriber_packet(g, direction, ipv6, dscp, s)))
          << "subscriber " << s << " of round " << round;
  }
  EXPECT_GT(split, 60);
}

}  // namespace
}  // namespace qoslab::dataplane
