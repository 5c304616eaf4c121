// What will happen at a gateway that its author may not expect.
#include "tests/helpers/scenario/gateways.h"

namespace qoslab {
namespace {

using test::expect_complaints;
using test::GatewayText;

/// Ten subscribers on a port of 1 Gbit/s, whose one class has this queue and policer.
GatewayText with_class(const std::string& keys, const std::string& profile = "") {
  GatewayText text;
  text.access = "rate: @1 Gbit/s line";
  text.profile = profile + "classes: {all: {" + keys + "}}";
  text.traffic = "direction: both, rate: 9 Mbit/s frame, sizes: 1000 B";
  return text;
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
       "note: the peak rates of the queues in level 1 of access port 0 sum to 800 Mbit/s, above 500 Mbit/s; "
       "oversubscribed 1.6 : 1",
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
