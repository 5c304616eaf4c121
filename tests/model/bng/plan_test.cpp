#include "model/bng/plan.h"

#include <gtest/gtest.h>

#include "tests/model/bng/gateways.h"

namespace qoslab::bng {
namespace {

/// 30, 20 and 10 subscribers on one link.
GatewaysSpec three_groups() {
  auto all = imix_gateway(30, 0.1, 1000);
  all.gateways[0].access.links = 1;
  for (const auto& [name, count] : {std::pair{"silver", 20}, std::pair{"gold", 10}}) {
    all.groups.push_back(all.groups[0]);
    all.groups.back().name = name;
    all.groups.back().count = count;
  }
  return all;
}

TEST(Plan, GroupsFollowEachOtherInPortOrder) {
  const auto all = three_groups();
  const Plan plan{parts_of(all, all.gateways[0])};
  const auto order = plan.port_order(0, false);
  for (std::uint32_t i = 0; i < 60; ++i) EXPECT_EQ(order[i], i);
}

TEST(Plan, MixedEveryStretchHasItsPartOfEveryGroup) {
  const auto all = three_groups();
  const Plan plan{parts_of(all, all.gateways[0])};
  const auto order = plan.port_order(0, true);
  for (std::uint32_t stretch = 0; stretch < 60; stretch += 6) {
    std::array<int, 3> of_group{};
    for (std::uint32_t subscriber = 0; subscriber < 60; ++subscriber)
      if (order[subscriber] / 6 == stretch / 6) ++of_group[subscriber < 30 ? 0 : subscriber < 50 ? 1 : 2];
    EXPECT_EQ(of_group, (std::array{3, 2, 1}));
  }
}

TEST(Plan, EverySubscriberHasItsLeavesOnItsLink) {
  auto all = three_groups();
  all.gateways[0].access.links = 4;
  const auto parts = parts_of(all, all.gateways[0]);
  const Plan plan{parts};
  std::uint32_t next = 0;
  for (std::size_t link = 0; link < 4; ++link) {
    EXPECT_EQ(plan.links()[link].first_leaf, next);
    plan.leaves_of(link, [&](std::uint32_t leaf, std::size_t group, std::int64_t number, std::size_t class_index) {
      EXPECT_EQ(leaf, next++);
      EXPECT_EQ(number % 4, static_cast<std::int64_t>(link));
      EXPECT_EQ(plan.first_leaf(group, number) + class_index, leaf);
    });
  }
  EXPECT_EQ(next, 60U * 3);
  EXPECT_EQ(plan.leaf_count(), next);
}

}  // namespace
}  // namespace qoslab::bng
