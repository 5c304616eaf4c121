// Confidence intervals along curves.
#include "gui/charts/band_layer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QChart>
#include <QGraphicsLayout>
#include <QImage>
#include <QLegendMarker>
#include <cmath>

#include "gui/charts/chart_view.h"
#include "gui/charts/style.h"
#include "tests/gui/saved_picture.h"

namespace qoslab::gui {
namespace {

constexpr double none = NAN;

std::vector<double> times_of(const std::vector<Whisker>& part) {
  std::vector<double> times;
  for (const auto& interval : part) times.push_back(interval.x);
  return times;
}

TEST(BandLayer, WhatIsVisibleHasNeighboursAndIsApartAtGaps) {
  const std::vector<Whisker> intervals{{0, 1, 2}, {1, 1, 2}, {2, 1, 2}, {3, none, none},
                                       {4, 1, 2}, {5, 1, 2}, {6, 1, 2}};
  const auto parts = visible_parts(intervals, {}, {1.5, 4.5}, 100);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_THAT(times_of(parts[0]), testing::ElementsAre(1, 2));
  EXPECT_THAT(times_of(parts[1]), testing::ElementsAre(4, 5));
  EXPECT_TRUE(visible_parts({}, {}, {0, 1}, 100).empty());
}

TEST(BandLayer, OnALogarithmicAxisWhatGoesBelowIsAGap) {
  const std::vector<Whisker> intervals{{0, 1, 2}, {1, 0, 2}, {2, 1, 2}};
  Axis axis;
  EXPECT_EQ(visible_parts(intervals, axis, {0, 2}, 100).size(), 1U);
  axis.logarithmic = true;
  EXPECT_EQ(visible_parts(intervals, axis, {0, 2}, 100).size(), 2U);
}

TEST(BandLayer, IntervalsInAPixelBecomeOneThatHoldsThem) {
  std::vector<Whisker> intervals;
  for (int i = 0; i < 100'000; ++i) intervals.push_back({i * 1e-5, 5.0 - i % 7, 6.0 + i % 5});
  const auto parts = visible_parts(intervals, {}, {0, 1}, 100);
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts[0].size(), 100U);
  for (const auto& interval : parts[0]) {
    EXPECT_EQ(interval.low, -1);
    EXPECT_EQ(interval.high, 10);
  }
}

/// Constant 2 M in 1 M … 3 M, without an interval in the middle.
Picture picture() {
  Curve curve;
  curve.name = "call";
  for (int i = 0; i <= 8; ++i) {
    curve.points.push_back({static_cast<double>(i), 2e6});
    curve.band.push_back(i == 4 ? Whisker{4, none, none} : Whisker{static_cast<double>(i), 1e6, 3e6});
  }
  Picture picture;
  picture.y.unit = "bit/s";
  picture.curves = {curve, Curve{.name = "flat", .points = {{0, 4e6}, {8, 4e6}}}};
  return picture;
}

struct Shown {
  Shown() {
    view.resize(800, 500);
    view.show();
    view.show_picture(picture());
    QCoreApplication::processEvents();
  }
  /// At a time and a height, in units of the axes.
  QColor at(double x, double y) {
    const auto place = view.chart()->mapToPosition({x, y}, view.chart()->series().at(0));
    return view.grab().toImage().pixelColor(view.mapFromScene(view.chart()->mapToScene(place)));
  }
  ChartView view;
};

TEST(BandLayer, ABandIsFilledInItsCurvesColourAndNotWhereThereIsNoInterval) {
  Shown shown;
  test::save_picture(shown.view, "chart-band");
  const auto filled = shown.at(1.5, 2.6);
  EXPECT_NE(filled, QColor{Qt::white});
  EXPECT_LT(filled.lightness(), 250);
  EXPECT_EQ(filled.hue() / 10, colour_of(0, false).hue() / 10);
  EXPECT_EQ(shown.at(1.5, 1.4), filled) << "below its curve, too";
  EXPECT_EQ(shown.at(4.5, 2.6), QColor{Qt::white}) << "the gap";
  EXPECT_EQ(shown.at(1.5, 3.3), QColor{Qt::white}) << "above it";
}

TEST(BandLayer, TheAxisHoldsItAndTheLegendDoesNotNameIt) {
  Shown shown;
  EXPECT_EQ(shown.view.chart()->series().size(), 2);
  EXPECT_EQ(shown.view.chart()->legend()->markers().size(), 2);
  const auto at_the_top = shown.view.chart()->mapToPosition({0, 3}, shown.view.chart()->series().at(0));
  EXPECT_GE(at_the_top.y(), shown.view.chart()->plotArea().top() - 1);
}

TEST(BandLayer, ABandFarWiderThanTheCurvesGoesOnBeyondThePlot) {
  auto wide = picture();
  for (auto& interval : wide.curves[0].band) interval.high = 100e6;
  Shown shown;
  shown.view.show_picture(wide);
  const auto top =
      shown.view.chart()->mapToValue(shown.view.chart()->plotArea().topLeft(), shown.view.chart()->series().at(0));
  EXPECT_NEAR(top.y(), 6, 0.1) << "half as high again as the highest curve, of 4 M";
}

TEST(BandLayer, APictureAfterItHasNothingOfIt) {
  Shown shown;
  auto plain = picture();
  plain.curves[0].band.clear();
  plain.curves[0].points.front().y = 3e6;  // the same height
  shown.view.show_picture(plain);
  EXPECT_EQ(shown.at(6.5, 2.6), QColor{Qt::white});
  const test::Darkness dark;
  shown.view.show_picture(picture());
  test::save_picture(shown.view, "dark-chart-band");
  EXPECT_GT(shown.at(1.5, 2.6).lightness(), QColor(0x1e, 0x1e, 0x1e).lightness());
}

/// A scene finds an item where it was when it last moved: one that has moved unheard is painted when it is gone.
TEST(BandLayer, APlotThatChangesItsSizeIsPaintedAndForgotten) {
  Picture named;
  Curve curve;
  curve.shape = Curve::Shape::dots;
  for (int i = 0; i < 30; ++i) {
    named.x.names.push_back("a name that needs room, " + std::to_string(i));
    curve.points.push_back({static_cast<double>(i), 1e6});
  }
  named.curves = {curve};
  Shown shown;
  for (int i = 0; i < 5; ++i) {
    shown.view.show_picture(named);  // the names stand upright, and leave little for the plot
    shown.view.show_range(0, 1);
    EXPECT_FALSE(shown.view.grab().isNull());
    shown.view.show_whole();
    shown.view.chart()->layout()->activate();
    shown.view.show_picture(picture());
    EXPECT_FALSE(shown.view.grab().isNull());
  }
}

}  // namespace
}  // namespace qoslab::gui
