// Gateways, profiles, groups and their traffic: what does not fit together.
#include "tests/helpers/scenario/gateways.h"

namespace qoslab {
namespace {

using test::expect_complaints;
using test::GatewayText;
using test::with_profile;
using test::with_scheduler;

GatewayText with_group(const std::string& count, const std::string& group) {
  GatewayText text;
  text.count = count;
  text.group = group;
  return text;
}

/// Of a group with both address families.
GatewayText with_traffic(const std::string& traffic) {
  GatewayText text;
  text.group = "ipv4: 100.64.0.0/24, ipv6: {prefix: \"2001:db8::/56\"}";
  text.traffic = traffic;
  return text;
}

TEST(CheckGateways, ThePlatformHoldsAllQueuesPolicersAndSessions) {
  GatewayText text;
  text.processor = "limits: {queues: @19, policers: @9, sessions: @19}, ";
  text.profile = "classes: {ef: {dscp: EF, policer: {pir: 1 Mbit/s frame}}, be: {}}";
  text.group = "ipv4: 100.64.0.0/24, ipv6: {prefix: \"2001:db8::/56\"}";
  const std::string need = "error: the subscribers of gateway 'bng' need ";
  const std::string most = " more than its platform holds; at most ";
  expect_complaints(text, {need + "20 queues, 1" + most + "19: fewer subscribers, or fewer queues each",
                           need + "10 policers, 1" + most + "9: fewer subscribers, or fewer policers each",
                           need + "20 sessions, 1" + most + "19: fewer subscribers, or fewer sessions each"});
}

TEST(CheckGateways, HaveSubscribersOfTheirOwnName) {
  test::expect_complaints(
      "version: 1\ngateways: {bng: @{access: {rate: 1 Gbit/s line}, network: {rate: 1 Gbit/s line}}}\n",
      {"error: gateway 'bng' has no subscribers; write a group under 'subscribers'"});
  GatewayText text;
  auto yaml = text.yaml();
  yaml.replace(yaml.find("  all:"), 5, "  @bng");
  test::expect_complaints(yaml, {"error: there is a gateway 'bng' already; give one of them another name"});
}

TEST(CheckGateways, StallsEndBeforeTheNextBegins) {
  GatewayText text;
  text.processor =
      "processor: {cores: 1, frequency: 1 GHz, cycles_per_packet: 9, stalls: {every: 5 ms, longest: @5 ms}}, ";
  expect_complaints(text, {"error: stalls are as long as the time between them; below 5 ms"});
}

TEST(CheckGateways, AbsurdNumbers) {
  GatewayText text;
  text.processor = "processor: {cores: @0, frequency: @1 Hz, cycles_per_packet: 1, ring: @0}, ";
  text.access =
      "links: @0, rate: 1 Gbit/s line, scheduler: {rate: 1 Mbit/s frame, aggregates: [{name: olt, subscribers: @0}]}";
  text.count = "@0";
  expect_complaints(
      text,
      {"error: cores: '0': out of range; 1 to 1024", "error: frequency: '1 Hz': out of range; 1 MHz to 100000 MHz",
       "error: ring: '0': out of range; 1 to 1048576", "error: links: '0': out of range; 1 to 64",
       "error: subscribers: '0': out of range; 1 to 1000000000", "error: count: '0': out of range; 1 to 4000000"});
}

TEST(CheckGateways, TwoHundredAndFiftyStreams) {
  GatewayText text;
  text.profile =
      "classes: {a: {dscp: 1}, b: {dscp: 2}, c: {dscp: 3}, d: {dscp: 4}, e: {dscp: 5}, f: {dscp: 6}, g: {dscp: 7}, h: "
      "{}}";
  text.traffic = "direction: upstream, rate: 1 Mbit/s line, sizes: 100 B, classes: {a: 100 %}";
  for (int i = 0; i < 15; ++i)
    text.rest += "  g" + std::to_string(i) + ": {profile: home, count: 1, ipv4: 100.65.0." + std::to_string(i) + "}\n";
  auto yaml = text.yaml();
  yaml.insert(yaml.find("{access"), "@");
  test::expect_complaints(yaml, {"error: 256 streams (group x direction x class x address family) at gateway 'bng'; at "
                                 "most 250: join groups"});
}

TEST(CheckGateways, AggregatesNest) {
  expect_complaints(
      with_scheduler(
          "rate: 9 Mbit/s frame, aggregates: [{name: olt, subscribers: 10}, {name: pon, subscribers: @4}, {name: @olt, "
          "subscribers: 2}]"),
      {"error: 4 subscribers in each 'pon' do not divide the 10 in each 'olt' above; an aggregate must lie in one of "
       "the level above: write a divisor",
       "error: a second level of aggregates 'olt'; give it another name"});
  expect_complaints(
      with_scheduler("rate: 9 Mbit/s frame, aggregates: [{name: pon, subscribers: 4}, {name: olt, subscribers: @8}]"),
      {"error: each 'olt' has more subscribers than the 'pon' that it lies in: 8 of 4; the level next to the port "
       "comes "
       "first: exchange them"});
}

TEST(CheckGateways, AggregatesGoTwelveLevelsDeep) {
  std::string levels;
  for (int i = 0; i < 13; ++i) levels += "{name: a" + std::to_string(i) + ", subscribers: 1}, ";
  expect_complaints(with_scheduler("rate: 9 Mbit/s frame, aggregates: @[" + levels.substr(0, levels.size() - 2) + "]"),
                    {"error: 13 levels of aggregates; at most 12"});
}

TEST(CheckProfiles, EightClassesOfWhichOneTakesTheRest) {
  std::string classes;
  for (int i = 0; i < 9; ++i) classes += "c" + std::to_string(i) + ": {dscp: " + std::to_string(i) + "}, ";
  auto text = with_profile("classes: @{" + classes.substr(0, classes.size() - 2) + "}");
  text.traffic = "direction: upstream, rate: 1 Mbit/s line, sizes: 100 B, classes: {c1: 100 %}";
  expect_complaints(text, {"error: profile 'home' has 9 classes; 1 to 8"});
  text = with_profile("classes: {ef: {}, @be: {dscp: 3}, @x: {}}");
  text = with_profile("classes: {ef: {}, be: {dscp: [3, 4]}, @x: {}, y: {dscp: @4}}");
  expect_complaints(text, {"error: class 'ef' and class 'x' both take all other code points; give one of them a dscp",
                           "error: code point 4 belongs to class 'be' already; name it once in a profile"});
}

TEST(CheckProfiles, CommittedRatesLieBelowPeaks) {
  expect_complaints(
      with_profile(
          "classes: {ef: {dscp: EF, queue: {pir: 1 Mbit/s frame, cir: @2 Mbit/s frame}, policer: {pir: 3 Mbit/s "
          "frame, cir: @4 Mbit/s frame}}, be: {policer: @{kind: single_rate}}}"),
      {"error: the committed rate lies above the peak rate; at most 1 Mbit/s",
       "error: the committed rate lies above the peak rate (RFC 2698); at most 3 Mbit/s",
       "error: a policer that passes nothing: its rates are 0; write cir"});
}

TEST(CheckProfiles, LevelsAndWeights) {
  expect_complaints(
      with_profile(
          "weight: @0, classes: {ef: {dscp: EF, queue: {level: @9, cir_level: @0}, policer: {pir: 1 Mbit/s frame, "
          "level: @@9, weight: @0}}, be: {}}"),
      {"error: weight: '0': out of range; 1 to 1000000", "error: level: '9': out of range; 0 to 8",
       "error: cir_level: '0': out of range; 1 to 8",
       "error: a level without a parent; write parent, or remove the key", "error: level: '9': out of range; 1 to 8",
       "error: weight: '0': out of range; 1 to 1000000"});
  expect_complaints(with_profile("classes: @{ef: {dscp: EF, queue: {weight: 0}}, be: {queue: {weight: 0}}}"),
                    {"error: every queue of profile 'home' has weight 0; give one at least 1; orphans have level: 0"});
}

TEST(CheckProfiles, ARootAndTwoTiersOfArbiters) {
  const std::string policed = "classes: {ef: {dscp: EF}, be: {}}, arbiters: ";
  expect_complaints(with_profile(policed + "{root: {rate: 1 Mbit/s frame}, @other: {rate: 1 Mbit/s frame}}"),
                    {"error: a second root: 'other' has no parent either; write parent: root"});
  expect_complaints(
      with_profile(
          policed +
          "{root: {rate: 1 Mbit/s frame}, a: {parent: root, rate: 1 Mbit/s frame}, b: {parent: a, "
          "rate: 1 Mbit/s frame}, @c: {parent: b, rate: 1 Mbit/s frame}, d: {parent: c, rate: 1 Mbit/s frame}}"),
      {"error: arbiter 'c' is in the third tier below the root; at most two tiers"});
  expect_complaints(
      with_profile(policed + "{root: {rate: 1 Mbit/s frame}, @a: {parent: b, rate: 1 Mbit/s frame}, @b: {parent: a, "
                             "rate: 1 Mbit/s frame}}"),
      {"error: arbiter 'a' is below itself; one of a circle is the root",
       "error: arbiter 'b' is below itself; one of a circle is the root"});
}

TEST(CheckProfiles, GatewaysThatShareOneCountAtOneLayer) {
  auto yaml = GatewayText{}.yaml();
  yaml.insert(yaml.find("profiles:"),
              "  bng2: {layer: ip, access: {rate: 1 Gbit/s line}, network: {rate: 1 Gbit/s line}}\n");
  yaml.insert(yaml.find("count:"), "gateway: bng, ");
  yaml += "  more: {gateway: bng2, profile: @home, count: 1, ipv4: 100.65.0.0}\n";
  test::expect_complaints(
      yaml, {"error: profile 'home' is of gateway 'bng', which counts at frame, but 'bng2' counts at ip; write "
             "another profile for it"});
}

TEST(CheckSubscribers, HaveEnoughTagsAndAddresses) {
  expect_complaints(
      with_group("10",
                 "vlans: @{outer: 100-102, inner: 1-3}, ipv4: @100.64.0.0/29, ipv6: {prefix: @\"2001:db8::/61\"}"),
      {"error: 9 VLANs for the 10 subscribers of group 'all'; write more outer or inner tags",
       "error: 8 addresses for the 10 subscribers of group 'all'; a prefix shorter by 1",
       "error: 8 prefixes for the 10 subscribers of group 'all'; a prefix shorter by 1"});
  test::read_sound(with_group("12", "vlans: {outer: 100-102, inner: 1-4}, ipv4: 100.64.0.0/28").yaml());
  expect_complaints(with_group("2", "vlans: @{inner: 7}, ipv4: 100.64.0.0/24"),
                    {"error: 1 VLANs for the 2 subscribers of group 'all'; write an outer range, or more inner tags"});
}

TEST(CheckSubscribers, HaveAddressesOfTheRightFamily) {
  expect_complaints(with_group("1", "ipv4: @\"2001:db8::/32\", ipv6: {prefix: @10.0.0.0/8}"),
                    {"error: this is no IPv4 prefix; write it as in 10.0.0.0/8",
                     "error: this is no IPv6 prefix; write it as in 2001:db8::/32"});
  expect_complaints(with_group("1", "ipv6: {prefix: \"2001:db8::/64\", each: @56}"),
                    {"error: each subscriber's prefix is larger than the group's; at least 64"});
  auto yaml = with_group("1", "framing: ipoe").yaml();
  yaml.insert(yaml.find("{profile"), "@");
  test::expect_complaints(
      yaml, {"error: group 'all' has no addresses; write ipv4: 10.0.0.0/8, ipv6: {prefix: 2001:db8::/32}, or both"});
}

TEST(CheckSubscribers, HaveTagsAndAddressesOfTheirOwn) {
  auto text = with_group("2", "vlans: {outer: 7, inner: 1-4}, ipv4: 100.64.0.0/24, ipv6: {prefix: \"2001:db8::/32\"}");
  text.rest =
      "  more: {profile: home, count: 1, vlans: @{outer: 6-7, inner: 4}, ipv4: @100.64.0.128/25, ipv6: {prefix: "
      "\"2001:db8:1::/48\"}}\n"
      "  else: {profile: home, count: 1, vlans: {outer: 8, inner: 4}, ipv4: 100.64.1.0/25, ipv6: {prefix: "
      "\"2001:db9::/48\"}}\n"
      "  last: {profile: home, count: 1, vlans: {inner: 4}, ipv4: 100.64.2.0/25}\n";
  auto yaml = text.yaml();
  yaml.insert(yaml.find("{prefix: \"2001:db8:1"), "@");
  const std::string fix = " in common; give each its own";
  test::expect_complaints(
      yaml, {"error: groups 'all' and 'more' have VLANs" + fix, "error: groups 'all' and 'more' have addresses" + fix,
             "error: groups 'all' and 'more' have IPv6 prefixes" + fix});
}

TEST(CheckSubscribers, SamplesAndLoadedOnesExist) {
  GatewayText text;
  text.group = "ipv4: 100.64.0.0/24, sample: [9, @10, @9]";
  text.traffic += ", loaded: @11";
  expect_complaints(
      text, {"error: group 'all' has no subscriber 10; 0 to 9", "error: subscriber 9 for the second time; name it once",
             "error: loaded: 11 of group 'all', which has 10 subscribers; at most 10"});
}

TEST(CheckGroupTraffic, SharesSumToAll) {
  expect_complaints(
      with_traffic("direction: upstream, rate: 1 Mbit/s line, sizes: 100 B, classes: @{ef: 10 %, be: 80.5 %}"),
      {"error: the shares of the classes sum to 90.5 %; 100 %"});
  test::read_legal(
      with_traffic("direction: upstream, rate: 1 Mbit/s line, sizes: 100 B, classes: {ef: 33.3 %, be: 66.7 %}").yaml());
}

TEST(CheckGroupTraffic, FramesHoldTheirHeaders) {
  // 14 + 4 of Ethernet, two tags, 8 of PPPoE, 20 or 40 of IP, 8 of UDP: 62 or 82.
  auto text = with_traffic(
      "direction: upstream, rate: 1 Mbit/s line, sizes: [{frame: 66 B, ipv6: @81 B}, {frame: @64 B}, "
      "{frame: @9217 B}], "
      "classes: {be: 100 %}");
  text.group += ", framing: pppoe, vlans: {outer: 1, inner: 1-99}";
  expect_complaints(
      text, {"error: a frame of 81 B has no room for the headers of IPv6, PPPoE, UDP and two tags; at least 82 B",
             "error: a frame of 64 B has no room for the headers of IPv6, PPPoE, UDP and two tags; at least 82 B",
             "error: frame: '9217 B': out of range; 64 B to 9 KiB"});
  expect_complaints(with_traffic("direction: both, rate: 1 Mbit/s line, sizes: @64 B, classes: {be: 100 %}"),
                    {"error: a frame of 64 B has no room for the headers of IPv6, UDP and Ethernet; at least 66 B"});
}

TEST(CheckGroupTraffic, IsDescribedOrRecorded) {
  auto yaml = with_traffic("direction: upstream, classes: {be: 100 %}").yaml();
  yaml.insert(yaml.find("{direction"), "@@");
  test::expect_complaints(yaml, {"error: traffic of group 'all' has no 'rate'; write rate: 1 Gbit/s line",
                                 "error: traffic of group 'all' has no 'sizes'; write sizes: 500 B"});
  expect_complaints(
      with_traffic("direction: upstream, rate: 1 Mbit/s line, sizes: @100 B, trace: @none.pcap, classes: @{be: 100 %}"),
      {"error: 'sizes' beside a trace, which says it; remove one of them",
       "error: no capture 'none.pcap'; its name is relative to this file",
       "error: 'classes' beside a trace, which says it; remove one of them"});
}

TEST(CheckGroupTraffic, HappensDuringTheRun) {
  GatewayText text;
  text.rest = "runs: {duration: 2 s, warmup: 1 s}\n";
  text.traffic =
      "direction: upstream, rate: 1 Mbit/s line, sizes: 100 B, classes: {be: 100 %}, start: @3 s, stop: @2 s";
  expect_complaints(text, {"error: this traffic starts when the run has ended; before 3 s",
                           "error: this traffic stops before it starts; after 3 s"});
}

TEST(CheckGroupTraffic, ComesWithItsPacing) {
  const std::string rest = "direction: upstream, rate: 1 Mbit/s line, sizes: 100 B, classes: {be: 100 %}, ";
  auto yaml = with_traffic(rest + "pacing: on_off, mean_on: 1 s, @burst: 3").yaml();
  yaml.insert(yaml.find("{direction"), "@");
  test::expect_complaints(
      yaml,
      {"error: traffic 1 of group 'all' has no 'mean_off'; write mean_off: 20 ms",
       "error: 'burst' does not apply to traffic 1 of group 'all' with pacing on_off; it belongs to pacing bursts"});
}

}  // namespace
}  // namespace qoslab
