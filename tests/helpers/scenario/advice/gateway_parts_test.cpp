// Parts of a gateway that do nothing, or let nothing pass; times that do not fit the run.
#include "tests/helpers/scenario/gateways.h"

namespace qoslab {
namespace {

using test::expect_complaints;
using test::GatewayText;

const std::string rule = ": the first entry that matches decides, and what none matches is dropped; ";

/// Both families, both directions, EF and best effort behind this list.
GatewayText behind(const std::string& list) {
  GatewayText text;
  text.group = "ipv4: 100.64.0.0/24, ipv6: {prefix: \"2001:db8::/56\"}";
  text.profile =
      "access_list: @filter, classes: {ef: {dscp: EF, policer: {pir: 1 Mbit/s frame}}, be: {policer: {pir: 1 Mbit/s "
      "frame}}}";
  text.traffic = "direction: both, rate: 5 Mbit/s line, sizes: 500 B, classes: {ef: 10 %, be: 90 %}";
  text.rest = "access_lists: {filter: [" + list + "]}\n";
  return text;
}

TEST(AdviseAccessLists, ThatLetNothingPass) {
  for (const auto* list : {"{match: {dscp: EF}, permit: false}", "{permit: false}, {}",
                           "{match: {dscp: 9}, permit: false}, {match: {}, permit: false}, {}"}) {
    auto yaml = behind(list).yaml();
    yaml.erase(yaml.find('@'), 1);
    yaml.insert(yaml.find("filter: ["), "@");
    test::expect_complaints(yaml,
                            {"warning: access list 'filter' lets nothing pass" + rule + "end it with {permit: true}"});
  }
}

TEST(AdviseAccessLists, ThatDropAllOfAStream) {
  const auto dropped = [](const std::string& what) {
    return std::vector{"warning: access list 'filter' drops all " + what + " of group 'all'" + rule +
                       "permit it, which is UDP between ports 0, or do not send it"};
  };
  expect_complaints(behind("{match: {dscp: 9}}"), dropped("traffic"));
  expect_complaints(behind("{match: {source: 0.0.0.0/32}}, {match: {source: \"::/128\"}}"),
                    dropped("upstream traffic"));
  expect_complaints(behind("{match: {source: 100.64.0.0/24}}, {match: {source: \"2001:db8::/56\"}}"),
                    dropped("downstream traffic"));
  expect_complaints(behind("{match: {dscp: EF, source: 100.64.0.0/24}, permit: false}, "
                           "{match: {dscp: EF, source: \"2001:db8::/56\"}, permit: false}, {}"),
                    dropped("upstream traffic of class 'ef'"));
  expect_complaints(behind("{match: {dscp: EF, destination: 100.64.0.0/24}, permit: false}, {}"),
                    dropped("downstream IPv4 traffic of class 'ef'"));
}

TEST(AdviseAccessLists, OneSubscriberOfTenMaySend) {
  auto yaml = behind("{match: {source: 100.64.0.1/32}}, {match: {source: 100.64.0.0/24}, permit: false}, {}").yaml();
  yaml.erase(yaml.find('@'), 1);
  test::read_sound(yaml);
}

// Nobody is sent more than he may have if the list drops it.
TEST(AdviseAccessLists, WhatTheyDropLoadsNothing) {
  auto text = behind("{match: {dscp: 9}}");
  text.access = "rate: 1 Gbit/s line, scheduler: {rate: 100 kbit/s frame}";
  expect_complaints(text, {"warning: access list 'filter' drops all traffic of group 'all'" + rule +
                           "permit it, which is UDP between ports 0, or do not send it"});
}

TEST(AdviseProfiles, ArbitersWithoutPolicers) {
  GatewayText text;
  text.profile =
      "classes: {ef: {dscp: EF, policer: {pir: 1 Mbit/s frame, parent: a}}, be: {}}, arbiters: {root: {rate: 9 Mbit/s "
      "frame}, a: {parent: root, rate: 9 Mbit/s frame}, @b: {parent: root, rate: 9 Mbit/s frame}, @c: {parent: b, "
      "rate: "
      "9 Mbit/s frame}}";
  const auto idle = [](const std::string& name) {
    return "warning: arbiter '" + name + "' has no policer below it: it limits nothing; write parent: " + name +
           " in a policer, or remove it";
  };
  expect_complaints(text, {idle("b"), idle("c")});
}

// The committed rates promise nothing then: 20 Mbit/s of them do not exceed the port's 10.
TEST(AdviseProfiles, CommittedRatesThatAreNeverUsed) {
  GatewayText text;
  text.access = "rate: 1 Gbit/s line, scheduler: {rate: 10 Mbit/s frame}";
  text.profile =
      "classes: {ef: {dscp: EF, queue: {cir: 2 Mbit/s frame, cir_weight: @0}}, be: {queue: {cir_weight: 0}}}";
  text.traffic = "direction: downstream, rate: 9 Mbit/s line, sizes: 500 B, classes: {ef: 10 %, be: 90 %}";
  expect_complaints(text, {"warning: cir_weight: 0 takes no part within CIR, so the cir of 2 Mbit/s of class 'ef' has "
                           "no effect; write at least 1, or remove both"});
}

TEST(AdviseProcessors, ThatStandStillMostOfTheTime) {
  GatewayText text;
  const std::string fast = "processor: {cores: 4, frequency: 4 GHz, cycles_per_packet: 1, stalls: ";
  text.processor = fast + "@{every: 5 ms, longest: 4900 us}}, ";
  expect_complaints(text, {"warning: the processor stands still for 98 % of the time: for 4900 us of every 5 ms; "
                           "shorter stalls, or more time between them"});
  text.processor = fast + "{every: 5 ms, longest: 4999 us, fixed: false}}, ";
  test::read_sound(text.yaml());
}

TEST(AdviseTimes, DelaysLongerThanTheRun) {
  const auto late = [](const std::string& time) {
    return "warning: a packet takes " + time +
           " through gateway 'bng' and its links: none arrives during the run; below the 300 ms that are simulated, "
           "warm-up included";
  };
  GatewayText text;
  text.rest = "runs: {duration: 200 ms, warmup: 100 ms}\n";
  text.processor = "latency: @300 ms, ";
  expect_complaints(text, {late("300 ms")});
  text.processor = "latency: 100 ms, ";
  text.access = "links: 2, rate: 1 Gbit/s line, delay: @101 ms, scheduler: {rate: 900 Mbit/s frame}";
  text.network = "rate: 10 Gbit/s line, delay: 99 ms";
  expect_complaints(text, {late("300 ms")});
  text.network = "rate: 10 Gbit/s line, delay: 98 ms";
  text.access.erase(text.access.find('@'), 1);
  test::read_sound(text.yaml());

  auto yaml = test::network + test::flows + "runs: {duration: 2 s, warmup: 1 s}\n";
  yaml.insert(yaml.find("rate: 10 Mbit/s line}\n  right"), "delay: @3 s, ");
  test::expect_complaints(yaml,
                          {"warning: a packet takes 3 s over link 'mid': none arrives during the run; below the 3 "
                           "s that are simulated, warm-up included"});
}

/// A subscriber's host and one on the network side.
GatewayText with_hosts(const std::string& nearest, const std::string& duration) {
  GatewayText text;
  text.rest =
      "nodes: {phone: {kind: host}, far: {kind: host}}\nlinks:\n  line: {between: [phone, bng], rate: 1 Gbit/s line, "
      "delay: " +
      nearest +
      "}\n  up: {between: [far, bng], rate: 1 Gbit/s line, delay: 20 us}\nhosts: {phone: {subscriber: {group: all, "
      "number: 0}}, far: {}}\nruns: {duration: " +
      duration + "}\n";
  return text;
}

TEST(AdviseTimes, HostsSoNearThatTheGatewayWorksInTinyWindows) {
  expect_complaints(with_hosts("@1 us", "5 s"),
                    {"warning: gateway 'bng' works in windows no longer than the delay of link 'line', 1 us: 5 million "
                     "of them make the run slow; 20 us or more on each link to this gateway, and so much less on a "
                     "link behind it"});
  test::read_sound(with_hosts("1 us", "900 ms").yaml());
  test::read_sound(with_hosts("20 us", "60 s").yaml());
}

}  // namespace
}  // namespace qoslab
