#include "gui/draw/topology.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "tests/gui/draw/geometry.h"
#include "tests/gui/draw/words.h"

namespace qoslab::gui {
namespace {

using test::box_of;
using testing::ElementsAre;

Scenario network(const std::vector<std::string>& hosts, const std::vector<std::string>& routers,
                 const std::vector<std::pair<std::string, std::string>>& links) {
  Scenario s;
  for (const auto& name : hosts)
    s.nodes.push_back({.name = name, .router = false, .rsvp = false, .latency = {}, .fails_at = {}});
  for (const auto& name : routers)
    s.nodes.push_back({.name = name, .router = true, .rsvp = false, .latency = {}, .fails_at = {}});
  for (const auto& [a, b] : links) s.links.push_back({a + "-" + b, a, b, Rate::mbps(100), Duration::microseconds(100)});
  return s;
}

void flow(Scenario& s, const std::string& from, const std::string& to) {
  s.flows.emplace_back();
  s.flows.back().from = from;
  s.flows.back().to = to;
}

void expect_sound(const Drawing& drawing) {
  EXPECT_EQ(test::overlaps(drawing), 0);
  EXPECT_EQ(test::outside(drawing), 0);
  EXPECT_EQ(test::wires_through_boxes(drawing), 0);
}

Drawing draw(const Scenario& scenario) { return draw_topology(scenario, test::letters()); }

double column(const Drawing& d, const std::string& node) { return box_of(d, node).area.centre().x; }
double row(const Drawing& d, const std::string& node) { return box_of(d, node).area.centre().y; }

TEST(DrawTopology, NothingIsAnEmptyDrawing) {
  const auto drawing = draw({});
  EXPECT_TRUE(drawing.boxes.empty());
  EXPECT_EQ(drawing.width, 0);
}

TEST(DrawTopology, SendersStandLeftAndReceiversRight) {
  auto s = network({"listener", "talker"}, {"middle"}, {{"listener", "middle"}, {"talker", "middle"}});
  flow(s, "talker", "listener");
  const auto drawing = draw(s);
  EXPECT_LT(column(drawing, "talker"), column(drawing, "middle"));
  EXPECT_LT(column(drawing, "middle"), column(drawing, "listener"));
  EXPECT_DOUBLE_EQ(row(drawing, "talker"), row(drawing, "listener"));
  expect_sound(drawing);
}

TEST(DrawTopology, TwoHostsNeedNoRouter) {
  auto s = network({"b", "a"}, {}, {{"b", "a"}});
  flow(s, "a", "b");
  const auto drawing = draw(s);
  EXPECT_LT(column(drawing, "a"), column(drawing, "b"));
  ASSERT_EQ(drawing.wires.size(), 1U);
  EXPECT_EQ(drawing.wires[0].above, "b-a");
  EXPECT_THAT(drawing.wires[0].below, ElementsAre("100 Mbit/s line", "100 us"));
}

TEST(DrawTopology, ADumbbellHasItsHostsAtItsEnds) {
  auto s = network({"s1", "s2", "d1", "d2"}, {"r1", "r2"},
                   {{"s1", "r1"}, {"s2", "r1"}, {"r1", "r2"}, {"r2", "d1"}, {"r2", "d2"}});
  flow(s, "s1", "d1");
  flow(s, "s2", "d2");
  const auto drawing = draw(s);
  EXPECT_DOUBLE_EQ(row(drawing, "r1"), row(drawing, "r2"));
  EXPECT_LT(column(drawing, "s2"), column(drawing, "r1"));
  EXPECT_LT(column(drawing, "r1"), column(drawing, "r2"));
  EXPECT_LT(column(drawing, "r2"), column(drawing, "d1"));
  EXPECT_EQ(test::crossings(drawing), 0);
  expect_sound(drawing);
}

TEST(DrawTopology, AChainIsStraightWhateverHangsOnIt) {
  Scenario s = network(
      {"a", "x", "y", "z", "b"}, {"r1", "r2", "r3", "r4"},
      {{"a", "r1"}, {"r1", "r2"}, {"r2", "x"}, {"r2", "y"}, {"r2", "r3"}, {"r3", "z"}, {"r3", "r4"}, {"r4", "b"}});
  flow(s, "a", "b");
  const auto drawing = draw(s);
  for (const auto* node : {"a", "r2", "r3", "r4", "b"})
    EXPECT_DOUBLE_EQ(row(drawing, node), row(drawing, "r1")) << node;
  EXPECT_EQ(test::crossings(drawing), 0);
  expect_sound(drawing);
}

TEST(DrawTopology, AStarHasHostsOnBothSides) {
  std::vector<std::string> hosts;
  std::vector<std::pair<std::string, std::string>> links;
  for (int i = 0; i < 9; ++i) {
    hosts.push_back("h" + std::to_string(i));
    links.emplace_back("hub", hosts.back());
  }
  const auto drawing = draw(network(hosts, {"hub"}, links));
  int left = 0;
  for (const auto& host : hosts) left += column(drawing, host) < column(drawing, "hub") ? 1 : 0;
  EXPECT_EQ(left, 5);
  EXPECT_EQ(test::crossings(drawing), 0);
  expect_sound(drawing);
}

TEST(DrawTopology, NoTreeHasCrossings) {
  std::mt19937 random{7};
  for (int round = 0; round < 30; ++round) {
    std::vector<std::string> routers{"r0"};
    std::vector<std::pair<std::string, std::string>> links;
    for (int i = 1; i < 40; ++i) {
      links.emplace_back(routers[random() % routers.size()], "r" + std::to_string(i));
      routers.push_back(links.back().second);
    }
    const auto drawing = draw(network({}, routers, links));
    EXPECT_EQ(drawing.boxes.size(), 40U);
    EXPECT_EQ(drawing.wires.size(), 39U);
    EXPECT_EQ(test::crossings(drawing), 0) << round;
    expect_sound(drawing);
  }
}

TEST(DrawTopology, InAnyNetworkNothingOverlapsAndNothingIsLost) {
  std::mt19937 random{11};
  for (int round = 0; round < 50; ++round) {
    std::vector<std::string> routers;
    std::vector<std::pair<std::string, std::string>> links;
    for (int i = 0; i < 25; ++i) routers.push_back("r" + std::to_string(i));
    for (int i = 0; i < round; ++i) {
      const auto a = random() % routers.size();
      links.emplace_back(routers[a], routers[(a + 1 + random() % (routers.size() - 1)) % routers.size()]);
    }
    const auto drawing = draw(network({}, routers, links));
    EXPECT_EQ(drawing.boxes.size(), routers.size());
    EXPECT_EQ(drawing.wires.size(), links.size());
    EXPECT_EQ(drawing.dots.size(), 2 * links.size());
    EXPECT_EQ(test::overlaps(drawing), 0) << round;
    EXPECT_EQ(test::outside(drawing), 0) << round;
  }
}

TEST(DrawTopology, AVeryLongChainIsDrawn) {
  std::vector<std::string> routers{"r0"};
  std::vector<std::pair<std::string, std::string>> links;
  for (int i = 1; i < 5'000; ++i) {
    routers.push_back("r" + std::to_string(i));
    links.emplace_back(routers[routers.size() - 2], routers.back());
  }
  EXPECT_EQ(draw(network({}, routers, links)).boxes.size(), 5'000U);
}

TEST(DrawTopology, LinksOfARingGoThroughNoBox) {
  for (const int length : {3, 4, 5, 8}) {
    std::vector<std::string> routers;
    std::vector<std::pair<std::string, std::string>> links;
    for (int i = 0; i < length; ++i) {
      routers.push_back("r" + std::to_string(i));
      links.emplace_back(routers.back(), "r" + std::to_string((i + 1) % length));
    }
    const auto drawing = draw(network({}, routers, links));
    EXPECT_EQ(drawing.wires.size(), static_cast<std::size_t>(length));
    expect_sound(drawing);
  }
}

TEST(DrawTopology, PartsThatAreNotConnectedStandBelowEachOther) {
  const auto drawing = draw(network({"a", "b", "c", "d", "lonely"}, {}, {{"a", "b"}, {"c", "d"}}));
  EXPECT_LT(row(drawing, "a"), row(drawing, "c"));
  EXPECT_LT(row(drawing, "c"), row(drawing, "lonely"));
  expect_sound(drawing);
}

TEST(DrawTopology, PortsAreAtBothEndsOfALink) {
  auto s = network({"a"}, {"r"}, {{"a", "r"}});
  s.ports.emplace_back();
  s.ports.back().node = "r";
  s.ports.back().link = "a-r";
  const auto drawing = draw(s);
  ASSERT_EQ(drawing.dots.size(), 2U);
  for (const auto& dot : drawing.dots) {
    const bool router = dot.subject.name == "r.a-r";
    EXPECT_EQ(dot.configured, router);
    EXPECT_EQ(dot.subject.kind, ScenarioPart::Kind::port);
    const auto& box = box_of(drawing, router ? "r" : "a").area;
    EXPECT_TRUE(dot.at.x == box.x || dot.at.x == box.right());
    EXPECT_DOUBLE_EQ(dot.at.y, box.centre().y);
  }
}

TEST(DrawTopology, HostsOfALargeNetworkAreGathered) {
  std::vector<std::string> hosts;
  std::vector<std::pair<std::string, std::string>> links{{"r1", "r2"}};
  for (int i = 0; i < 400; ++i) {
    hosts.push_back("h" + std::to_string(i));
    links.emplace_back(i < 250 ? "r1" : "r2", hosts.back());
  }
  auto s = network(hosts, {"r1", "r2"}, links);
  s.links.back().rate = Rate::gbps(1);
  const auto drawing = draw(s);
  ASSERT_EQ(drawing.boxes.size(), 4U);
  EXPECT_EQ(box_of(drawing, "250 hosts").look, Look::group);
  EXPECT_THAT(box_of(drawing, "150 hosts").tip, testing::StartsWith("h250, h251"));
  std::map<std::string, std::vector<std::string>> rates;
  for (const auto& wire : drawing.wires) rates[wire.above] = wire.below;
  EXPECT_THAT(rates["250 links"], ElementsAre("100 Mbit/s line", "100 us"));
  EXPECT_THAT(rates["150 links"], ElementsAre("of several rates"));
  expect_sound(drawing);
}

TEST(DrawTopology, TheSameScenarioIsTheSameDrawing) {
  const auto s = network({"a", "b", "c"}, {"r", "q"}, {{"a", "r"}, {"r", "q"}, {"q", "b"}, {"q", "c"}});
  const auto one = draw(s);
  const auto two = draw(s);
  for (std::size_t i = 0; i < one.boxes.size(); ++i) {
    EXPECT_EQ(one.boxes[i].title, two.boxes[i].title);
    EXPECT_EQ(one.boxes[i].area.x, two.boxes[i].area.x);
    EXPECT_EQ(one.boxes[i].area.y, two.boxes[i].area.y);
  }
}

TEST(DrawTopology, SubscribersAreLeftOfTheirGatewayAndTheNetworkRight) {
  Scenario s = network({"phone", "server"}, {"cpe", "core"},
                       {{"phone", "cpe"}, {"cpe", "bng"}, {"bng", "core"}, {"core", "server"}});
  s.gateways.gateways.emplace_back();
  s.gateways.gateways[0].name = "bng";
  s.gateways.gateways[0].access.links = 2;
  s.gateways.gateways[0].access.rate = Rate::gbps(10);
  s.gateways.groups.emplace_back();
  s.gateways.groups[0].name = "homes";
  s.gateways.groups[0].gateway = "bng";
  s.gateways.groups[0].profile = "basic";
  s.gateways.groups[0].count = 4000;
  s.gateways.hosts = {{"cpe", "bng", "homes", 7}, {"core", "bng", "", 0}};
  flow(s, "server", "phone");  // the side counts, not who sends
  const auto drawing = draw(s);
  for (const auto* node : {"phone", "cpe", "homes"}) EXPECT_LT(column(drawing, node), column(drawing, "bng")) << node;
  for (const auto* node : {"server", "core", "network"})
    EXPECT_GT(column(drawing, node), column(drawing, "bng")) << node;
  EXPECT_THAT(box_of(drawing, "homes").lines, testing::Contains("4000 × basic"));
  const auto access =
      std::find_if(drawing.wires.begin(), drawing.wires.end(), [](const Wire& w) { return w.above == "access"; });
  ASSERT_NE(access, drawing.wires.end());
  EXPECT_THAT(access->below, ElementsAre("2 × 10 Gbit/s line"));
  EXPECT_EQ(test::crossings(drawing), 0);
  expect_sound(drawing);
}

}  // namespace
}  // namespace qoslab::gui
