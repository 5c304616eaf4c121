#include "gui/draw/tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/gui/draw/geometry.h"
#include "tests/gui/draw/words.h"

namespace qoslab::gui {
namespace {

using test::box_of;
using testing::Contains;
using testing::ElementsAre;

ClassSpec leaf(const std::string& name, ClassShare share = PriorityShare{}) {
  ClassSpec spec;
  spec.name = name;
  spec.share = std::move(share);
  return spec;
}

RouteToClass route(int dscp, const std::string& name) {
  Match match;
  if (dscp >= 0) match.dscps = {Dscp{static_cast<std::uint8_t>(dscp)}};
  return {match, name};
}

PortSpec two_levels() {
  PortSpec port;
  port.node = "r";
  port.link = "line";
  port.link_rate = Rate::mbps(2);
  port.scheduler = SchedulerKind::priority;
  auto data = leaf("data");
  data.scheduler = SchedulerKind::drr;
  data.children = {leaf("business", DrrShare{}), leaf("rest", DrrShare{})};
  port.classes = {leaf("voice"), data};
  port.classify = {route(46, "voice"), route(10, "business"), route(12, "business"), route(-1, "rest")};
  return port;
}

TEST(PortParts, ClassesHangBelowTheLineAndMatchesOnTheirLeaves) {
  const auto trees = parts_of(two_levels(), test::plain_words());
  ASSERT_EQ(trees.size(), 1U);
  const auto& root = trees[0].root;
  EXPECT_EQ(root.title, "r.line");
  EXPECT_THAT(root.phrases, ElementsAre("2 Mbit/s line", "scheduler 1", "rates count at line"));
  EXPECT_EQ(root.key, port_key);
  ASSERT_EQ(root.children.size(), 2U);
  const auto& voice = root.children[0];
  EXPECT_EQ(voice.look, Look::queue);
  EXPECT_EQ(voice.key, "voice");
  EXPECT_EQ(voice.subject, (ScenarioPart{ScenarioPart::Kind::port_class, "voice", "r.line"}));
  EXPECT_THAT(voice.phrases, ElementsAre("share 1", "50 packets"));
  ASSERT_EQ(voice.children.size(), 1U);
  EXPECT_THAT(voice.children[0].phrases, ElementsAre("1. dscp 46"));
  const auto& data = root.children[1];
  EXPECT_EQ(data.look, Look::inner);
  EXPECT_THAT(data.phrases, Contains("scheduler 3 below"));
  ASSERT_EQ(data.children.size(), 2U);
  EXPECT_THAT(data.children[0].children.at(0).phrases, ElementsAre("2. dscp 10", "3. dscp 12"));
  EXPECT_THAT(data.children[1].children.at(0).phrases, ElementsAre("4. all"));
}

TEST(PortParts, ShaperReservationsAndConditionersAreShown) {
  auto port = two_levels();
  port.shaper =
      ShaperSpec{.kind = ShaperSpec::Kind::token_bucket, .rate = Rate::mbps(1), .burst = Bytes{1514}, .tick = {}};
  port.reservable.emplace();
  port.reservable->bandwidth = Rate::kbps(400);
  port.reservable->parent = "data";
  port.ingress.emplace_back();
  const auto trees = parts_of(port, test::plain_words());
  ASSERT_EQ(trees.size(), 2U);
  EXPECT_THAT(trees[0].root.phrases, Contains("shaped by a 1 Mbit/s"));
  ASSERT_EQ(trees[0].root.children[1].children.size(), 3U);
  EXPECT_THAT(trees[0].root.children[1].children[2].phrases, ElementsAre("400 kbit/s"));
  EXPECT_EQ(trees[1].title, "What arrives from line");
  ASSERT_EQ(trees[1].root.children.size(), 1U);
  EXPECT_THAT(trees[1].root.children[0].phrases, ElementsAre("meter"));
  EXPECT_THAT(trees[1].root.children[0].children.at(0).phrases, ElementsAre("all"));
  port.reservable->parent.clear();
  EXPECT_EQ(parts_of(port, test::plain_words())[0].root.children.back().title, "reservations");
}

TEST(PortParts, OfManyRulesTheFirstAreShown) {
  auto port = two_levels();
  for (int i = 0; i < 100; ++i) port.classify.push_back(route(1, "voice"));
  const auto trees = parts_of(port, test::plain_words());
  const auto& phrases = trees[0].root.children[0].children[0].phrases;
  ASSERT_EQ(phrases.size(), 9U);
  EXPECT_EQ(phrases.back(), "and 93 more");
}

struct Bng {
  GatewaySpec gateway;
  GatewaysSpec spec;
};

Bng bng() {
  Bng b;
  b.gateway.name = "bng";
  b.gateway.access.links = 4;
  b.gateway.access.rate = Rate::gbps(10);
  b.gateway.network.rate = Rate::gbps(10);
  b.gateway.access.scheduler.levels[7] = LevelRate{.rate = Rate::mbps(450), .burst = Bytes{30'000}};
  b.gateway.access.scheduler.aggregates.emplace_back();
  b.gateway.access.scheduler.aggregates[0].name = "pon";
  ProfileSpec profile;
  profile.name = "home";
  profile.rate = Rate::mbps(20);
  profile.arbiters.push_back({.name = "all", .parent = "", .rate = Rate::mbps(9)});
  profile.arbiters.push_back({.name = "data", .parent = "all", .rate = Rate::mbps(6)});
  for (const auto* name : {"voice", "web", "free"}) {
    profile.classes.emplace_back();
    profile.classes.back().name = name;
  }
  profile.classes[0].dscps = {Dscp{46}};
  profile.classes[0].policer.emplace();
  profile.classes[0].policer->parent = "all";
  profile.classes[1].policer.emplace();
  profile.classes[1].policer->parent = "data";
  b.spec.profiles = {profile, profile};
  b.spec.profiles[1].name = "unused";
  b.spec.groups.emplace_back();
  b.spec.groups[0].gateway = "bng";
  b.spec.groups[0].profile = "home";
  return b;
}

TEST(GatewayParts, DownstreamIsPortLevelsAggregatesSubscriberQueues) {
  const auto b = bng();
  const auto trees = parts_of(b.gateway, b.spec, test::plain_words());
  ASSERT_EQ(trees.size(), 2U);
  const auto& port = trees[0].root;
  EXPECT_THAT(port.phrases, Contains("4 × 10 Gbit/s line"));
  ASSERT_EQ(port.children.size(), 2U);
  EXPECT_EQ(port.children[0].key, "level8");
  const auto& pon = port.children[1];
  EXPECT_EQ(pon.key, "pon");
  ASSERT_EQ(pon.children.size(), 1U);  // nobody has the other profile
  const auto& home = pon.children[0];
  EXPECT_THAT(home.phrases, ElementsAre("each subscriber", "20 Mbit/s, burst 15 kB", "weight 1, by weight"));
  ASSERT_EQ(home.children.size(), 3U);
  EXPECT_EQ(home.children[0].key, key_of_class("home", "voice"));
  EXPECT_THAT(home.children[0].children.at(0).phrases, ElementsAre("dscp 46"));
  EXPECT_THAT(home.children[1].children.at(0).phrases, ElementsAre("the rest"));
}

TEST(GatewayParts, UpstreamIsPolicersBelowTheirArbiters) {
  const auto b = bng();
  const auto home = parts_of(b.gateway, b.spec, test::plain_words())[1].root;
  EXPECT_EQ(home.title, "home");
  ASSERT_EQ(home.children.size(), 2U);
  EXPECT_EQ(home.children[0].title, "all");
  EXPECT_EQ(home.children[1].title, "free");
  EXPECT_THAT(home.children[1].phrases, ElementsAre("not policed"));
  const auto& all = home.children[0];
  ASSERT_EQ(all.children.size(), 2U);
  EXPECT_EQ(all.children[0].title, "data");
  EXPECT_EQ(all.children[0].children.at(0).key, upstream_key + key_of_class("home", "web"));
  EXPECT_EQ(all.children[1].key, upstream_key + key_of_class("home", "voice"));
}

TEST(DrawTrees, PacketsGoFromLeftToRightAndNothingOverlaps) {
  const auto b = bng();
  auto trees = parts_of(two_levels(), test::plain_words());
  for (auto& tree : parts_of(b.gateway, b.spec, test::plain_words())) trees.push_back(std::move(tree));
  const auto drawing = draw_trees(trees, test::letters());
  EXPECT_EQ(test::overlaps(drawing), 0);
  EXPECT_EQ(test::outside(drawing), 0);
  EXPECT_EQ(test::crossings(drawing), 0);
  EXPECT_EQ(test::wires_through_boxes(drawing), 0);
  EXPECT_EQ(drawing.headings.size(), 3U);
  EXPECT_EQ(drawing.wires.size() + 3, drawing.boxes.size());
  for (const auto& wire : drawing.wires) EXPECT_LT(wire.points.front().x, wire.points.back().x);
  EXPECT_LT(box_of(drawing, "voice").area.right(), box_of(drawing, "r.line").area.x);
  EXPECT_LT(box_of(drawing, "r.line").area.bottom(), box_of(drawing, "bng.access").area.y);
}

TEST(Wrapped, LinesEndBehindPhrasesIfTheyCan) {
  const auto size = test::letters();
  EXPECT_THAT(wrapped("200 kbit/s, priority 2, bursts of 2 to 4 packets", 7 * 24, size),
              ElementsAre("200 kbit/s, priority 2", "bursts of 2 to 4 packets"));
  EXPECT_THAT(wrapped("one two three", 7 * 8, size), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped("a bucket of 12 Mbit/s", 7 * 15, size), ElementsAre("a bucket of", "12 Mbit/s"));
  EXPECT_THAT(wrapped("indivisible", 7 * 3, size), ElementsAre("indivisible"));
  EXPECT_TRUE(wrapped("", 100, size).empty());
}

}  // namespace
}  // namespace qoslab::gui
