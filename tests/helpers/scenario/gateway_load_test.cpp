// How much a scenario asks of a gateway, worked out by hand.
#include "helpers/scenario/gateway_load.h"

#include "helpers/scenario/gateway_facts.h"
#include "tests/helpers/scenario/gateways.h"

namespace qoslab {
namespace {

test::GatewayText dual_stack(const std::string& traffic) {
  test::GatewayText text;
  text.group = "vlans: {outer: 1, inner: 1-99}, ipv4: 100.64.0.0/24, ipv6: {prefix: \"2001:db8::/56\"}";
  text.traffic =
      traffic + ", sizes: [{frame: 100 B, ipv6: 200 B, weight: 3}, {frame: 500 B}], classes: {ef: 25 %, be: 75 %}";
  return text;
}

// IPv4 frames have 200 B in the mean, IPv6 ones 275 B; on the line 20 B more, or 12 B without their tags. Both families
// send the same packets a second, a quarter of them EF.
constexpr double ipv4_bits = 8 * 200;
constexpr double ipv6_bits = 8 * 275;
constexpr double ef_packets = 0.25 * 10e6 / (ipv4_bits + ipv6_bits + 2 * 8 * 20);

TEST(GatewayLoad, EachClassAndFamilyHasItsPart) {
  for (const std::string direction : {"upstream", "downstream"}) {
    const auto s = test::read_legal(dual_stack("direction: " + direction + ", rate: 10 Mbit/s line").yaml());
    const auto offered = offered_to(s.gateways.gateways[0], s.gateways);
    ASSERT_EQ(offered.size(), 4U);
    for (const std::size_t i : {0U, 1U, 2U, 3U}) {
      const auto& o = offered[i];
      const double bits = o.ipv6 ? ipv6_bits : ipv4_bits;
      const double packets = i < 2 ? ef_packets : 3 * ef_packets;
      EXPECT_EQ(o.ipv6, i % 2 == 1);
      EXPECT_EQ(o.of->name, i < 2 ? "ef" : "be");
      EXPECT_EQ(o.dscp.value, i < 2 ? 46 : 0);
      EXPECT_DOUBLE_EQ(o.packets, packets);
      EXPECT_DOUBLE_EQ(o.rate, packets * bits);
      EXPECT_DOUBLE_EQ(o.each(), packets * bits / 10);
      EXPECT_DOUBLE_EQ(o.access_line, packets * (bits + 8 * 20));
      EXPECT_DOUBLE_EQ(o.network_line, packets * (bits + 8 * 12));
    }
  }
}

TEST(GatewayLoad, IpIsTheSameOnBothSides) {
  constexpr double headers = 8 * (18 + 8);
  for (const std::string direction : {"upstream", "downstream"}) {
    const auto s = test::read_legal(dual_stack("direction: " + direction + ", rate: 10 Mbit/s ip, loaded: 4").yaml());
    const auto offered = offered_to(s.gateways.gateways[0], s.gateways);
    EXPECT_DOUBLE_EQ(offered.at(0).packets, 2.5e6 / (ipv4_bits + ipv6_bits - 2 * headers)) << direction;
    EXPECT_DOUBLE_EQ(offered.at(0).each(), offered[0].rate / 4);
  }
}

TEST(GatewayLoad, SmallFramesStaySixtyFourBytesWithoutTags) {
  auto text = dual_stack("");
  text.traffic =
      "direction: downstream, rate: 84 Mbit/s line, sizes: [{frame: 64 B, ipv6: 74 B}], classes: {be: 100 %}";
  const auto s = test::read_legal(text.yaml());
  // 84 B and 94 B of line; without tags 64 B and 66 B, which are 84 B and 86 B of line.
  const auto offered = offered_to(s.gateways.gateways[0], s.gateways);
  EXPECT_DOUBLE_EQ(offered.at(0).packets, 84e6 / (8 * 178));
  EXPECT_DOUBLE_EQ(offered.at(0).network_line, 84e6 / (8 * 178) * (8 * 84));
  EXPECT_DOUBLE_EQ(offered.at(1).network_line, 84e6 / (8 * 178) * (8 * 86));
}

TEST(GatewayFacts, EverySubscriberIsOnOneLink) {
  GatewaysSpec spec;
  GatewaySpec gateway;
  gateway.name = "bng";
  for (const int links : {1, 3, 4, 7}) {
    gateway.access.links = links;
    spec.groups.clear();
    for (const std::int64_t count : {1, 6, 10, 4000}) {
      SubscriberGroupSpec group;
      group.gateway = "bng";
      group.count = count;
      spec.groups.push_back(group);
    }
    std::vector<std::int64_t> expected(static_cast<std::size_t>(links));
    for (const auto& group : spec.groups)
      for (std::int64_t n = 0; n < group.count; ++n) ++expected[static_cast<std::size_t>(n % links)];
    for (int link = 0; link < links; ++link)
      EXPECT_EQ(subscribers_on(link, gateway, spec), expected[static_cast<std::size_t>(link)])
          << link << " of " << links;
  }
}

}  // namespace
}  // namespace qoslab
