#include "analysis/distribution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace qoslab {
namespace {

using namespace literals;

TEST(Distribution, OfNothingIsAbsent) { EXPECT_FALSE(distribution_of({})); }

TEST(Distribution, OfOneValueIsThatValueEverywhere) {
  const auto d = distribution_of({7_ms});
  ASSERT_TRUE(d);
  EXPECT_EQ(d->count, 1);
  EXPECT_DOUBLE_EQ(d->mean_s, 0.007);
  for (const auto value : {d->min, d->p50, d->p95, d->p99, d->p999, d->max}) EXPECT_EQ(value, 7_ms);
}

TEST(Distribution, PercentilesOfOneToAThousandAreTheNearestRanks) {
  std::vector<Duration> values;
  for (int i = 1000; i >= 1; --i) values.push_back(Duration::milliseconds(i));
  const auto d = distribution_of(values);
  EXPECT_EQ(d->min, 1_ms);
  EXPECT_EQ(d->p50, 500_ms);
  EXPECT_EQ(d->p95, 950_ms);
  EXPECT_EQ(d->p99, 990_ms);
  EXPECT_EQ(d->p999, 999_ms);
  EXPECT_EQ(d->max, 1000_ms);
  EXPECT_DOUBLE_EQ(d->mean_s, 0.5005);
}

TEST(Distribution, TheMedianOfFourIsTheSecond) { EXPECT_EQ(distribution_of({40_ms, 10_ms, 30_ms, 20_ms})->p50, 20_ms); }

TEST(Distribution, TheMeanOfHundredDaysOfPicosecondsDoesNotOverflow) {
  const auto day = Duration::seconds(86'400);
  EXPECT_DOUBLE_EQ(distribution_of(std::vector(1000, day * 100))->mean_s, 8'640'000.0);
}

TEST(Distribution, AgreesWithSortingForRandomValuesWithTies) {
  std::mt19937_64 random{7};
  for (int round = 0; round < 300; ++round) {
    std::vector<Duration> values(1 + random() % 3000);
    for (auto& value : values) value = Duration::picoseconds(static_cast<std::int64_t>(random() % 500));
    const auto d = *distribution_of(values);
    std::sort(values.begin(), values.end());
    // The definition itself: the smallest value such that at least p of all are no larger.
    const auto referee = [&](std::size_t per_mille) {
      for (std::size_t rank = 1; rank <= values.size(); ++rank)
        if (rank * 1000 >= per_mille * values.size()) return values[rank - 1];
      return values.back();
    };
    EXPECT_EQ(d.min, values.front());
    EXPECT_EQ(d.p50, referee(500));
    EXPECT_EQ(d.p95, referee(950));
    EXPECT_EQ(d.p99, referee(990));
    EXPECT_EQ(d.p999, referee(999));
    EXPECT_EQ(d.max, values.back());
  }
}

}  // namespace
}  // namespace qoslab
