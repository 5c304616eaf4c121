#include "model/qos/classifier.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "model/diffserv/phb.h"

namespace qoslab {
namespace {

constexpr IpAddress v4(unsigned a, unsigned b, unsigned c, unsigned d) {
  return IpAddress::v4(a << 24U | b << 16U | c << 8U | d);
}
constexpr Prefix v4_prefix(IpAddress address, int length) { return {address, 96 + length}; }

Packet packet_from(IpAddress source) {
  Packet p;
  p.tuple.source = source;
  return p;
}

TEST(AMatch, ThatSaysNothingMatchesEverything) {
  EXPECT_TRUE(Match{}.matches(Packet{}));
  EXPECT_TRUE(Match{}.matches(packet_from({~0ULL, ~0ULL})));
}

TEST(AMatch, OfCodePointsIsABehaviourAggregate) {
  Match match;
  match.dscps = {phb::ef, phb::af(1, 1)};
  Packet p;
  p.dscp = phb::ef;
  EXPECT_TRUE(match.matches(p));
  p.dscp = phb::af(1, 1);
  EXPECT_TRUE(match.matches(p));
  p.dscp = phb::af(1, 2);
  EXPECT_FALSE(match.matches(p));
}

TEST(AMatch, OfAPrefixLooksAtItsLeadingBitsOnly) {
  Match match;
  match.source = v4_prefix(v4(10, 1, 255, 255), 16);  // the bits behind the length do not matter
  EXPECT_TRUE(match.matches(packet_from(v4(10, 1, 0, 0))));
  EXPECT_TRUE(match.matches(packet_from(v4(10, 1, 7, 9))));
  EXPECT_FALSE(match.matches(packet_from(v4(10, 2, 0, 0))));
  EXPECT_FALSE(match.matches(packet_from(v4(11, 1, 0, 0))));
  match.source = v4_prefix(v4(10, 1, 7, 9), 32);
  EXPECT_TRUE(match.matches(packet_from(v4(10, 1, 7, 9))));
  EXPECT_FALSE(match.matches(packet_from(v4(10, 1, 7, 8))));
}

TEST(AMatch, OfTheEmptyPrefixMatchesBothFamiliesAndOfAllOfIpv4OnlyThat) {
  Match match;
  match.source = Prefix{{}, 0};
  EXPECT_TRUE(match.matches(packet_from(v4(1, 2, 3, 4))));
  EXPECT_TRUE(match.matches(packet_from({0x2001'0db8'0000'0000, 1})));
  match.source = v4_prefix(v4(0, 0, 0, 0), 0);
  EXPECT_TRUE(match.matches(packet_from(v4(255, 2, 3, 4))));
  EXPECT_FALSE(match.matches(packet_from({0x2001'0db8'0000'0000, 1})));
}

TEST(AMatch, OfAnIpv6PrefixCrossesTheSixtyFourthBit) {
  Match match;
  match.source = Prefix{{0x2001'0db8'0000'0001, 0x8000'0000'0000'0000}, 65};
  EXPECT_TRUE(match.matches(packet_from({0x2001'0db8'0000'0001, 0xffff'0000'0000'0000})));
  EXPECT_FALSE(match.matches(packet_from({0x2001'0db8'0000'0001, 0x7fff'0000'0000'0000})));
  EXPECT_FALSE(match.matches(packet_from({0x2001'0db8'0000'0000, 0xffff'0000'0000'0000})));
  match.source->length = 64;
  EXPECT_TRUE(match.matches(packet_from({0x2001'0db8'0000'0001, 0x7fff'0000'0000'0000})));
  EXPECT_FALSE(match.matches(packet_from({0x2001'0db8'0000'0000, 0xffff'0000'0000'0000})));
}

TEST(AMatch, OfPrefixesAgreesWithComparingBitByBit) {
  const auto bit = [](IpAddress a, int i) { return ((i < 64 ? a.high >> (63 - i) : a.low >> (127 - i)) & 1U) != 0; };
  std::mt19937_64 random{1};
  for (int i = 0; i < 20'000; ++i) {
    const IpAddress address{random(), random()};
    IpAddress other = address;  // differs in one bit or none
    const auto flipped = random() % 129;
    if (flipped < 64) other.high ^= 1ULL << (63 - flipped);
    if (flipped >= 64 && flipped < 128) other.low ^= 1ULL << (127 - flipped);
    const int length = static_cast<int>(random() % 129);
    bool expected = true;
    for (int b = 0; b < length; ++b) expected = expected && bit(address, b) == bit(other, b);
    Match match;
    match.destination = Prefix{address, length};
    Packet p;
    p.tuple.destination = other;
    ASSERT_EQ(match.matches(p), expected) << "length " << length << ", bit " << flipped;
  }
}

TEST(AMatch, OfPortsIncludesBothEnds) {
  Match match;
  match.destination_ports = PortRange{5000, 5010};
  Packet p;
  for (const auto& [port, expected] : {std::pair{4999, false}, {5000, true}, {5010, true}, {5011, false}}) {
    p.tuple.destination_port = static_cast<std::uint16_t>(port);
    EXPECT_EQ(match.matches(p), expected) << port;
  }
  match = {};
  match.source_ports = PortRange{7, 7};
  EXPECT_FALSE(match.matches(p));
  p.tuple.source_port = 7;
  EXPECT_TRUE(match.matches(p));
}

TEST(AMatch, NeedsEveryFieldThatItNames) {
  Match match;
  match.dscps = {phb::ef};
  match.source = v4_prefix(v4(10, 0, 0, 0), 8);
  match.destination = v4_prefix(v4(20, 0, 0, 0), 8);
  match.protocol = ip_protocol::udp;
  match.source_ports = PortRange{1, 2};
  match.destination_ports = PortRange{3, 4};
  Packet right;
  right.dscp = phb::ef;
  right.tuple = {v4(10, 1, 1, 1), v4(20, 1, 1, 1), 1, 4, ip_protocol::udp};
  EXPECT_TRUE(match.matches(right));
  const auto wrong = [&](auto change) {
    Packet p = right;
    change(p);
    return !match.matches(p);
  };
  EXPECT_TRUE(wrong([](Packet& p) { p.dscp = phb::best_effort; }));
  EXPECT_TRUE(wrong([](Packet& p) { p.tuple.source = v4(20, 1, 1, 1); }));
  EXPECT_TRUE(wrong([](Packet& p) { p.tuple.destination = v4(10, 1, 1, 1); }));
  EXPECT_TRUE(wrong([](Packet& p) { p.tuple.protocol = ip_protocol::tcp; }));
  EXPECT_TRUE(wrong([](Packet& p) { p.tuple.source_port = 3; }));
  EXPECT_TRUE(wrong([](Packet& p) { p.tuple.destination_port = 2; }));
}

TEST(AClassifier, TakesTheFirstRuleThatMatches) {
  Match ef;
  ef.dscps = {phb::ef};
  Match udp;
  udp.protocol = ip_protocol::udp;
  const Classifier classifier{{{ef, 7}, {udp, 5}, {ef, 6}, {Match{}, 1}}};
  Packet p;
  EXPECT_EQ(classifier.classify(p), 1);
  p.tuple.protocol = ip_protocol::udp;
  EXPECT_EQ(classifier.classify(p), 5);
  p.dscp = phb::ef;
  EXPECT_EQ(classifier.classify(p), 7);
}

TEST(AClassifier, SaysSoWhenNoRuleMatches) {
  Match ef;
  ef.dscps = {phb::ef};
  EXPECT_EQ(Classifier{{}}.classify(Packet{}), std::nullopt);
  EXPECT_EQ((Classifier{{{ef, 0}}}).classify(Packet{}), std::nullopt);
}

}  // namespace
}  // namespace qoslab
