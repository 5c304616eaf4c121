#include "gui/data/distribution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace qoslab::gui {
namespace {

using recorded::Bin;
using recorded::Delays;
using recorded::Measure;

Delays known() {
  Delays delays;
  delays.min = Measure{1};
  delays.p50 = Measure{2};
  delays.p99 = Measure{8, 0.5};
  delays.max = Measure{16};
  return delays;
}

TEST(DelayDistribution, OfAHistogramCountsEachDelay) {
  const std::vector<Bin> histogram{{1'000'000, 5}, {2'000'000, 3}, {3'000'000, 0}, {4'000'000, 2}};
  const auto curve = cumulative(histogram, known());
  EXPECT_TRUE(curve.exact);
  EXPECT_EQ(curve.points, (std::vector<Point>{{1, 0}, {1, 0.5}, {2, 0.8}, {4, 1}}));
  const auto rest = complementary(histogram, {});
  ASSERT_EQ(rest.points.size(), 3U) << "none has a share of 0, for a logarithmic axis";
  EXPECT_EQ(rest.points[0], (Point{1, 1}));
  EXPECT_EQ(rest.points[1], (Point{1, 0.5}));
  EXPECT_NEAR(rest.points[2].y, 0.2, 1e-12);
}

TEST(DelayDistribution, OfPercentilesJoinsWhatIsKnown) {
  const auto curve = cumulative({}, known());
  EXPECT_FALSE(curve.exact);
  EXPECT_EQ(curve.points, (std::vector<Point>{{1, 0}, {2, 0.5}, {8, 0.99}, {16, 1}}));
  EXPECT_EQ(complementary({}, known()).points.size(), 3U);
  EXPECT_TRUE(cumulative({}, {}).points.empty());
}

TEST(DelayDistribution, NothingIsBelowOneNanosecondForALogarithmicAxis) {
  EXPECT_EQ(cumulative({{0, 1}, {10, 1}}, {}).points, (std::vector<Point>{{1e-6, 0}, {1e-6, 0.5}, {1e-5, 1}}));
  Delays delays;
  delays.min = Measure{-5};
  delays.max = Measure{0};
  EXPECT_EQ(cumulative({}, delays).points, (std::vector<Point>{{1e-6, 0}, {1e-6, 1}}));
}

TEST(DelayDistribution, ALongHistogramIsThinnedToWhatCanBeSeen) {
  std::vector<Bin> histogram;
  for (int i = 1; i <= 200'000; ++i) histogram.push_back({i * 100, 1});
  const auto curve = cumulative(histogram, {});
  EXPECT_LT(curve.points.size(), 4010U);
  EXPECT_EQ(curve.points.back(), (Point{20, 1}));
  for (std::size_t i = 1; i < curve.points.size(); ++i) {
    EXPECT_GE(curve.points[i].x, curve.points[i - 1].x);
    EXPECT_NEAR(curve.points[i].y, curve.points[i].x / 20, 1e-9) << "each point is where it belongs";
  }
}

TEST(DelayDistribution, PercentilesAreRecordedOrCountedOrAbsent) {
  std::vector<Bin> histogram{{1'000'000, 98}, {5'000'000, 1}, {9'000'000, 1}};
  const auto table = percentiles(histogram, known());
  ASSERT_EQ(table.size(), 6U);
  EXPECT_EQ(table[0].label, "min");
  EXPECT_EQ(table[0].ms, Measure{1});
  EXPECT_EQ(table[2].ms, Measure{1}) << "p95, counted";
  EXPECT_EQ(table[3].ms, (Measure{8, 0.5})) << "p99, as recorded";
  EXPECT_EQ(table[4].ms, Measure{9}) << "p99.9";
  EXPECT_EQ(table[5].ms, Measure{16});
  EXPECT_EQ(percentiles({{1'000'000, 99}, {5'000'000, 1}}, {})[3].ms, Measure{1}) << "the 99th of 100 is the p99";
  for (const auto& row : percentiles({}, {})) EXPECT_EQ(row.ms, std::nullopt);
}

TEST(DelayDistribution, ImpossibleCountsAreNoAccident) {
  const std::vector<Bin> histogram{{1, INT64_MAX}, {INT64_MAX, INT64_MAX}};
  EXPECT_EQ(cumulative(histogram, {}).points.back().y, 1);
  EXPECT_EQ(percentiles(histogram, {})[1].ms, Measure{1e-6});
  EXPECT_TRUE(cumulative({{5, 0}}, {}).points.empty());
}

}  // namespace
}  // namespace qoslab::gui
