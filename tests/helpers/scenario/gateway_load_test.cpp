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

// IPv4 frames have 200 B in the mean, IPv6 ones 275 B, together 237.5 B: 257.5 B of line, or 8 B less without tags.
constexpr double frame_bits = 8 * 237.5;
constexpr double line_bits = 8 * 257.5;
constexpr double tag_bits = 8 * 8;
constexpr double ip_bits = frame_bits - 8 * 18 - tag_bits;

TEST(GatewayLoad, UpstreamIsSentWithTags) {
  const auto s = test::read_legal(dual_stack("direction: upstream, rate: 10 Mbit/s line").yaml());
  const auto offered = offered_to(s.gateways.gateways[0], s.gateways);
  ASSERT_EQ(offered.size(), 2U);
  EXPECT_EQ(offered[0].of->name, "ef");
  const double packets = 0.25 * 10e6 / line_bits;
  EXPECT_DOUBLE_EQ(offered[0].packets, packets);
  EXPECT_DOUBLE_EQ(offered[1].packets, 3 * packets);
  EXPECT_DOUBLE_EQ(offered[0].rate, packets * frame_bits);
  EXPECT_DOUBLE_EQ(offered[0].each(), packets * frame_bits / 10);
  EXPECT_DOUBLE_EQ(offered[0].access_line, 2.5e6);
  EXPECT_DOUBLE_EQ(offered[0].network_line, packets * (line_bits - tag_bits));
}

TEST(GatewayLoad, DownstreamIsSentWithoutTagsButCountsWithThem) {
  const auto s = test::read_legal(dual_stack("direction: downstream, rate: 10 Mbit/s line").yaml());
  const auto offered = offered_to(s.gateways.gateways[0], s.gateways);
  const double packets = 0.25 * 10e6 / line_bits;
  EXPECT_DOUBLE_EQ(offered.at(0).packets, packets);
  EXPECT_DOUBLE_EQ(offered.at(0).access_line, 2.5e6);
  EXPECT_DOUBLE_EQ(offered.at(0).network_line, packets * (line_bits - tag_bits));
}

TEST(GatewayLoad, IpIsTheSameOnBothSides) {
  for (const std::string direction : {"upstream", "downstream"}) {
    const auto s = test::read_legal(dual_stack("direction: " + direction + ", rate: 10 Mbit/s ip, loaded: 4").yaml());
    const auto offered = offered_to(s.gateways.gateways[0], s.gateways);
    EXPECT_DOUBLE_EQ(offered.at(0).packets, 2.5e6 / ip_bits) << direction;
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
  EXPECT_DOUBLE_EQ(offered.at(0).packets, 84e6 / (8 * 89));
  EXPECT_DOUBLE_EQ(offered.at(0).network_line, 84e6 / (8 * 89) * (8 * 85));
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
