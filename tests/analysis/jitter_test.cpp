#include "analysis/jitter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tests/analysis/samples.h"

namespace qoslab {
namespace {

using namespace literals;
using samples::at;

RunSpec records_of(Duration length) {
  RunSpec runs;
  runs.record = length;
  return runs;
}

TEST(Jitter, NeedsTwoPackets) {
  EXPECT_TRUE(jitter_over_time({}).empty());
  EXPECT_TRUE(jitter_over_time(samples::delays({5})).empty());
  EXPECT_EQ(jitter_over_time(samples::delays({5, 5})).size(), 1U);
}

TEST(Jitter, IsZeroWhenEveryPacketTakesTheSameTime) {
  for (const auto& point : jitter_over_time(samples::delays({9, 9, 9, 9}))) EXPECT_EQ(point.jitter_s, 0);
}

TEST(Jitter, MovesBySixteenthOfTheDifference) {
  // |D| = 16, 0, 16 ms: J = 1, 1 - 1/16, 0.9375 + (16 - 0.9375)/16.
  const auto points = jitter_over_time(samples::delays({0, 16, 16, 0}));
  ASSERT_EQ(points.size(), 3U);
  EXPECT_DOUBLE_EQ(points[0].jitter_s, 0.001);
  EXPECT_DOUBLE_EQ(points[1].jitter_s, 0.0009375);
  EXPECT_DOUBLE_EQ(points[2].jitter_s, 0.00187890625);
  EXPECT_EQ(points[2].sent, at(60_ms));
}

TEST(Jitter, OfDelaysThatAlternateApproachesTheirDifference) {
  // J after n steps of constant |D| is |D|·(1 - (15/16)^n).
  std::vector<std::int64_t> milliseconds(201);
  for (std::size_t i = 0; i < milliseconds.size(); ++i) milliseconds[i] = i % 2 == 0 ? 3 : 11;
  const auto points = jitter_over_time(samples::delays(milliseconds));
  for (std::size_t n = 1; n <= points.size(); ++n)
    EXPECT_NEAR(points[n - 1].jitter_s, 0.008 * (1 - std::pow(15.0 / 16, static_cast<double>(n))), 1e-15);
}

TEST(Jitter, TakesPacketsInOrderOfSending) {
  auto delays = samples::delays({0, 16, 16, 0, 40, 2});
  const auto in_order = jitter_over_time(delays);
  std::swap(delays[1], delays[4]);
  std::swap(delays[0], delays[3]);
  const auto shuffled = jitter_over_time(delays);
  ASSERT_EQ(shuffled.size(), in_order.size());
  for (std::size_t i = 0; i < in_order.size(); ++i) EXPECT_EQ(shuffled[i].jitter_s, in_order[i].jitter_s);
}

TEST(JitterStatistics, OfTheExampleAreItsMeanAndMaximum) {
  const auto points = jitter_over_time(samples::delays({0, 16, 16, 0}));
  const auto statistics = jitter_statistics(points, Records{samples::results({}), records_of(1_s)});
  ASSERT_TRUE(statistics);
  EXPECT_DOUBLE_EQ(statistics->mean_s, (0.001 + 0.0009375 + 0.00187890625) / 3);
  EXPECT_DOUBLE_EQ(statistics->max_s, 0.00187890625);
}

TEST(JitterStatistics, RecordsAreAveragedAndOnlyWholeOnesCount) {
  // Records of 40 ms: points at 20 | 40, 60 | 80; the measured time ends at 90 ms, so the third is not whole.
  const auto points = jitter_over_time(samples::delays({0, 16, 16, 0, 99}));
  const Records records{samples::results({}, 90_ms), records_of(40_ms)};
  const auto statistics = jitter_statistics(points, records);
  EXPECT_DOUBLE_EQ(*statistics->record_min_s, 0.001);
  EXPECT_DOUBLE_EQ(*statistics->record_max_s, (0.0009375 + 0.00187890625) / 2);
  EXPECT_GT(statistics->max_s, *statistics->record_max_s);
}

TEST(JitterStatistics, WithoutAWholeRecordHaveNoRecords) {
  const auto points = jitter_over_time(samples::delays({0, 16}));
  const auto statistics = jitter_statistics(points, Records{samples::results({}, 90_ms), records_of(1_s)});
  ASSERT_TRUE(statistics);
  EXPECT_FALSE(statistics->record_min_s);
  EXPECT_FALSE(statistics->record_max_s);
}

TEST(JitterByRecord, ARecordWithoutPacketsIsAbsent) {
  auto delays = samples::delays({0, 16});
  delays[1].sent = at(2500_ms);
  const auto means = jitter_by_record(jitter_over_time(delays), Records{samples::results({}, 4_s), records_of(1_s)});
  ASSERT_EQ(means.size(), 4U);
  EXPECT_FALSE(means[0]);
  EXPECT_FALSE(means[1]);
  EXPECT_DOUBLE_EQ(*means[2], 0.001);
  EXPECT_FALSE(means[3]);
}

TEST(Jitter, NeverExceedsTheLargestDifference) {
  std::mt19937_64 random{3};
  for (int round = 0; round < 100; ++round) {
    std::vector<std::int64_t> milliseconds(2 + random() % 400);
    for (auto& ms : milliseconds) ms = static_cast<std::int64_t>(random() % 1000);
    const auto [low, high] = std::minmax_element(milliseconds.begin(), milliseconds.end());
    for (const auto& point : jitter_over_time(samples::delays(milliseconds))) {
      EXPECT_GE(point.jitter_s, 0);
      EXPECT_LE(point.jitter_s, static_cast<double>(*high - *low) / 1000);
    }
  }
}

}  // namespace
}  // namespace qoslab
