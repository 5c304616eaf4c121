#include "gui/pictures/tree_results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace qoslab::gui {
namespace {

using namespace literals;
using testing::ElementsAre;
using testing::IsEmpty;

/// A line of 10 Mbit/s: voice, and below data web and mail.
PortSpec port() {
  PortSpec port;
  port.node = "r1";
  port.link = "wan";
  port.link_rate = Rate::mbps(10);
  ClassSpec voice, data, web, mail;
  voice.name = "voice";
  data.name = "data";
  web.name = "web";
  mail.name = "mail";
  data.children = {web, mail};
  port.classes = {voice, data};
  return port;
}

recorded::PortClass sent(const std::string& name, std::int64_t packets, std::int64_t bytes, double rate_bps) {
  recorded::PortClass c;
  c.port = "r1.wan";
  c.name = name;
  c.sent = {packets, bytes};
  c.rate_bps = recorded::Measure{rate_bps, {}};
  c.loss_percent = recorded::Measure{0, {}};
  return c;
}

TEST(TreeResults, AClassUsesItsPartOfTheLine) {
  recorded::Results results;
  // 1500 bytes of IP are 1538 on the line; 46 are 84.
  results.classes = {sent("web", 100, 150'000, 1.5e6), sent("mail", 100, 4'600, 46e3), sent("voice", 0, 0, 0)};
  results.classes.back().port = "r1.lan";
  const auto parts = results_of(results, {}, port());
  EXPECT_DOUBLE_EQ(*parts.at("web").used, 0.1538);
  EXPECT_DOUBLE_EQ(*parts.at("mail").used, 0.0084);
  EXPECT_DOUBLE_EQ(*parts.at("data").used, 0.1538 + 0.0084) << "what is below it";
  EXPECT_DOUBLE_EQ(*parts.at(port_key).used, 0.1538 + 0.0084);
  EXPECT_FALSE(parts.contains("voice")) << "that is another port's";
  EXPECT_THAT(parts.at("web").words, ElementsAre("1.5 Mbit/s of IP", "15.38 % of the line"));
}

TEST(TreeResults, LossesAndWaitingAreTold) {
  recorded::Results results;
  auto c = sent("voice", 100, 150'000, 1.5e6);
  c.loss_percent = recorded::Measure{10.25, {}};
  c.drops = {{"queue_full", 11}, {"early", 2}};
  c.most_waiting = recorded::Measure{50, {}};
  c.suspensions = recorded::Measure{3, {}};
  c.suspended_s = recorded::Measure{0.25, {}};
  results.classes = {c};
  EXPECT_THAT(results_of(results, {}, port()).at("voice").words,
              ElementsAre("1.5 Mbit/s of IP", "15.38 % of the line", "lost 10.25 %: early 2, queue full 11",
                          "at most 50 waited", "waited for its rate 3 times, 0.25 s in all"));
}

TEST(TreeResults, WhatWasReservedIsTogether) {
  recorded::Results results;
  results.classes = {sent("flow1", 100, 150'000, 1.5e6), sent("flow2", 100, 150'000, 1.5e6)};
  const auto parts = results_of(results, {}, port());
  EXPECT_THAT(parts.at(reservations_key).words, ElementsAre("2 of them", "30.76 % of the line"));
  EXPECT_DOUBLE_EQ(*parts.at(port_key).used, 0.3076);
}

TEST(TreeResults, TheTightestOfWhatHoldsAClassCounts) {
  auto tight = port();
  tight.layer = Layer::ethernet;
  tight.shaper = ShaperSpec{.rate = Rate::mbps(5), .tick = {}};
  Cbq::Class held, lent;
  held.rate = lent.rate = Rate::mbps(2);
  lent.borrow = true;
  tight.classes[0].share = held;              // voice
  tight.classes[1].share = lent;              // data
  tight.classes[1].children[0].share = held;  // web
  tight.classes[1].children[1].share = lent;  // mail
  recorded::Results results;
  results.classes = {sent("voice", 100, 150'000, 1.5e6), sent("web", 100, 150'000, 0.75e6),
                     sent("mail", 100, 150'000, 1.5e6)};
  // 1500 bytes of IP are 1514 of Ethernet.
  const auto parts = results_of(results, {}, tight);
  EXPECT_DOUBLE_EQ(*parts.at("voice").used, 1.5 * 1514 / 1500 / 2);
  EXPECT_THAT(parts.at("voice").words, ElementsAre("1.5 Mbit/s of IP", "75.7 % of its 2 Mbit/s"));
  EXPECT_THAT(parts.at("web").words, ElementsAre("750 kbit/s of IP", "37.85 % of its 2 Mbit/s"));
  EXPECT_THAT(parts.at("mail").words, ElementsAre("1.5 Mbit/s of IP", "30.28 % of the shaper's 5 Mbit/s"))
      << "it may borrow";
  EXPECT_THAT(parts.at("data").words, ElementsAre("45.42 % of the shaper's 5 Mbit/s"));
  EXPECT_THAT(parts.at(port_key).words, ElementsAre("75.7 % of the shaper's 5 Mbit/s"));

  tight.classes[1].share = held;
  EXPECT_THAT(results_of(results, {}, tight).at("mail").words,
              ElementsAre("1.5 Mbit/s of IP", "75.7 % of data's 2 Mbit/s"));
}

TEST(TreeResults, CeilingsOfTokensAndOfServiceCurves) {
  auto other = port();
  TokenTreeClass tokens;
  tokens.rate = Rate::mbps(1);
  tokens.ceil = Rate::mbps(4);
  other.classes[0].share = tokens;
  recorded::Results results;
  results.classes = {sent("voice", 100, 150'000, 1.5e6)};
  const auto used = [&] { return *results_of(results, {}, other).at("voice").used; };
  EXPECT_DOUBLE_EQ(used(), 1.5 * 1538 / 1500 / 4) << "of the ceiling, not of what is assured";
  Hfsc::Class curves;
  curves.real_time = ServiceCurve{.m1 = Rate::mbps(8), .d = {}, .m2 = Rate::mbps(3)};
  other.classes[0].share = curves;
  EXPECT_DOUBLE_EQ(used(), 1.5 * 1538 / 1500 / 10) << "what is promised is no ceiling";
  curves.upper_limit = ServiceCurve{.m1 = Rate::mbps(8), .d = {}, .m2 = Rate::mbps(2)};
  other.classes[0].share = curves;
  EXPECT_DOUBLE_EQ(used(), 1.5 * 1538 / 1500 / 3) << "what is promised it gets above its limit, too";
}

TEST(TreeResults, OfASweepOnlyThePointCounts) {
  recorded::Results results;
  results.classes = {sent("voice", 100, 150'000, 1.5e6), sent("voice", 100, 150'000, 3e6)};
  results.classes[0].point = {{"load", "1"}};
  results.classes[1].point = {{"load", "2"}};
  EXPECT_DOUBLE_EQ(*results_of(results, {{"load", "2"}}, port()).at("voice").used, 0.3076);
  EXPECT_THAT(results_of(results, {{"load", "3"}}, port()), IsEmpty());
}

/// Two groups of ten with one profile on two access ports.
struct Gateway {
  GatewaySpec gateway;
  GatewaysSpec spec;

  Gateway() {
    gateway.name = "bng";
    AggregateLevelSpec pon;
    pon.name = "pon";
    gateway.access.scheduler.aggregates = {pon};
    ProfileSpec home;
    home.name = "home";
    home.rate = Rate::mbps(5);
    ProfileClassSpec data;
    data.name = "data";
    data.queue.pir = Rate::mbps(4);
    home.classes = {data};
    spec.profiles = {home};
    for (const char* name : {"east", "west"}) {
      SubscriberGroupSpec group;
      group.name = name;
      group.gateway = "bng";
      group.profile = "home";
      group.count = 10;
      spec.groups.push_back(group);
    }
    spec.gateways = {gateway};
  }
};

recorded::Traffic carried(const std::string& group, const std::string& what, double bps) {
  recorded::Traffic traffic;
  traffic.group = group;
  traffic.subject = group + what;
  traffic.carried_bps = recorded::Measure{bps, {}};
  return traffic;
}

TEST(TreeResults, GroupsOfOneProfileAreTogether) {
  const Gateway bng;
  recorded::Results results;
  auto east = carried("east", ".downstream/data", 40e6);
  east.waited = {.no = 50, .own_shaper = 0, .parent = 30, .port = 20};
  east.arrived = {90, 0};
  east.measured_drops = {{"bng.access: queue_full", 10}};
  auto west = carried("west", ".downstream/data", 24e6);
  west.waited = {.no = 100, .own_shaper = 0, .parent = 0, .port = 0};
  west.arrived = {100, 0};
  results.traffic = {east, west, carried("east", ".upstream/data", 1e6)};
  const auto parts = results_of(results, {}, bng.gateway, bng.spec);
  const auto& data = parts.at(key_of_class("home", "data"));
  EXPECT_DOUBLE_EQ(*data.used, 64.0 / 80);
  EXPECT_THAT(data.words,
              ElementsAre("64 Mbit/s in all, 80 % of what all may have", "lost 5 %: bng.access: queue full 10",
                          "15 % waited for a parent", "10 % waited for the port"));
  const auto& up = parts.at(upstream_key + key_of_class("home", "data"));
  EXPECT_FALSE(up.used) << "it is not policed";
  EXPECT_THAT(up.words, ElementsAre("1 Mbit/s in all"));
  EXPECT_FALSE(parts.contains(key_of_profile("home")));
}

TEST(TreeResults, OfSeveralPlacesTheBusiestCounts) {
  const Gateway bng;
  recorded::Results results;
  const auto place = [&](const std::string& name, double busy) {
    auto& added = results.places.emplace_back();
    added.name = name;
    added.rate_bps = recorded::Measure{1e6, {}};
    added.busy = recorded::Measure{busy, {}};
  };
  place("bng.access.0", 0.5);
  place("bng.access.1", 0.25);
  place("bng.access.0/pon.0", 0.75);
  place("bng.network.0", 1);
  place("other.access.0", 1);
  const auto parts = results_of(results, {}, bng.gateway, bng.spec);
  EXPECT_EQ(*parts.at(port_key).used, 0.5);
  EXPECT_THAT(parts.at(port_key).words, ElementsAre("2 Mbit/s on 2", "25 % to 50 % busy"));
  EXPECT_THAT(parts.at("pon").words, ElementsAre("1 Mbit/s", "75 % busy"));
}

TEST(TreeResults, AnotherScenariosResultsDoNotFit) {
  Scenario scenario;
  scenario.ports = {port()};
  recorded::Results results;
  results.classes = {sent("web", 1, 100, 1)};
  EXPECT_EQ(misfit(results, scenario), "");
  results.classes[0].name = "games";
  EXPECT_EQ(misfit(results, scenario), "r1.wan has no class games");
  scenario.ports[0].reservable.emplace();
  EXPECT_EQ(misfit(results, scenario), "") << "it may have been reserved";
  results.classes[0].port = "r2.wan";
  EXPECT_EQ(misfit(results, scenario), "it has no port r2.wan");
  results.classes.clear();
  results.traffic = {carried("east", "", 1)};
  EXPECT_EQ(misfit(results, scenario), "it has no subscribers east");
  scenario.gateways = Gateway{}.spec;
  EXPECT_EQ(misfit(results, scenario), "");
}

TEST(TreeResults, TreesGetWordsAndFilling) {
  TreePart leaf, root;
  leaf.key = "voice";
  leaf.phrases = {"priority 1"};
  root.key = port_key;
  root.phrases = {"10 Mbit/s line"};
  root.children = {leaf};
  const auto trees = with_results({{"out", root}}, {{"voice", {0.5, {"half", "lost 2 %"}}}});
  EXPECT_THAT(trees[0].root.children[0].phrases, ElementsAre("half", "lost 2 %"));
  EXPECT_EQ(trees[0].root.children[0].used, 0.5);
  EXPECT_FALSE(trees[0].root.used);
  EXPECT_EQ(trees[0].root.children[0].tip, "\nThe scenario says: priority 1\nIn this run: half; lost 2 %");
  EXPECT_EQ(trees[0].root.tip, "") << "of it nothing is known";
  EXPECT_THAT(trees[0].root.phrases, ElementsAre("10 Mbit/s line")) << "so it stays as the scenario has it";
}

}  // namespace
}  // namespace qoslab::gui
