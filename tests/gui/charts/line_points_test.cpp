#include "gui/charts/line_points.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "gui/charts/dense_curves.h"

namespace qoslab::gui {
namespace {

constexpr QSizeF plot{1000, 500};

LinePoints noise(std::size_t points, double height, unsigned seed = 1) {
  std::mt19937 random{seed};
  LinePoints line;
  for (std::size_t i = 0; i < points; ++i)
    line.emplace_back(static_cast<double>(i) / static_cast<double>(points - 1),
                      0.5 + height * (static_cast<double>(random() % 1001) / 1000 - 0.5));
  return line;
}

double height_at(const LinePoints& line, double x) {
  const auto after = std::find_if(line.begin() + 1, line.end() - 1, [&](QPointF p) { return p.x() >= x; });
  const QPointF a = *(after - 1), b = *after;
  return b.x() == a.x() ? b.y() : a.y() + (b.y() - a.y()) * (x - a.x()) / (b.x() - a.x());
}

TEST(LinePoints, DashesAreForLinesOnWhichTheyAreSeen) {
  EXPECT_EQ(look_of(noise(4000, 0), plot), LineLook::dashed);
  EXPECT_EQ(look_of(noise(50, 0.1), plot), LineLook::dashed);
  EXPECT_EQ(look_of(noise(100, 1), plot), LineLook::solid);
  EXPECT_EQ(look_of(noise(4000, 0.5), plot), LineLook::columns);
  EXPECT_EQ(look_of({}, plot), LineLook::dashed);
}

TEST(LinePoints, AStraightLineNeedsItsEnds) {
  EXPECT_EQ(points_needed(noise(4000, 0), plot), (std::vector<std::size_t>{0, 3999}));
  EXPECT_EQ(points_needed({{0, 0}, {0.5, 0.5}, {1, 1}}, plot), (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(points_needed({{0.5, 0.5}}, plot), (std::vector<std::size_t>{0}));
  EXPECT_TRUE(points_needed({}, plot).empty());
}

TEST(LinePoints, StepsKeepTheirCorners) {
  EXPECT_EQ(points_needed({{0, 0}, {0.5, 0}, {0.5, 1}, {0.5, 0.2}, {1, 0.2}}, plot),
            (std::vector<std::size_t>{0, 1, 2, 3, 4}));
}

TEST(LinePoints, NoPointIsFurtherThanAThirdOfAPixelFromTheLineThatIsLeft) {
  for (const double height : {0.0005, 0.002, 0.01, 0.3}) {
    const auto line = noise(3000, height);
    LinePoints left;
    for (const auto i : points_needed(line, plot)) left.push_back(line[i]);
    EXPECT_LT(left.size(), height < 0.001 ? 10U : 3001U);
    for (const auto& point : line)
      EXPECT_LE(std::abs(height_at(left, point.x()) - point.y()) * plot.height(), 0.3 + 1e-9) << height;
  }
}

TEST(DenseCurves, AColumnReachesFromTheLowestToTheHighestPointOfTheLineInIt) {
  const int width = 40, height = 200;
  for (const std::size_t points : {2U, 7U, 41U, 400U}) {
    const auto line = noise(points, 0.9);
    const auto columns = columns_of(line, width, height);
    ASSERT_EQ(columns.size(), 40U);
    for (int column = 0; column < width; ++column) {
      double top = height, bottom = 0;
      const auto see = [&](double y) { top = std::min(top, y * height), bottom = std::max(bottom, y * height); };
      for (int part = 0; part <= 100; ++part) see(height_at(line, (column + part / 100.0) / width));
      for (const auto& point : line)
        if (point.x() * width >= column && point.x() * width < column + 1) see(point.y());
      const auto rows = columns[static_cast<std::size_t>(column)];
      EXPECT_NEAR(rows.first, top - 1, 1.01);
      EXPECT_NEAR(rows.last, bottom + 1, 1.01);
    }
  }
}

TEST(DenseCurves, WhatIsOutsideThePlotIsLeftOut) {
  const auto columns = columns_of({{-0.5, 0.5}, {0.25, 0.5}, {0.25, -3}, {0.25, 4}}, 4, 100);
  EXPECT_EQ(columns, (std::vector<Rows>{{49, 51}, {0, 100}, {}, {}}));
}

/// Of random columns over each other each pixel has the colour of the topmost one there.
TEST(DenseCurves, OfColumnsOverEachOtherEachPartIsSeenOnce) {
  std::mt19937 random{7};
  for (int round = 0; round < 2000; ++round) {
    Rows covered;
    std::vector<int> wanted(20, -1), seen(20, -1);
    std::vector<std::pair<int, Rows>> parts;
    for (int layer = 0; layer < 5; ++layer) {  // from the top
      const int first = static_cast<int>(random() % 20), last = first + static_cast<int>(random() % 10);
      const Rows rows{first, std::min(last, 20)};
      for (int row = rows.first; row < rows.last; ++row)
        if (auto& owner = wanted[static_cast<std::size_t>(row)]; owner < 0) owner = layer;
      for (const auto& part : uncovered(rows, covered)) parts.emplace_back(layer, part);
    }
    std::reverse(parts.begin(), parts.end());  // the topmost is painted last
    for (const auto& [layer, part] : parts)
      for (int row = part.first; row < part.last; ++row) seen[static_cast<std::size_t>(row)] = layer;
    ASSERT_EQ(seen, wanted);
  }
}

}  // namespace
}  // namespace qoslab::gui
