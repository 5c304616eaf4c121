// Where a gateway is asked for more than it passes, given what the places before let pass.
#include "tests/helpers/scenario/gateways.h"

namespace qoslab {
namespace {

using test::expect_complaints;
using test::GatewayText;

/// With a mark for each complaint at the group's traffic.
void expect_at_traffic(const GatewayText& text, const std::vector<std::string>& messages) {
  auto yaml = text.yaml();
  yaml.insert(yaml.find("[{direction"), std::string(messages.size(), '@'));
  test::expect_complaints(yaml, messages);
}

/// Ten subscribers of one class, of whom each sends and receives 10 Mbit/s in frames of 1000 B, on links that carry it.
GatewayText one_class(const std::string& keys, const std::string& profile = "") {
  GatewayText text;
  text.access = "rate: 1 Gbit/s line";
  text.profile = profile + "classes: {all: {" + keys + "}}";
  text.traffic = "direction: both, rate: 100 Mbit/s frame, sizes: 1000 B";
  return text;
}

const std::string policed = "policer: {pir: 10 Mbit/s frame}";
const std::string shaped = "queue: {pir: 10 Mbit/s frame}, ";
const std::string lost = " too much on the line: it waits or is lost";

TEST(AdviseLoad, LinksThatCarryLess) {
  // 1000 B without two tags are 992 B and 1012 B of line on the network side, 1020 B of line on the access side.
  GatewayText text;
  text.group = "ipv4: 100.64.0.0/24, vlans: {outer: 1, inner: 1-99}";
  text.network = "rate: 2 Gbit/s line";
  text.traffic = "direction: downstream, rate: 1020 Mbit/s line, sizes: 1000 B, classes: {ef: 10 %, be: 90 %}";
  text.access = "links: 2, rate: @500 Mbit/s line, scheduler: {levels: {8: {rate: 495 Mbit/s frame}}}";
  auto yaml = text.yaml();
  for (const auto* name : {"ef: {dscp", "be: {}"}) yaml.insert(yaml.find(name), "@");
  const std::string never = " never meets a shaper; only the links limit it: give the queue a pir";
  test::expect_complaints(
      yaml, {"warning: 1.02 Gbit/s of traffic for the access links from the gateway, which carry "
             "1 Gbit/s; 2 %" +
                 lost,
             "note: downstream traffic of class 'ef'" + never, "note: downstream traffic of class 'be'" + never});
  text.access = "links: 2, rate: 1 Gbit/s line, scheduler: {rate: 900 Mbit/s frame}";
  text.network = "rate: @500 Mbit/s line";
  expect_complaints(text,
                    {"warning: 1.01 Gbit/s of traffic for the network link towards the gateway, which carries 500 "
                     "Mbit/s; 102 %" +
                     lost});
}

TEST(AdviseLoad, EachLineIsAskedForWhatTheOneBeforeCarries) {
  auto text = one_class(shaped + policed);
  text.access = "rate: @@80 Mbit/s line";
  text.network = "rate: @@50 Mbit/s line";
  text.traffic = "direction: both, rate: 90 Mbit/s line, sizes: 480 B";
  expect_complaints(
      text,
      {"warning: 90 Mbit/s of traffic for the access link towards the gateway, which carries 80 Mbit/s; 12.5 %" + lost,
       "note: the peak rates of what is behind access port 0 sum to 100 Mbit/s, above 80 Mbit/s; oversubscribed "
       "1.25 : 1",
       "warning: 80 Mbit/s of traffic for the network link from the gateway, which carries 50 Mbit/s; 60 %" + lost,
       "warning: 90 Mbit/s of traffic for the network link towards the gateway, which carries 50 Mbit/s; 80 %" + lost});
}

// 10 Mbit/s each would be 102 Mbit/s of line for a link of 70.
TEST(AdviseLoad, PolicersStandInFrontOfTheNetworkLink) {
  auto text = one_class("policer: {pir: 6 Mbit/s frame}");
  text.network = "rate: 70 Mbit/s line";
  text.traffic = "direction: upstream, rate: 100 Mbit/s frame, sizes: 1000 B";
  expect_at_traffic(text, {"note: each loaded subscriber of 'all' sends 10 Mbit/s of class 'all', its policer lets 6 "
                           "Mbit/s pass; 66.7 % too much"});
  text.profile =
      "classes: {all: {policer: {pir: 12 Mbit/s frame, parent: root}}}, arbiters: {root: {rate: @6 Mbit/s frame}}";
  expect_at_traffic(text, {"note: the peak rates of what is below arbiter 'root' sum to 12 Mbit/s, above 6 Mbit/s; "
                           "oversubscribed 2 : 1",
                           "note: each loaded subscriber of 'all' sends 10 Mbit/s, arbiter 'root' lets 6 Mbit/s pass; "
                           "66.7 % too much"});
}

// Likewise towards the subscribers, at each level of the tree.
TEST(AdviseLoad, ShapersStandInFrontOfTheAccessLink) {
  auto text = one_class("");
  text.traffic = "direction: downstream, rate: 100 Mbit/s frame, sizes: 1000 B";
  text.access = "rate: 70 Mbit/s line";
  text.profile = "classes: {all: {queue: {pir: 6 Mbit/s frame}}}";
  expect_at_traffic(text, {"note: each loaded subscriber of 'all' is sent 10 Mbit/s of class 'all', 'pir' of its queue "
                           "lets 6 Mbit/s pass; 66.7 % too much"});
  text.profile = "rate: 6 Mbit/s frame, classes: {all: {}}";
  expect_at_traffic(text, {"note: each loaded subscriber of 'all' is sent 10 Mbit/s, 'rate' of its profile lets 6 "
                           "Mbit/s pass; 66.7 % too much"});
  text.profile = "rate: 10 Mbit/s frame, classes: {all: {}}";
  const std::string peaks = "note: the peak rates of what is b";
  for (const auto& [keys, says] : std::vector<std::pair<std::string, std::string>>{
           {"rate: @@60 Mbit/s frame", "for the scheduler of access port 0"},
           {"levels: {1: {rate: @@60 Mbit/s frame}}", "in level 1 of access port 0"},
           {"aggregates: [{name: olt, subscribers: 10, rate: @@60 Mbit/s frame}]", "for olt.0 of access port 0"}}) {
    text.access = "rate: 70 Mbit/s line, scheduler: {" + keys + "}";
    const auto lines = test::printed(read_scenario_text(test::marked(text.yaml()).text, "test").diagnostics);
    EXPECT_THAT(lines, ::testing::Contains(::testing::HasSubstr("note: 100 Mbit/s of traffic " + says +
                                                                ", which passes 60 Mbit/s; 66.7 % too much")));
    EXPECT_THAT(lines, ::testing::Not(::testing::Contains(::testing::HasSubstr("access link"))));
  }
}

TEST(AdviseLoad, LimitsOfASubscriberFollowEachOther) {
  GatewayText text;
  text.profile =
      "rate: 700 kbit/s frame, classes: {ef: {dscp: EF, queue: {pir: 80 kbit/s frame}, policer: {pir: 50 kbit/s "
      "frame, parent: root}}, be: {queue: {pir: 770 kbit/s frame}, policer: {kind: single_rate, cir: 900 kbit/s frame, "
      "parent: root}}}, arbiters: {root: {rate: 760 kbit/s frame}}";
  text.traffic = "direction: both, rate: 10 Mbit/s frame, sizes: 1000 B, classes: {ef: 10 %, be: 90 %}";
  auto yaml = text.yaml();
  yaml.insert(yaml.find("[{direction"), "@@@@@");
  yaml.insert(yaml.find("700 kbit/s"), "@");
  const auto at = yaml.find("760 kbit/s");
  yaml.insert(at, "@@");
  test::expect_complaints(
      yaml,
      {"note: the peak rates of the queues of profile 'home' sum to 850 kbit/s, above 700 kbit/s; oversubscribed 1.21 "
       ": "
       "1",
       "warning: the committed rates of what is below arbiter 'root' sum to 900 kbit/s, above 760 kbit/s; 18.4 % too "
       "much: they cannot all be kept",
       "note: the peak rates of what is below arbiter 'root' sum to 950 kbit/s, above 760 kbit/s; oversubscribed 1.25 "
       ": "
       "1",
       "note: each loaded subscriber of 'all' is sent 100 kbit/s of class 'ef', 'pir' of its queue lets 80 kbit/s "
       "pass; "
       "25 % too much",
       "note: each loaded subscriber of 'all' is sent 900 kbit/s of class 'be', 'pir' of its queue lets 770 kbit/s "
       "pass; 16.9 % too much",
       "note: each loaded subscriber of 'all' sends 100 kbit/s of class 'ef', its policer lets 50 kbit/s pass; 100 % "
       "too much",
       "note: of what each loaded subscriber of 'all' is sent, 850 kbit/s reach 'rate' of its profile, which lets 700 "
       "kbit/s pass; 21.4 % too much",
       "note: of what each loaded subscriber of 'all' sends, 950 kbit/s reach arbiter 'root', which lets 760 kbit/s "
       "pass; 25 % too much"});
}

TEST(AdviseLoad, OnlyLoadedSubscribersShareTheTraffic) {
  auto text = one_class("queue: {pir: 1 Mbit/s frame}");
  text.traffic = "direction: downstream, rate: 9 Mbit/s frame, sizes: 1000 B, loaded: 8";
  expect_at_traffic(text, {"note: each loaded subscriber of 'all' is sent 1.12 Mbit/s of class 'all', 'pir' of its "
                           "queue lets 1 Mbit/s pass; 12.5 % too much"});
  text.traffic += "}, {direction: downstream, rate: 1 Mbit/s frame, sizes: 1000 B, loaded: 1";
  expect_at_traffic(text, {"note: subscriber 0 of 'all' is sent 2.12 Mbit/s of class 'all', 'pir' of its queue lets 1 "
                           "Mbit/s pass; 112 % too much"});
}

TEST(AdviseLoad, InASweepEachLimitIsSaidOnce) {
  GatewayText text;
  text.profile = "classes: {ef: {dscp: EF, queue: {pir: 900 kbit/s frame}}, be: {queue: {pir: 900 kbit/s frame}}}";
  text.traffic = "direction: downstream, rate: $load, sizes: 500 B, classes: {ef: 50 %, be: 50 %}";
  text.rest =
      "parameters: {load: {value: 1 Mbit/s frame, kind: assumed, why: a guess}}\nsweep: {load: [1 Mbit/s "
      "frame, 19 Mbit/s frame, 36 Mbit/s frame]}\n";
  const auto says = [](const std::string& name) {
    return "note: each loaded subscriber of 'all' is sent 950 kbit/s of class '" + name +
           "', 'pir' of its queue lets 900 kbit/s pass (at load=19 Mbit/s frame, and alike at 1 more point); 5.56 % "
           "too "
           "much";
  };
  expect_at_traffic(text, {says("be"), says("ef")});
}

// Each has 10 Mbit/s, within its own 12; no aggregate of two passes 20. OLT 1 has the rest of the port: six.
TEST(AdviseLoad, MembersWithinTheirOwnLimitsAskForMoreTogether) {
  auto text = one_class("queue: {pir: 10 Mbit/s frame}");
  text.traffic = "direction: downstream, rate: 100 Mbit/s frame, sizes: 1000 B";
  text.access =
      "rate: 1 Gbit/s line, scheduler: {aggregates: [{name: olt, subscribers: 4, rate: @@[40 Mbit/s frame, 30 Mbit/s "
      "frame]}, {name: pon, subscribers: 2, rate: @@19 Mbit/s frame}]}";
  const std::string peaks = "note: the peak rates of what is below ";
  expect_complaints(
      text, {"note: 38 Mbit/s of traffic for olt.1 of access port 0, which passes 30 Mbit/s; 26.7 % too much",
             peaks + "olt.1 of access port 0 sum to 38 Mbit/s, above 30 Mbit/s; oversubscribed 1.27 : 1",
             "note: 20 Mbit/s of traffic for pon.0 of access port 0, which passes 19 Mbit/s; 5.26 % too much; of 5 pon "
             "5 are asked for too much",
             peaks + "pon.0 of access port 0 sum to 20 Mbit/s, above 19 Mbit/s; oversubscribed 1.05 : 1"});
}

// The members' queues would take 12 Mbit/s each, but 3 of 10 are loaded.
TEST(AdviseLoad, AggregatesAreJudgedByWhatIsOffered) {
  auto text = one_class("queue: {pir: 12 Mbit/s frame}");
  text.traffic = "direction: downstream, rate: 30 Mbit/s frame, sizes: 1000 B, loaded: 3";
  text.access = "rate: 1 Gbit/s line, scheduler: {aggregates: [{name: pon, subscribers: 5, rate: @30 Mbit/s frame}]}";
  const std::string peaks =
      "note: the peak rates of what is below pon.0 of access port 0 sum to 60 Mbit/s, above 30 Mbit/s; oversubscribed "
      "2 "
      ": 1";
  expect_complaints(text, {peaks});
  text.traffic = "direction: downstream, rate: 40 Mbit/s frame, sizes: 1000 B, loaded: 4";
  text.access.insert(text.access.find("30"), "@");
  expect_complaints(text, {"note: 40 Mbit/s of traffic for pon.0 of access port 0, which passes 30 Mbit/s; 33.3 % too "
                           "much",
                           peaks});
}

TEST(AdviseLoad, MixedAggregatesHaveTheirPartOfEachGroup) {
  auto text = one_class("queue: {pir: 10 Mbit/s frame}");
  text.traffic = "direction: downstream, rate: 100 Mbit/s frame, sizes: 1000 B";
  text.rest = "  idle: {profile: home, count: 10, ipv4: 100.65.0.0/24}\n";
  const std::string pon = "aggregates: [{name: pon, subscribers: 4, rate: ";
  const std::string peaks =
      "note: the peak rates of what is below pon.0 of access port 0 sum to 40 Mbit/s, above 20 Mbit/s; oversubscribed "
      "2 "
      ": 1";
  text.access = "rate: 1 Gbit/s line, scheduler: {order: mixed, " + pon + "@20 Mbit/s frame}]}";
  expect_complaints(text, {peaks});
  text.access = "rate: 1 Gbit/s line, scheduler: {" + pon + "@@20 Mbit/s frame}]}";
  expect_complaints(text, {"note: 40 Mbit/s of traffic for pon.0 of access port 0, which passes 20 Mbit/s; 100 % too "
                           "much; of 5 pon 2 are asked for too much",
                           peaks});
}

// EF within its CIR of 1 Mbit/s is in level 8, what is above it and best effort in level 1.
TEST(AdviseLoad, LevelsHaveWhatIsWithinAndAboveCir) {
  GatewayText text;
  text.access = "rate: 1 Gbit/s line, scheduler: {levels: {8: {rate: 10 Mbit/s frame}, 1: {rate: @@84 Mbit/s frame}}}";
  text.profile =
      "rate: 9500 kbit/s frame, classes: {ef: {dscp: EF, queue: {cir: 1 Mbit/s frame, cir_level: 8}}, be: {}}";
  text.traffic = "direction: downstream, rate: 100 Mbit/s frame, sizes: 1000 B, classes: {ef: 20 %, be: 80 %}";
  // Of 10 Mbit/s each, 9.5 pass the subscriber's own rate; the 1 Mbit/s within CIR first.
  auto yaml = text.yaml();
  yaml.insert(yaml.find("[{direction"), "@");
  test::expect_complaints(
      yaml, {"note: 85 Mbit/s of traffic in level 1 of access port 0, which passes 84 Mbit/s; 1.19 % too much",
             "note: the peak rates of the queues in level 1 of access port 0 sum to 95 Mbit/s, above 84 Mbit/s; "
             "oversubscribed 1.13 : 1",
             "note: each loaded subscriber of 'all' is sent 10 Mbit/s, 'rate' of its profile lets 9.5 Mbit/s pass; "
             "5.26 % too much"});
}

// Ten subscribers on four links are three, three, two and two; their traffic would fit if it were spread evenly.
TEST(AdviseLoad, LinksOfWhichOneHasMoreThanItsPart) {
  auto text = one_class(shaped + policed);
  text.access = "links: 4, rate: @26 Mbit/s line, scheduler: {rate: @@25250 kbit/s frame}";
  const std::string beside = "; subscribers use them by their numbers";
  const auto too_much = [&](const std::string& way) {
    return "warning: 30.6 Mbit/s of traffic for access link 0 " + way + " the gateway, which carries 26 Mbit/s; ";
  };
  expect_complaints(
      text,
      {too_much("towards") + "17.7 %" + lost + ", while link 2 has 20.4 Mbit/s" + beside,
       "note: 30 Mbit/s of traffic for the scheduler of access port 0, which passes 25.2 Mbit/s; 18.8 % too much, "
       "while port 2 has 20 Mbit/s" +
           beside,
       "note: the peak rates of what is behind access port 0 sum to 30 Mbit/s, above 25.2 Mbit/s; oversubscribed "
       "1.19 : 1"});
}

TEST(AdviseLoad, NetworkLinksOfWhichOneHasMoreThanItsPart) {
  auto text = one_class(shaped + policed);
  text.access = "links: 4, rate: 1 Gbit/s line";
  // Subscribers 0 to 3 and 8 to 9 use link 0, the others link 1.
  text.network = "links: 2, rate: @@55 Mbit/s line";
  const auto too_much = [&](const std::string& way) {
    return "warning: 61.2 Mbit/s of traffic for network link 0 " + way +
           " the gateway, which carries 55 Mbit/s; 11.3 %" + lost +
           ", while link 1 has 40.8 Mbit/s; subscribers use them by their numbers";
  };
  expect_complaints(text, {too_much("from"), too_much("towards")});
}

// The two loaded ones use network link 0, which passes half of their 10 Mbit/s on.
TEST(AdviseLoad, ALinkThatIsFullSparesWhatComesAfterIt) {
  auto text = one_class("");
  text.traffic = "direction: downstream, rate: 20 Mbit/s frame, sizes: 1000 B, loaded: 2";
  text.network = "links: 2, rate: @10200 kbit/s line";
  const std::string full =
      "warning: 20.4 Mbit/s of traffic for network link 0 towards the gateway, which carries 10.2 Mbit/s; 100 %" +
      lost + ", while link 1 has 0 kbit/s; subscribers use them by their numbers";
  const std::string homes =
      "links: 2, rate: 1 Gbit/s line, scheduler: {aggregates: [{name: home, subscribers: 1, rate: ";
  text.access = homes + "6 Mbit/s frame}]}";
  expect_complaints(text, {full});
  text.access = homes + "@4 Mbit/s frame}]}";
  expect_complaints(text, {"note: 5 Mbit/s of traffic for home.0 of access port 0, which passes 4 Mbit/s; 25 % too "
                           "much; of 10 home 2 are asked for too much",
                           full});
}

TEST(AdviseLoad, TrafficAtDifferentTimesDoesNotAddUp) {
  auto text = one_class(shaped);
  text.access = "rate: 110 Mbit/s line";
  text.rest = "runs: {duration: 2 s}\n";
  const std::string half = "direction: downstream, rate: 100 Mbit/s frame, sizes: 1000 B, ";
  text.traffic = half + "stop: 1 s}, {" + half + "start: 1 s";
  test::read_sound(text.yaml());
  text.traffic = half + "stop: 1 s}, {" + half + "start: 999 ms";
  expect_at_traffic(text, {"note: each loaded subscriber of 'all' is sent 20 Mbit/s of class 'all', 'pir' of its queue "
                           "lets 10 Mbit/s pass; 100 % too much"});
}

TEST(AdviseLoad, AProcessorThatForwardsLess) {
  GatewayText text;
  // 10 Mbit/s of 1000 bits are 10000 packets a second, of 100 + 256/256 + 99 x 1 cycles.
  const std::string work =
      "cores: 1, frequency: 1 MHz, cycles_per_packet: 100, cycles_per_vector: 256, cycles_per_entry: 1";
  text.processor = "processor: @{" + work + "}, ";
  text.profile = "access_list: filter, classes: {ef: {dscp: EF}, be: {}}";
  text.traffic = "direction: downstream, rate: 10 Mbit/s frame, sizes: 125 B, classes: {ef: 10 %, be: 90 %}";
  text.rest = "access_lists: {filter: [{match: {dscp: 9}, times: 98}, {}]}\n";
  expect_complaints(text, {"warning: 0.01 Mpacket/s for a processor that forwards 0.005 Mpacket/s of them; 100 % too "
                           "much: rings fill"});
}

// 10000 packets a second of 80 cycles leave a fifth of 1 MHz free; stalls take a quarter of the time.
TEST(AdviseLoad, AProcessorThatStallsTooOften) {
  GatewayText text;
  const std::string work = "processor: @{cores: 1, frequency: 1 MHz, cycles_per_packet: 80, stalls: {every: 4 ms, ";
  text.traffic = "direction: downstream, rate: 10 Mbit/s frame, sizes: 125 B, classes: {ef: 10 %, be: 90 %}";
  text.processor = work + "longest: 1 ms}}, ";
  expect_complaints(text, {"warning: 0.01 Mpacket/s for a processor that forwards 0.00937 Mpacket/s of them, standing "
                           "still for 25 % of the time; 6.67 % too much: rings fill"});
  text.processor = test::marked(work).text + "longest: 1 ms, fixed: false}}, ";
  test::read_sound(text.yaml());
}

// What the list drops costs the processor its comparisons, and nobody else anything.
TEST(AdviseLoad, AccessListsStandInFrontOfEverythingButTheProcessor) {
  auto text = one_class(shaped + policed, "access_list: half, ");
  text.network = "rate: @110 Mbit/s line";
  text.traffic = "direction: upstream, rate: 200 Mbit/s frame, sizes: 1000 B";
  text.rest = "access_lists: {half: [{match: {source: 100.64.0.0/30}, permit: false}, {}]}\n";
  text.processor = "processor: @{cores: 1, frequency: 1 MHz, cycles_per_packet: 50}, ";
  // Subscribers 4 to 9 are permitted: 6 x 20 Mbit/s, of which policers pass half.
  auto yaml = text.yaml();
  yaml.insert(yaml.find("[{direction"), "@");
  yaml.erase(yaml.find("@110"), 1);
  test::expect_complaints(
      yaml, {"warning: 0.025 Mpacket/s for a processor that forwards 0.02 Mpacket/s of them; 25 % too much: rings fill",
             "note: of what each of the subscribers 4 to 9 of 'all' sends of class 'all', 16 Mbit/s reach its policer, "
             "which lets 10 Mbit/s pass; 60 % too much"});
}

}  // namespace
}  // namespace qoslab
