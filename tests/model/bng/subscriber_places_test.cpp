#include "model/bng/subscriber_places.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/model/bng/gateways.h"

namespace qoslab::bng {
namespace {

/// Two groups on three ports, each with OLTs of eight subscribers and PONs of two.
GatewaysSpec aggregated(bool mixed) {
  auto all = imix_gateway(50, 0.1, 1000);
  all.groups.push_back(all.groups[0]);
  all.groups.back().name = "others";
  all.groups.back().count = 23;
  auto& access = all.gateways[0].access;
  access.links = 3;
  access.scheduler.mixed = mixed;
  for (const auto& [name, subscribers] : {std::pair{"olt", 8}, std::pair{"pon", 2}}) {
    AggregateLevelSpec level;
    level.name = name;
    level.subscribers = subscribers;
    access.scheduler.aggregates.push_back(level);
  }
  return all;
}

/// The names of the nodes above a queue, from the port on.
std::string path_in(const NamedTree& tree, std::uint32_t node) {
  std::string path;
  for (; node != 0; node = tree.spec.nodes[node].parent)
    if (!tree.names[node].empty()) path = tree.names[node] + (path.empty() ? "" : "/") + path;
  return path;
}

TEST(SubscriberPlaces, AreThoseOfTheSchedulerTrees) {
  for (const bool mixed : {false, true}) {
    const auto all = aggregated(mixed);
    const auto parts = parts_of(all, all.gateways[0]);
    const Plan plan{parts};
    const Streams streams{parts.gateway, parts.groups, parts.profiles, parts.hosts};
    const SubscriberPlaces places{parts};
    for (std::size_t link = 0; link < 3; ++link) {
      const auto tree = access_tree(parts, plan, streams, link);
      plan.leaves_of(link, [&](std::uint32_t leaf, std::size_t group, std::int64_t number, std::size_t) {
        EXPECT_EQ(places.link_of(number), static_cast<std::int64_t>(link));
        EXPECT_EQ(places.path_of(group, number), path_in(tree, tree.spec.queues[leaf - tree.spec.first_leaf].parent));
      });
    }
  }
}

TEST(SubscriberPlaces, WithoutAggregatesThereIsNoPath) {
  const auto all = imix_gateway(50, 0.1, 1000);
  EXPECT_EQ(SubscriberPlaces{parts_of(all, all.gateways[0])}.path_of(0, 7), "");
}

}  // namespace
}  // namespace qoslab::bng
