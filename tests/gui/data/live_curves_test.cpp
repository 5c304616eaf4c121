#include "gui/data/live_curves.h"

#include <gtest/gtest.h>

namespace qoslab::gui {
namespace {

TEST(LiveCurves, GrowByMetricAndSubject) {
  LiveCurves live;
  live.add("one", 1, "call", "goodput_bps", 64'000);
  live.add("one", 2, "call", "goodput_bps", 65'000);
  live.add("one", 2, "file", "loss_percent", 3);
  EXPECT_EQ(live.metrics(), (std::set<std::string>{"goodput_bps", "loss_percent"}));
  const auto picture = live.picture("goodput_bps");
  EXPECT_EQ(picture.title, "one: goodput");
  EXPECT_EQ(picture.y.unit, "bit/s");
  ASSERT_EQ(picture.curves.size(), 1U);
  EXPECT_EQ(picture.curves[0].points, (std::vector<Point>{{1, 64'000}, {2, 65'000}}));
}

TEST(LiveCurves, AnotherScenarioBeginsAnew) {
  LiveCurves live;
  live.add("one", 9, "call", "goodput_bps", 1);
  live.add("two", 1, "call", "goodput_bps", 2);
  EXPECT_EQ(live.picture("goodput_bps").curves[0].points, (std::vector<Point>{{1, 2}}));
}

TEST(LiveCurves, ALongRunKeepsFewerOfItsValuesInOrder) {
  LiveCurves live;
  for (int i = 0; i < 100'000; ++i) live.add("one", i, "call", "goodput_bps", i);
  const auto points = live.picture("goodput_bps").curves[0].points;
  EXPECT_LT(points.size(), 4000U);
  EXPECT_GT(points.size(), 1000U);
  for (std::size_t i = 1; i < points.size(); ++i) ASSERT_LT(points[i - 1].x, points[i].x);
}

TEST(LiveCurves, AFloodOfNamesEnds) {
  LiveCurves live;
  for (int i = 0; i < 1000; ++i) {
    live.add("one", 1, "call", "metric " + std::to_string(i), 1);
    live.add("one", 1, "call " + std::to_string(i), "metric 0", 1);
  }
  EXPECT_EQ(live.metrics().size(), 20U);
  EXPECT_EQ(live.picture("metric 0").curves.size(), 200U);
}

TEST(LiveCurves, WhatDoesNotExistIsAnEmptyPicture) { EXPECT_TRUE(LiveCurves{}.picture("x").curves.empty()); }

}  // namespace
}  // namespace qoslab::gui
