// Subscribers, their traffic and hosts as they are written, and names in them that nothing has.
#include "tests/helpers/scenario/gateways.h"

namespace qoslab {
namespace {

using test::GatewayText;

TEST(ReadSubscribers, WhoTheyAre) {
  GatewayText text;
  text.count = "1000";
  text.group =
      "gateway: bng, framing: pppoe, vlans: {outer: 100-103, inner: 5-400}, ipv4: 100.64.0.0/20, ipv6: {prefix: "
      "\"2001:db8::/40\", each: 56}, sample: [0, 17]";
  const auto group = test::read_legal(text.yaml()).gateways.groups.at(0);
  EXPECT_EQ(group.name, "all");
  EXPECT_EQ(group.gateway, "bng");
  EXPECT_EQ(group.profile, "home");
  EXPECT_EQ(group.count, 1000);
  EXPECT_EQ(group.framing, Framing::pppoe);
  EXPECT_EQ(group.outer->first, 100);
  EXPECT_EQ(group.outer->last, 103);
  EXPECT_EQ(group.inner->first, 5);
  EXPECT_EQ(group.inner->last, 400);
  EXPECT_EQ(group.ipv4->length, 96 + 20);
  EXPECT_EQ(group.ipv6->length, 40);
  EXPECT_EQ(group.ipv6_length, 56);
  EXPECT_EQ(group.samples, (std::vector<std::int64_t>{0, 17}));
}

TEST(ReadSubscribers, TheirTraffic) {
  GatewayText text;
  text.group = "ipv4: 100.64.0.0/24, ipv6: {prefix: \"2001:db8::/56\"}";
  text.traffic =
      "direction: both, rate: 7 Mbit/s ip, sizes: [{frame: 66 B, ipv6: 86 B, weight: 18}, {frame: 1492 B}], pacing: "
      "bursts, burst: 8, loaded: 5, start: 1 s, stop: 9 s, classes: {ef: 12.5 %, be: 87.5 %}}, {direction: upstream, "
      "rate: 1 Mbit/s line, sizes: 100 B, pacing: on_off, mean_on: 1 s, mean_off: 2 s, classes: {be: 100 %}";
  const auto traffic = test::read_legal(text.yaml()).gateways.groups.at(0).traffic;
  ASSERT_EQ(traffic.size(), 3U);
  const auto& down = traffic[0];
  EXPECT_EQ(down.direction, Direction::downstream);
  EXPECT_EQ(down.rate, (LayeredRate{Rate::mbps(7), Layer::ip}));
  ASSERT_EQ(down.sizes.ipv4.size(), 2U);
  EXPECT_EQ(down.sizes.ipv4[0].frame, Bytes{66});
  EXPECT_EQ(down.sizes.ipv4[0].weight, 18);
  ASSERT_EQ(down.sizes.ipv6.size(), 2U);
  EXPECT_EQ(down.sizes.ipv6[0].frame, Bytes{86});
  EXPECT_EQ(down.sizes.ipv6[1].frame, Bytes{1492});
  EXPECT_EQ(down.sizes.ipv6[1].weight, 1);
  EXPECT_EQ(down.pacing, Pacing::bursts);
  EXPECT_EQ(down.burst, 8);
  EXPECT_EQ(down.loaded, 5);
  EXPECT_EQ(down.start, Instant::at(Duration::seconds(1)));
  EXPECT_EQ(down.stop, Instant::at(Duration::seconds(9)));
  ASSERT_EQ(down.classes.size(), 2U);
  EXPECT_EQ(down.classes[0].class_name, "ef");
  EXPECT_EQ(down.classes[0].dscp, Dscp{46});
  EXPECT_DOUBLE_EQ(down.classes[0].share, 0.125);
  EXPECT_EQ(down.classes[1].dscp, Dscp{0});
  EXPECT_EQ(traffic[1].direction, Direction::upstream);
  EXPECT_EQ(traffic[1].rate, down.rate);
  EXPECT_EQ(traffic[2].pacing, Pacing::on_off);
  EXPECT_EQ(traffic[2].mean_on, Duration::seconds(1));
  EXPECT_EQ(traffic[2].mean_off, Duration::seconds(2));
  EXPECT_EQ(traffic[2].sizes.ipv6.at(0).frame, Bytes{100});
}

TEST(ReadSubscribers, WhatNoClassClaimsIsMarkedSo) {
  GatewayText text;
  text.profile = "classes: {ef: {dscp: [0, 1, EF]}, be: {}}";
  EXPECT_EQ(test::read_legal(text.yaml()).gateways.groups.at(0).traffic.at(0).classes.at(1).dscp, Dscp{2});
}

TEST(ReadSubscribers, OneClassHasAllTheTraffic) {
  GatewayText text;
  text.profile = "classes: {all: {}}";
  text.traffic = "direction: upstream, rate: 1 Mbit/s line, sizes: 100 B";
  const auto classes = test::read_legal(text.yaml()).gateways.groups.at(0).traffic.at(0).classes;
  ASSERT_EQ(classes.size(), 1U);
  EXPECT_EQ(classes[0].class_name, "all");
  EXPECT_DOUBLE_EQ(classes[0].share, 1);
  text.profile = "classes: {ef: {dscp: EF}, be: {}}";
  text.traffic = "direction: upstream, rate: 1 Mbit/s line, sizes: 100 B";
  const auto outcome = read_scenario_text(text.yaml(), "test");
  EXPECT_THAT(test::printed(outcome.diagnostics),
              ::testing::ElementsAre(::testing::HasSubstr("error: how is this traffic divided among the 2 classes of "
                                                          "profile 'home'?; write classes: {ef: 100 %}")));
}

TEST(ReadSubscribers, NamesThatNothingHas) {
  GatewayText text;
  text.group = "gateway: @bgn, ipv4: 100.64.0.0/24";
  text.traffic = "direction: upstream, rate: 1 Mbit/s line, sizes: 100 B, classes: {@fe: 10 %, be: 90 %}";
  text.rest = "  more: {profile: @hume, count: 1, ipv4: 100.65.0.0/24}\n";
  const auto outcome = read_scenario_text(test::marked(text.yaml()).text, "test");
  const auto lines = test::printed(outcome.diagnostics);
  for (const auto* expected :
       {"no gateway 'bgn'; did you mean 'bng'?", "profile 'home' has no class 'fe'; did you mean 'ef'?",
        "no profile 'hume'; did you mean 'home'?"}) {
    EXPECT_THAT(lines, ::testing::Contains(::testing::HasSubstr(expected)));
  }
}

TEST(ReadSubscribers, SayWhichOfSeveralGateways) {
  auto yaml = GatewayText{}.yaml();
  yaml.replace(yaml.find("profiles:"), 0, "  bng2: {access: {rate: 1 Gbit/s line}, network: {rate: 1 Gbit/s line}}\n");
  yaml.replace(yaml.find("  all:") + 2, 0, "@");
  test::expect_complaints(yaml, {"error: 'all' does not say behind which gateway it is; write gateway: bng"});
}

TEST(ReadHosts, BehindAGateway) {
  GatewayText text;
  text.rest = R"(nodes: {phone: {kind: host}, server: {kind: host}}
links: {home: {between: [phone, bng], rate: 1 Gbit/s line, delay: 10 us}, core: {between: [bng, server], rate: 1 Gbit/s line, delay: 10 us}}
flows: {call: {from: phone, to: server, traffic: {kind: voice}}}
hosts: {phone: {subscriber: {group: all, number: 7}}, server: {gateway: bng}}
)";
  const auto hosts = test::read_legal(text.yaml()).gateways.hosts;
  ASSERT_EQ(hosts.size(), 2U);
  EXPECT_EQ(hosts[0].node, "phone");
  EXPECT_EQ(hosts[0].gateway, "bng");
  EXPECT_EQ(hosts[0].group, "all");
  EXPECT_EQ(hosts[0].number, 7);
  EXPECT_EQ(hosts[1].group, "");
}

TEST(ReadHosts, NamesThatNothingHas) {
  GatewayText text;
  text.rest = R"(nodes: {phone: {kind: host}, server: {kind: host}}
links: {home: {between: [phone, bng], rate: 1 Gbit/s line, delay: 10 us}, core: {between: [@bgn, server], rate: 1 Gbit/s line, delay: 10 us}}
hosts: {@phune: {subscriber: {group: @oll}}}
)";
  const auto lines = test::printed(read_scenario_text(test::marked(text.yaml()).text, "test").diagnostics);
  for (const auto* expected : {"no node 'bgn'; did you mean 'bng'?", "no node 'phune'; did you mean 'phone'?",
                               "no group of subscribers 'oll'; did you mean 'all'?"}) {
    EXPECT_THAT(lines, ::testing::Contains(::testing::HasSubstr(expected)));
  }
}

}  // namespace
}  // namespace qoslab
