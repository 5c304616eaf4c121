// What will happen at a gateway that its author may not expect.
#include "tests/helpers/scenario/gateways.h"

namespace qoslab {
namespace {

using test::GatewayText;

void expect_complaints(const GatewayText& text, const std::vector<std::string>& messages) {
  test::expect_complaints(text.yaml(), messages);
}

/// Ten subscribers on a port of 1 Gbit/s, whose one class has this queue and policer.
GatewayText with_class(const std::string& keys, const std::string& profile = "") {
  GatewayText text;
  text.access = "rate: @1 Gbit/s line";
  text.profile = profile + "classes: {all: {" + keys + "}}";
  text.traffic = "direction: both, rate: 9 Mbit/s frame, sizes: 1000 B";
  return text;
}

TEST(AdviseGateways, LinksThatCarryLess) {
  GatewayText text;
  // 1000 B without two tags are 992 B and 1012 B of line on the network side, 1020 B of line on the access side.
  text.group = "ipv4: 100.64.0.0/24, vlans: {outer: 1, inner: 1-99}";
  text.access = "links: 2, rate: @500 Mbit/s line, scheduler: {rate: @480 Mbit/s frame}";
  text.network = "rate: 2 Gbit/s line";
  text.traffic = "direction: downstream, rate: 1020 Mbit/s line, sizes: 1000 B, classes: {ef: 10 %, be: 90 %}";
  expect_complaints(
      text, {"warning: 1.02 Gbit/s of traffic for the access links from the gateway, which carry 1 Gbit/s; 2 % too "
             "much on the line: it waits or is lost",
             "note: 1 Gbit/s of traffic for port schedulers of 960 Mbit/s in all; 4.17 % too much"});
  text.access = "links: 2, rate: 1 Gbit/s line, scheduler: {rate: 900 Mbit/s frame}";
  text.network = "rate: @500 Mbit/s line";
  expect_complaints(text, {"warning: 1.01 Gbit/s of traffic for the network links towards the gateway, which carry 500 "
                           "Mbit/s; 102 % too much "
                           "on the line: it waits or is lost"});
}

TEST(AdviseGateways, BothWaysAtEachSide) {
  auto text = with_class("queue: {pir: 9 Mbit/s frame}, policer: {pir: 9 Mbit/s frame}");
  text.access = "rate: @@80 Mbit/s line, scheduler: {rate: 70 Mbit/s frame}";
  text.network = "rate: @@50 Mbit/s line";
  text.traffic = "direction: both, rate: 90 Mbit/s line, sizes: 480 B";
  const auto outcome = read_scenario_text(test::marked(text.yaml()).text, "test");
  const auto lines = test::printed(outcome.diagnostics);
  for (const auto* part : {"the access links from the gateway, which carry 80 Mbit/s; 12.5 %",
                           "the access links towards the gateway, which carry 80 Mbit/s; 12.5 %",
                           "the network links from the gateway, which carry 50 Mbit/s; 80 %",
                           "the network links towards the gateway, which carry 50 Mbit/s; 80 %"})
    EXPECT_THAT(lines, ::testing::Contains(::testing::HasSubstr(part)));
}

TEST(AdviseGateways, AProcessorThatForwardsLess) {
  GatewayText text;
  // 10 Mbit/s of 1000 bits are 10000 packets a second, of 100 + 256/256 + 99 x 1 cycles.
  text.processor =
      "processor: @{cores: 1, frequency: 1 MHz, cycles_per_packet: 100, cycles_per_vector: 256, cycles_per_entry: 1}, ";
  text.profile = "access_list: filter, classes: {ef: {dscp: EF}, be: {}}";
  text.traffic = "direction: downstream, rate: 10 Mbit/s frame, sizes: 125 B, classes: {ef: 10 %, be: 90 %}";
  text.rest = "access_lists: {filter: [{match: {dscp: 9}, times: 98}, {}]}\n";
  expect_complaints(
      text,
      {"warning: 0.01 Mpacket/s for a processor that forwards 0.005 Mpacket/s of them; 100 % too much: rings fill"});
}

TEST(AdviseGateways, LittleForEachSubscriberOfAGroup) {
  GatewayText text;
  text.profile = "rate: 60 Mbit/s frame, burst: 100 kB, classes: {all: {queue: {pir: 60 Mbit/s frame, mbs: 100 kB}}}";
  text.traffic = "direction: downstream, rate: 10 Mbit/s frame, sizes: 1000 B";
  auto yaml = text.yaml();
  yaml.insert(yaml.find("[{direction"), "@");
  test::expect_complaints(yaml, {"note: each loaded subscriber of 'all' is offered 1 Mbit/s of 60 Mbit/s; a traffic's "
                                 "rate is of the whole group"});
}

TEST(AdviseGateways, ShapersAndPolicersThatPassLess) {
  GatewayText text;
  text.profile =
      "rate: 850 kbit/s frame, classes: {ef: {dscp: EF, queue: {pir: 80 kbit/s frame}, policer: {pir: 50 kbit/s "
      "frame}}, be: {queue: {pir: "
      "770 kbit/s frame}, policer: {kind: single_rate, cir: 900 kbit/s frame, parent: root}}}, arbiters: {root: {rate: "
      "900 kbit/s frame}}";
  text.traffic = "direction: both, rate: 10 Mbit/s frame, sizes: 1000 B, classes: {ef: 10 %, be: 90 %}";
  auto yaml = text.yaml();
  yaml.insert(yaml.find("[{direction"), "@@@@");
  test::expect_complaints(yaml, {"note: each loaded subscriber of 'all' is sent 1 Mbit/s, 'rate' of its profile lets "
                                 "850 kbit/s pass; 17.6 % too much",
                                 "note: each loaded subscriber of 'all' is sent 100 kbit/s of class 'ef', 'pir' of its "
                                 "queue lets 80 kbit/s pass; 25 % too much",
                                 "note: each loaded subscriber of 'all' is sent 900 kbit/s of class 'be', 'pir' of its "
                                 "queue lets 770 kbit/s pass; 16.9 % too much",
                                 "note: each loaded subscriber of 'all' sends 100 kbit/s of class 'ef', its policer "
                                 "lets 50 kbit/s pass; 100 % too much"});
}

TEST(AdviseGateways, OnlyLoadedSubscribersShareTheTraffic) {
  auto text = with_class("queue: {pir: 1 Mbit/s frame}");
  text.access = "rate: 1 Gbit/s line";
  text.traffic = "direction: downstream, rate: 9 Mbit/s frame, sizes: 1000 B, loaded: 8";
  auto yaml = text.yaml();
  yaml.insert(yaml.find("[{direction"), "@");
  test::expect_complaints(yaml, {"note: each loaded subscriber of 'all' is sent 1.12 Mbit/s of class 'all', 'pir' of "
                                 "its queue lets 1 Mbit/s pass; 12.5 % too "
                                 "much"});
}

TEST(AdviseGateways, TrafficThatNothingLimits) {
  GatewayText text;
  text.access = "rate: 1 Gbit/s line";
  text.traffic = "direction: both, rate: 9 Mbit/s frame, sizes: 1000 B";
  text.profile = "classes: {@@all: {}}";
  expect_complaints(
      text,
      {"note: downstream traffic of class 'all' never meets a shaper; only the links limit it: give the queue a pir",
       "note: upstream traffic of class 'all' never meets a policer; only the links limit it: give the class a "
       "policer"});
  text.profile = "classes: {all: {policer: {pir: 1 Mbit/s frame}}}";
  for (const auto* shaped : {"rate: 900 Mbit/s frame", "levels: {1: {rate: 900 Mbit/s frame}}",
                             "aggregates: [{name: olt, subscribers: 10, rate: 900 Mbit/s frame}]"}) {
    text.access = std::string{"rate: 1 Gbit/s line, scheduler: {"} + shaped + "}";
    test::read_sound(text.yaml());
  }
  text.access = "rate: 1 Gbit/s line";
  text.profile = "rate: 1 Mbit/s frame, classes: {all: {policer: {pir: 1 Mbit/s frame}}}";
  test::read_sound(text.yaml());
}

TEST(AdviseGateways, OversubscriptionAtEveryLevel) {
  auto text =
      with_class("queue: {pir: 100 Mbit/s frame, mbs: 200 kB, cir: 20 Mbit/s frame}, policer: {pir: 9 Mbit/s frame}",
                 "rate: @80 Mbit/s frame, ");
  // Five pairs of 100 Mbit/s each; two, two and one of them below an OLT.
  text.traffic = "direction: both, rate: 90 Mbit/s frame, sizes: 1000 B";
  text.access =
      "rate: 1 Gbit/s line, scheduler: {rate: @@100 Mbit/s frame, levels: {1: {rate: @500 Mbit/s frame}}, aggregates: "
      "[{name: olt, subscribers: 4, rate: @[160 Mbit/s frame, 300 Mbit/s frame]}, {name: pon, subscribers: 2, rate: "
      "@100 Mbit/s frame}]}";
  expect_complaints(
      text,
      {"warning: the committed rates of what is behind access port 0 sum to 200 Mbit/s, above 100 Mbit/s; 100 % too "
       "much: they cannot all be kept",
       "note: the peak rates of what is behind access port 0 sum to 460 Mbit/s, above 100 Mbit/s; oversubscribed 4.6 : "
       "1",
       "note: the peak rates of the queues in level 1 of access port 0 sum to 1 Gbit/s, above 500 Mbit/s; "
       "oversubscribed 2 : 1",
       "note: the peak rates of what is below olt.0 of access port 0 sum to 200 Mbit/s, above 160 Mbit/s; "
       "oversubscribed 1.25 : 1",
       "note: the peak rates of what is below pon.0 of access port 0 sum to 160 Mbit/s, above 100 Mbit/s; "
       "oversubscribed 1.6 : 1",
       "note: the peak rates of the queues of profile 'home' sum to 100 Mbit/s, above 80 Mbit/s; oversubscribed 1.25 : "
       "1"});
}

TEST(AdviseGateways, OversubscribedArbiters) {
  GatewayText text;
  text.profile =
      "classes: {ef: {dscp: EF, policer: {pir: 3 Mbit/s frame, cir: 2 Mbit/s frame, parent: tier}}, be: {policer: "
      "{kind: two_rate_excess, cir: 2 Mbit/s frame, pir: 1 Mbit/s frame, parent: tier}}}, arbiters: {root: {rate: @@2 "
      "Mbit/s frame}, tier: {parent: root, rate: @@3 Mbit/s frame}}";
  expect_complaints(
      text,
      {"warning: the committed rates of what is below arbiter 'root' sum to 3 Mbit/s, above 2 Mbit/s; 50 % too much: "
       "they cannot all be kept",
       "note: the peak rates of what is below arbiter 'root' sum to 3 Mbit/s, above 2 Mbit/s; oversubscribed 1.5 : 1",
       "warning: the committed rates of what is below arbiter 'tier' sum to 4 Mbit/s, above 3 Mbit/s; 33.3 % too much: "
       "they cannot all be kept",
       "note: the peak rates of what is below arbiter 'tier' sum to 6 Mbit/s, above 3 Mbit/s; oversubscribed 2 : 1"});
}

TEST(AdviseGateways, BurstsShorterThanARoundTrip) {
  GatewayText text;
  text.profile =
      "classes: {ef: {dscp: EF, queue: {pir: 16 Mbit/s frame, mbs: @19999 B}, policer: {pir: 16 Mbit/s frame, mbs: 20 "
      "kB}}, be: {}}";
  expect_complaints(text, {"note: a burst of 19999 B at 16 Mbit/s lasts 10 ms: less than a round trip of 10 ms, so TCP "
                           "may stay below the rate; about 20 kB"});
}

TEST(AdviseGateways, ProfilesThatNobodyHas) {
  auto yaml = GatewayText{}.yaml();
  yaml.insert(yaml.find("subscribers:"), "  @other: {classes: {all: {}}}\n");
  test::expect_complaints(yaml, {"warning: no group has profile 'other'; remove it, or name it"});
}

}  // namespace
}  // namespace qoslab
