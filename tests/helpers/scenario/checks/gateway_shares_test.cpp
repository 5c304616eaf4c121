// Siblings that share by rate, at every node of a gateway's scheduler.
#include "tests/helpers/scenario/gateways.h"

namespace qoslab {
namespace {

using test::expect_complaints;
using test::GatewayText;
using test::with_profile;
using test::with_scheduler;

const std::string by_rate = "rate: 9 Mbit/s frame, share: rate";

TEST(CheckShares, SharesByRateAreNotTooFarApart) {
  // 2^24 x 50 bit/s are 838.9 Mbit/s.
  const auto says = [](const std::string& divider) {
    return "error: 50 bit/s is too little beside a sibling of 838.8608 Mbit/s, for " + divider +
           " says share: rate; at least 51 bit/s, or share: weight";
  };
  const std::string olts = by_rate + ", aggregates: [{name: olt, subscribers: 10, rate: ";
  expect_complaints(with_scheduler(olts + "@[838860800 bit/s frame, 50 bit/s frame]}]"),
                    {says("the port's scheduler")});
  test::read_legal(with_scheduler(olts + "[838860799 bit/s frame, 50 bit/s frame]}]").yaml());
  auto text = with_profile(by_rate +
                           ", classes: {ef: {dscp: EF, queue: {pir: 838860800 bit/s frame, cir: @50 bit/s frame}}, "
                           "be: {queue: {pir: @50 bit/s frame}}}");
  expect_complaints(text, {says("profile 'home'"), says("profile 'home'")});
  text = with_scheduler(by_rate);
  text.profile = "rate: @50 bit/s frame, classes: {ef: {dscp: EF}, be: {}}";
  text.rest = "  more: {profile: fast, count: 1, ipv4: 100.65.0.0}\n";
  auto yaml = text.yaml();
  yaml.insert(yaml.find("subscribers:\n"), "  fast: {rate: 838860800 bit/s frame, classes: {all: {}}}\n");
  test::expect_complaints(yaml, {says("the port's scheduler")});
}

// Every sibling needs a rate, at whatever node of the tree, and whatever the link has.
TEST(CheckShares, SiblingsThatShareByRateEachHaveOne) {
  const auto lacks = [](const std::string& what, const std::string& key, const std::string& divider) {
    return "error: " + what + " has no '" + key + "', by which it would share with its siblings: " + divider +
           " says share: rate; write " + key + ", or share: weight";
  };
  const std::string port = "the port's scheduler";
  expect_complaints(with_profile(by_rate + ", classes: {ef: {dscp: EF, queue: {pir: 1 Mbit/s frame}}, @be: {}}"),
                    {lacks("class 'be'", "pir", "profile 'home'")});
  expect_complaints(with_profile("share: rate, classes: {ef: {dscp: EF, @queue: {cir: 1 Mbit/s frame}}, @be: {}}"),
                    {lacks("class 'ef'", "pir", "profile 'home'"), lacks("class 'be'", "pir", "profile 'home'")});

  auto text = with_scheduler(by_rate);
  text.profile = "classes: {ef: {dscp: EF, queue: {pir: 1 Mbit/s frame}}, @be: {}}";
  expect_complaints(text, {lacks("class 'be'", "pir", port)});
  text.profile = "weight: 2, classes: {ef: {dscp: EF}, be: {}}";
  auto yaml = text.yaml();
  yaml.insert(yaml.find("home: {weight"), "@");
  test::expect_complaints(yaml, {lacks("profile 'home'", "rate", port)});
  text.profile = "rate: 1 Mbit/s frame, classes: {ef: {dscp: EF}, be: {}}";
  test::read_legal(text.yaml());

  const std::string olt = "rate: 9 Mbit/s frame, aggregates: [{name: olt, subscribers: 10, share: rate}]";
  text = with_scheduler(olt);
  text.profile = "rate: 1 Mbit/s frame, classes: {ef: {dscp: EF}, be: {}}";
  test::read_legal(text.yaml());
  text = with_scheduler(by_rate + ", aggregates: [@{name: olt, subscribers: 10}]");
  expect_complaints(text, {lacks("level 'olt' of aggregates", "rate", port)});
}

TEST(CheckShares, OneProfileWithARateMakesNodesOfAllSubscribers) {
  auto text = with_scheduler(by_rate);
  text.profile = "rate: 1 Mbit/s frame, classes: {ef: {dscp: EF}, be: {}}";
  text.rest = "  more: {profile: other, count: 1, ipv4: 100.65.0.0}\n";
  auto yaml = text.yaml();
  yaml.insert(yaml.find("subscribers:\n"), "  @other: {classes: {all: {queue: {pir: 1 Mbit/s frame}}}}\n");
  test::expect_complaints(yaml, {"error: profile 'other' has no 'rate', by which it would share with its siblings: the "
                                 "port's scheduler says share: rate; write rate, or share: weight"});
}

TEST(CheckShares, OrphansShareByWeight) {
  const auto orphan = [](const std::string& divider) {
    return "error: class 'be' is an orphan, but " + divider +
           " says share: rate; write share: weight, or give it a level and a weight";
  };
  const std::string ef = "classes: {ef: {dscp: EF, queue: {pir: 1 Mbit/s frame}}, ";
  for (const auto* keys : {"level: 0", "weight: 0", "level: 0, pir: 1 Mbit/s frame"}) {
    const auto be = "be: {@queue: {" + std::string{keys} + "}}}";
    expect_complaints(with_profile(by_rate + ", " + ef + be), {orphan("profile 'home'")});
    expect_complaints(with_profile("share: rate, " + ef + be), {orphan("profile 'home'")});
    auto text = with_scheduler(by_rate);
    text.profile = ef + be;
    expect_complaints(text, {orphan("the port's scheduler")});
  }
  test::read_legal(with_profile("rate: 9 Mbit/s frame, classes: {ef: {dscp: EF}, be: {queue: {level: 0}}}").yaml());
}

}  // namespace
}  // namespace qoslab
