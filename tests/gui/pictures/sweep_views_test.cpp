// Views of a sweep's results.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/pictures/views.h"

namespace qoslab::gui {
namespace {

using testing::ElementsAre;

recorded::Flow flow(const std::string& name, const std::string& load, double loss) {
  recorded::Flow flow;
  flow.name = name;
  flow.point = {{"load", load}};
  flow.loss_percent = recorded::Measure{loss, 0.5};
  return flow;
}

/// The order of the sweep is not that of letters.
std::shared_ptr<OpenedResults> opened() {
  auto opened = std::make_shared<OpenedResults>();
  for (const char* load : {"9 Mbit/s", "10 Mbit/s"}) opened->results.points.push_back({{{"load", load}}, 2, 2, {}});
  opened->results.flows = {flow("call", "10 Mbit/s", 2), flow("call", "9 Mbit/s", 1), flow("file", "10 Mbit/s", 8)};
  return opened;
}

TEST(SweepViews, AMetricIsDrawnOverThePointsInTheirOrder) {
  const auto views = sweep_views(opened());
  ASSERT_EQ(views.size(), 1U) << "only of what there is";
  EXPECT_EQ(views[0].id, "sweep-loss");
  const auto picture = views[0].picture();
  EXPECT_THAT(picture.x.names, ElementsAre("9 Mbit/s", "10 Mbit/s"));
  ASSERT_EQ(picture.curves.size(), 2U);
  EXPECT_EQ(picture.curves[0].name, "call");
  EXPECT_THAT(picture.curves[0].points, ElementsAre(Point{0, 1}, Point{1, 2}));
  ASSERT_EQ(picture.curves[0].whiskers.size(), 2U);
  EXPECT_DOUBLE_EQ(picture.curves[0].whiskers[1].low, 1.5);
  EXPECT_THAT(picture.curves[1].points, ElementsAre(Point{1, 8}));
}

TEST(SweepViews, TheTableHasARowForEachPoint) {
  const auto table = sweep_views(opened()).at(0).table();
  EXPECT_THAT(table.columns, ElementsAre("load", "call, %", "file, %"));
  EXPECT_THAT(table.rows,
              ElementsAre(ElementsAre("9 Mbit/s", "1 ± 0.5", "–"), ElementsAre("10 Mbit/s", "2 ± 0.5", "8 ± 0.5")));
}

TEST(SweepViews, WithoutASweepThereAreNone) {
  const auto one = opened();
  one->results.points = {{{}, 2, 2, {}}};
  EXPECT_TRUE(sweep_views(one).empty());
  one->results.points.clear();
  EXPECT_TRUE(sweep_views(one).empty());
}

}  // namespace
}  // namespace qoslab::gui
