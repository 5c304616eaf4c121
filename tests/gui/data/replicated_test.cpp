#include "gui/data/replicated.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace qoslab::gui {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Curves = std::vector<std::vector<Point>>;

TEST(Replicated, EachTimeHasTheMeanAndStudentsInterval) {
  const auto all = together(Curves{{{1, 2}, {2, 5}}, {{1, 4}, {2, 5}}, {{1, 9}, {2, 5}}});
  EXPECT_THAT(all.means, ElementsAre(Point{1, 5}, Point{2, 5}));
  ASSERT_EQ(all.ci95.size(), 2U);
  // t(0.975; 2) = 4.302653; s = √13.
  const double half = 4.302653 * std::sqrt(13.0 / 3);
  EXPECT_NEAR(all.ci95[0].low, 5 - half, 1e-5);
  EXPECT_NEAR(all.ci95[0].high, 5 + half, 1e-5);
  EXPECT_EQ(all.ci95[1].low, 5);
  EXPECT_EQ(all.ci95[1].high, 5);
}

TEST(Replicated, WhatOneAloneHasHasNoInterval) {
  const auto all = together(Curves{{{1, 2}, {3, 7}}, {{1, 4}, {2, 6}}});
  EXPECT_THAT(all.means, ElementsAre(Point{1, 3}, Point{2, 6}, Point{3, 7}));
  EXPECT_TRUE(std::isfinite(all.ci95.at(0).low));
  for (const std::size_t alone : {1U, 2U}) {
    EXPECT_TRUE(std::isnan(all.ci95.at(alone).low));
    EXPECT_TRUE(std::isnan(all.ci95.at(alone).high));
  }
}

TEST(Replicated, WithoutValuesThereIsNothing) {
  EXPECT_THAT(together({}).means, IsEmpty());
  EXPECT_THAT(together(Curves{{}, {}}).ci95, IsEmpty());
}

}  // namespace
}  // namespace qoslab::gui
