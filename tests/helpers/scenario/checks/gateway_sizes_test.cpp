// Buckets against the packets that come, and hosts behind gateways.
#include "tests/helpers/scenario/gateways.h"

namespace qoslab {
namespace {

using test::GatewayText;

const std::string both = "direction: both, rate: 10 Mbit/s line, sizes: 1000 B, classes: {ef: 10 %, be: 90 %}";

TEST(CheckGatewaySizes, QueuesAndPolicersHoldThePacketsThatCome) {
  GatewayText text;
  text.traffic = both;
  text.profile =
      "rate: 9 Mbit/s frame, burst: @999 B, classes: {ef: {dscp: EF, queue: {pir: 2 Mbit/s frame, mbs: @999 B, cir: 1 "
      "Mbit/s frame, "
      "cbs: @999 B, limit: @999 B}, policer: {pir: 2 Mbit/s frame, cir: 1 Mbit/s frame, cbs: @999 B, mbs: @999 B}}, "
      "be: {policer: {kind: "
      "single_rate, cir: 1 Mbit/s frame, cbs: 5 B, mbs: @999 B}}}";
  auto yaml = text.yaml();
  yaml.insert(yaml.find("burst"), "");
  const auto says = [](const std::string& key, const std::string& name) {
    return "error: '" + key + "' holds no packet of class '" + name + "' of group 'all': 1 kB; at least 1 kB";
  };
  yaml.replace(yaml.find("@999 B, classes"), 1, "@@");
  test::expect_complaints(yaml, {says("burst", "be"), says("burst", "ef"), says("mbs", "ef"), says("cbs", "ef"),
                                 says("limit", "ef"), says("cbs", "ef"), says("mbs", "ef"), says("mbs", "be")});
}

TEST(CheckGatewaySizes, WhatAClassDoesNotSendMustNotFit) {
  GatewayText text;
  text.traffic = "direction: downstream, rate: 10 Mbit/s line, sizes: 1000 B, classes: {ef: 0 %, be: 100 %}";
  text.profile =
      "classes: {ef: {dscp: EF, queue: {pir: 2 Mbit/s frame, mbs: 100 B}, policer: {pir: 1 Mbit/s frame, mbs: 100 B}}, "
      "be: {}}";
  test::read_legal(text.yaml());
}

TEST(CheckGatewaySizes, CountAtTheGatewaysLayer) {
  GatewayText text;
  text.processor = "layer: ip, ";
  text.access = "rate: 1 Gbit/s line, scheduler: {rate: 900 Mbit/s ip}";
  text.group = "ipv4: 100.64.0.0/24, framing: pppoe, vlans: {outer: 1, inner: 1-99}";  // 18 + 8 + 8 are no IP
  text.traffic = "direction: downstream, rate: 10 Mbit/s line, sizes: 1000 B, classes: {ef: 10 %, be: 90 %}";
  text.profile = "classes: {ef: {dscp: EF, queue: {limit: 966 B}}, be: {queue: {limit: @965 B}}}";
  test::expect_complaints(text.yaml(),
                          {"error: 'limit' holds no packet of class 'be' of group 'all': 966 B; at least 966 B"});
}

TEST(CheckGatewaySizes, ArbitersShareTheirBurstAmongLevels) {
  GatewayText text;
  text.traffic = both;
  text.profile =
      "classes: {ef: {dscp: EF, policer: {pir: 1 Mbit/s frame, parent: root, level: 8}}, be: {policer: {pir: 1 Mbit/s "
      "frame, parent: root}}}, "
      "arbiters: {root: {rate: 2 Mbit/s frame, burst: @@1999 B}}";
  test::expect_complaints(
      text.yaml(),
      {"error: 'burst' holds no packet of class 'be' of group 'all': 1 kB; at least 2 kB: that for each of 2 levels",
       "error: 'burst' holds no packet of class 'ef' of group 'all': 1 kB; at least 2 kB: that for each of 2 levels"});
}

TEST(CheckGatewaySizes, PortsLevelsAndAggregates) {
  GatewayText text;
  text.access =
      "rate: 1 Gbit/s line, scheduler: {rate: 900 Mbit/s frame, burst: @400 B, levels: {8: {rate: 1 Mbit/s frame, "
      "burst: 400 B}, 1: {rate: 1 "
      "Mbit/s frame, burst: @400 B}}, aggregates: [{name: olt, subscribers: 5, rate: 9 Mbit/s frame, burst: @400 B}]}";
  const std::string says = "error: 'burst' holds no packet of class 'ef' of group 'all': 500 B; at least 500 B";
  test::expect_complaints(text.yaml(), {says, says, says});
}

TEST(CheckGatewaySizes, LevelsHoldWhatIsWithinCirInThem) {
  test::GatewayText text;
  text.access = "rate: 1 Gbit/s line, scheduler: {levels: {6: {rate: 9 Mbit/s frame, burst: @400 B}}}";
  text.profile = "classes: {ef: {dscp: EF, queue: {cir: 1 Mbit/s frame, cir_level: 6}}, be: {queue: {cir_level: 6}}}";
  test::expect_complaints(text.yaml(),
                          {"error: 'burst' holds no packet of class 'ef' of group 'all': 500 B; at least 500 B"});
}

std::string with_hosts(const std::string& links, const std::string& hosts) {
  GatewayText text;
  text.rest = "nodes: {phone: {kind: host}, box: {kind: router}, server: {kind: host}}\nlinks: {" + links +
              "}\nhosts: {" + hosts + "}\nflows: {call: {from: phone, to: server, traffic: {kind: voice}}}\n";
  return text.yaml();
}
const std::string sound_links =
    "l1: {between: [phone, bng], rate: 1 Gbit/s line, delay: 1 us}, l2: {between: [server, bng], rate: 1 Gbit/s line, "
    "delay: "
    "20 us}, l3: {between: [box, server], rate: 1 Gbit/s line}";

TEST(CheckGatewayHosts, StandBehindOneLink) {
  test::read_legal(with_hosts(sound_links, "phone: {subscriber: {group: all, number: 9}}, server: {}"));
  const std::string second = ", l4: {between: @[phone, bng], rate: 1 Gbit/s line, delay: 1 us}";
  test::expect_complaints(
      with_hosts(sound_links + second, "@phone: {subscriber: {group: all, number: @10}}, @box: {}, server: {}"),
      {"warning: links 'l1' and 'l4' join the same nodes; all traffic takes the one with the smaller delay, "
       "or else the first",
       "error: 2 links join host 'phone' and gateway 'bng'; write one link between: [phone, bng]",
       "error: group 'all' has no subscriber 10; 0 to 9",
       "error: 0 links join host 'box' and gateway 'bng'; write one link between: [box, bng]"});
}

TEST(CheckGatewayHosts, MeetNoPortOfTheGateway) {
  test::expect_complaints(with_hosts(sound_links, "phone: {}, server: {}") + "ports: {@bng.l1: {}}\n",
                          {"error: 'bng' is a gateway: its data plane does what ports do; describe it under 'gateways' "
                           "and 'profiles'"});
}

TEST(CheckGatewayHosts, OnlyTheyMeetAGateway) {
  test::expect_complaints(
      with_hosts(
          "l1: {between: [phone, bng], rate: 1 Gbit/s line, delay: 1 us}, @l2: {between: [server, bng], rate: 1 Gbit/s "
          "line, delay: 1 us}, "
          "l3: {between: [box, server], rate: 1 Gbit/s line}",
          "phone: {}"),
      {"error: link 'l2' ends at a gateway, but 'server' is not among its hosts; write hosts: {server: {}}, with its "
       "subscriber if it is one's"});
}

TEST(CheckGatewayHosts, MeetItWithADelay) {
  test::expect_complaints(
      with_hosts("@l1: {between: [phone, bng], rate: 1 Gbit/s line}, l2: {between: [server, bng], rate: 1 Gbit/s line, "
                 "delay: @999 ns}, l3: {between: [box, server], rate: 1 Gbit/s line}",
                 "phone: {subscriber: {group: all}}, server: {}"),
      {"error: link 'l1' joins a gateway with a delay of 0 s; at least 1 us: the gateway runs in windows of at most "
       "that",
       "error: link 'l2' joins a gateway with a delay of 999 ns; at least 1 us: the gateway runs in windows of at most "
       "that"});
}

TEST(CheckGatewayHosts, ReachTheOtherSideOnly) {
  const std::string links =
      "l1: {between: [phone, bng], rate: 1 Gbit/s line, delay: 1 us}, l2: {between: [box, bng], rate: 1 Gbit/s line, "
      "delay: 1 us}, l3: {between: [box, server], rate: 1 Gbit/s line}";
  test::read_legal(with_hosts(links, "phone: {subscriber: {group: all}}, box: {}"));
  auto text = with_hosts(links, "phone: {subscriber: {group: all}}, box: {subscriber: {group: all, number: 1}}");
  text.insert(text.find("server, traffic"), "@");
  test::expect_complaints(text, {"error: flow 'call' would leave gateway 'bng' on the side where it enters it; a "
                                 "gateway carries traffic between subscribers and the network side"});
}

}  // namespace
}  // namespace qoslab
