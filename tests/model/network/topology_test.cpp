#include "model/network/topology.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <string>

namespace qoslab {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

NodeSpec host(const std::string& name) {
  NodeSpec node;
  node.name = name;
  return node;
}
NodeSpec router(const std::string& name) {
  NodeSpec node = host(name);
  node.router = true;
  return node;
}
LinkSpec link(const std::string& a, const std::string& b, Duration delay = {}) {
  return {.name = a + b, .a = a, .b = b, .rate = Rate::mbps(1), .delay = delay};
}

constexpr Duration short_delay = Duration::milliseconds(1);
constexpr Duration long_delay = Duration::milliseconds(100);

TEST(Topology, FewestLinksWinWhateverTheirDelay) {
  const Topology t{
      {host("a"), router("r"), router("s"), host("b")},
      {link("a", "r"), link("r", "s", short_delay), link("s", "b", short_delay), link("r", "b", long_delay)}};
  EXPECT_THAT(t.path("a", "b"), ElementsAre(0, 3));
}

TEST(Topology, GatewaysForward) {
  Scenario s;
  s.nodes = {host("phone"), host("server")};
  s.links = {link("phone", "bng"), link("bng", "server")};
  GatewaySpec gateway;
  gateway.name = "bng";
  s.gateways.gateways = {gateway};
  EXPECT_THAT(Topology{s}.path("phone", "server"), ElementsAre(0, 1));
}

TEST(Topology, ThenTheSmallestDelay) {
  const Topology t{{host("a"), router("r"), router("s"), host("b")},
                   {link("a", "r", long_delay), link("a", "s", short_delay), link("r", "b"), link("s", "b")}};
  EXPECT_THAT(t.path("a", "b"), ElementsAre(1, 3));
  EXPECT_THAT(t.path("b", "a"), ElementsAre(3, 1));
}

TEST(Topology, ThenTheOrderOfTheFile) {
  const Topology t{{host("a"), router("r"), router("s"), host("b")},
                   {link("a", "s"), link("a", "r"), link("r", "b"), link("s", "b")}};
  EXPECT_THAT(t.path("a", "b"), ElementsAre(0, 3));
}

TEST(Topology, OfParallelLinksTheFasterCarriesAll) {
  const Topology t{{host("a"), host("b")},
                   {link("a", "b", long_delay), link("a", "b", short_delay), link("b", "a", short_delay)}};
  EXPECT_THAT(t.path("a", "b"), ElementsAre(1));
  EXPECT_THAT(t.path("b", "a"), ElementsAre(1));
}

TEST(Topology, HostsDoNotForward) {
  const Topology t{{host("a"), host("middle"), host("b")}, {link("a", "middle"), link("middle", "b")}};
  EXPECT_THAT(t.path("a", "b"), IsEmpty());
  EXPECT_FALSE(t.first_link("a", "b"));
  EXPECT_THAT(t.path("a", "middle"), ElementsAre(0));
}

TEST(Topology, NowhereAndHereHaveNoWay) {
  const Topology t{{host("a"), host("b"), host("c")}, {link("a", "b")}};
  EXPECT_THAT(t.path("a", "c"), IsEmpty());
  EXPECT_THAT(t.path("a", "a"), IsEmpty());
  EXPECT_FALSE(t.first_link("a", "a"));
}

TEST(Topology, LinksToNothingAndToItselfCarryNothing) {
  const Topology t{{host("a"), host("b")}, {link("a", "ghost"), link("a", "a"), link("a", "b")}};
  EXPECT_THAT(t.path("a", "b"), ElementsAre(2));
  EXPECT_FALSE(t.first_link("a", "ghost"));
  EXPECT_FALSE(t.first_link("ghost", "a"));
}

/// Relaxation until nothing changes: hops and delay to `destination`, through routers only.
struct Referee {
  using Cost = std::pair<std::int64_t, std::int64_t>;
  std::vector<Cost> cost;
  Referee(const std::vector<NodeSpec>& nodes, const std::vector<LinkSpec>& links, std::size_t destination)
      : cost(nodes.size(), {std::numeric_limits<std::int64_t>::max(), 0}) {
    cost[destination] = {0, 0};
    const auto number = [&](const std::string& name) { return static_cast<std::size_t>(std::stoul(name)); };
    for (bool changed = true; changed;) {
      changed = false;
      const auto relax = [&](std::size_t from, std::size_t next, Duration delay) {
        if (cost[next].first == std::numeric_limits<std::int64_t>::max()) return;
        if (next != destination && !nodes[next].router) return;
        const Cost through{cost[next].first + 1, cost[next].second + delay.ps()};
        if (through < cost[from]) {
          cost[from] = through;
          changed = true;
        }
      };
      for (const auto& l : links) {
        relax(number(l.a), number(l.b), l.delay);
        relax(number(l.b), number(l.a), l.delay);
      }
    }
  }
};

TEST(Topology, AgreesWithRelaxationOnRandomNetworks) {
  std::mt19937_64 random{7};
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>{0, n - 1}(random); };
  for (int round = 0; round < 60; ++round) {
    std::vector<NodeSpec> nodes;
    const std::size_t n = 2 + below(12);
    for (std::size_t i = 0; i < n; ++i)
      nodes.push_back(below(3) > 0 ? router(std::to_string(i)) : host(std::to_string(i)));
    std::vector<LinkSpec> links;
    for (std::size_t i = 0; i < 2 * n; ++i) {
      const auto a = below(n);
      const auto b = (a + 1 + below(n - 1)) % n;
      links.push_back(link(std::to_string(a), std::to_string(b), short_delay * static_cast<std::int64_t>(below(4))));
    }
    const Topology t{nodes, links};
    for (std::size_t to = 0; to < n; ++to) {
      const Referee referee{nodes, links, to};
      for (std::size_t from = 0; from < n; ++from) {
        const auto path = t.path(nodes[from].name, nodes[to].name);
        Referee::Cost cost{static_cast<std::int64_t>(path.size()), 0};
        for (const auto l : path) cost.second += links[l].delay.ps();
        if (from == to || referee.cost[from].first == std::numeric_limits<std::int64_t>::max()) {
          EXPECT_THAT(path, IsEmpty());
        } else {
          EXPECT_EQ(cost, referee.cost[from]) << "round " << round << ": " << from << " to " << to;
        }
      }
    }
  }
}

}  // namespace
}  // namespace qoslab
