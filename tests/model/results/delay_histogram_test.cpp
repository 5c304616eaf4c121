#include "model/results/delay_histogram.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <stdexcept>

namespace qoslab {
namespace {

using namespace literals;

DelayHistogram of(const std::vector<Duration>& delays) {
  DelayHistogram histogram;
  for (const auto delay : delays) histogram.add(delay);
  return histogram;
}

/// From picoseconds to hours, as often in each octave.
std::vector<Duration> random_delays(std::uint64_t seed, int count, double octaves = 53) {
  std::mt19937_64 random{seed};
  std::uniform_real_distribution<double> octave{0, octaves};
  std::vector<Duration> delays;
  for (int i = 0; i < count; ++i)
    delays.push_back(Duration::picoseconds(static_cast<std::int64_t>(std::exp2(octave(random)))));
  return delays;
}

void expect_same(const DelayHistogram& a, const DelayHistogram& b) {
  EXPECT_EQ(a.bins(), b.bins());
  EXPECT_EQ(a.count(), b.count());
  EXPECT_TRUE(a.sum_ps() == b.sum_ps());
  EXPECT_EQ(a.least(), b.least());
  EXPECT_EQ(a.most(), b.most());
}

TEST(DelayHistogram, WithoutDelaysHasNothingToSay) {
  const DelayHistogram none;
  EXPECT_EQ(none.count(), 0);
  EXPECT_FALSE(none.least());
  EXPECT_FALSE(none.most());
  EXPECT_FALSE(none.mean());
  EXPECT_FALSE(none.quantile(0.5));
  EXPECT_TRUE(none.bins().empty());
}

TEST(DelayHistogram, LeastMostAndMeanAreExactInPicoseconds) {
  const auto histogram = of({7'000'001_ps, 3_ps, 10'000'000'000'007_ps, 999_ps});
  EXPECT_EQ(histogram.least(), 3_ps);
  EXPECT_EQ(histogram.most(), 10'000'000'000'007_ps);
  EXPECT_EQ(histogram.mean(), Duration::picoseconds((7'000'001 + 3 + 10'000'000'000'007 + 999) / 4));
}

TEST(DelayHistogram, ASumBeyond63BitsIsExact) {
  DelayHistogram histogram;
  for (int i = 0; i < 9; ++i) histogram.add(Duration::picoseconds(INT64_MAX - i));
  EXPECT_EQ(histogram.mean(), Duration::picoseconds(INT64_MAX - 4));
}

TEST(DelayHistogram, BinsAreANanosecondWideBelow2048AndNeverWiderThanAThousandth) {
  EXPECT_EQ(DelayHistogram::first(0), Duration{});
  for (std::uint32_t bin = 0; bin < 44 * 1024; ++bin) {
    const auto width = DelayHistogram::end(bin) - DelayHistogram::first(bin);
    if (bin < 2048)
      EXPECT_EQ(width, 1_ns) << bin;
    else
      EXPECT_LT(width * 1000, DelayHistogram::first(bin)) << bin;
  }
}

TEST(DelayHistogram, EveryDelayIsInABinThatHoldsIt) {
  auto delays = random_delays(1, 3'000, 62);
  for (std::int64_t ns = 1; ns > 0 && ns < INT64_MAX / 4000; ns *= 2)
    for (const auto off : {-1_ps, 0_ps, 1_ps}) delays.push_back(Duration::nanoseconds(ns) + off);
  for (const auto delay : delays) {
    const auto bins = of({delay}).bins();
    ASSERT_EQ(bins.size(), 1U);
    EXPECT_LE(DelayHistogram::first(bins[0].number), delay);
    EXPECT_GT(DelayHistogram::end(bins[0].number), delay);
  }
}

TEST(DelayHistogram, AQuantileIsThatOfTheSortedDelaysRoundedDownToItsBin) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    auto delays = random_delays(seed, 1 + static_cast<int>(seed * seed), seed % 2 == 0 ? 20 : 45);
    const auto histogram = of(delays);
    std::sort(delays.begin(), delays.end());
    for (const int per_mille : {1, 10, 250, 500, 900, 990, 999, 1000}) {
      const auto rank = (delays.size() * static_cast<std::size_t>(per_mille) + 999) / 1000;
      const auto exact = delays[rank - 1];
      const auto found = *histogram.quantile(per_mille / 1000.0);
      EXPECT_LE(found, exact);
      EXPECT_LT(exact - found, std::max(1_ns, exact / 1000)) << per_mille << " of " << delays.size();
    }
  }
}

TEST(DelayHistogram, TheRankOfAQuantileDoesNotRound) {
  // 0.999 · 17 000 000 is 16 983 000.000000002 in binary: one rank too many, and another delay.
  std::vector<DelayHistogram::Bin> bins{{100, 16'983'000}, {200, 17'000}};
  const auto histogram =
      DelayHistogram::restore(bins, Int128{16'983'000} * 100'000 + Int128{17'000} * 200'000, 100_ns, 200_ns);
  EXPECT_EQ(histogram.quantile(0.999), 100_ns);
  EXPECT_EQ(histogram.quantile(0.9990001), 200_ns);
}

TEST(DelayHistogram, OfAQuantileNoBinRoundsBelowTheLeastDelay) {
  const auto histogram = of({1'000'999_ps, 5_us});
  EXPECT_EQ(histogram.quantile(0.5), 1'000'999_ps);
  EXPECT_EQ(histogram.quantile(1), 5_us);
}

TEST(DelayHistogram, AddsUpToWhatOneWouldHaveCounted) {
  const auto some = random_delays(3, 1'000, 30);
  const auto others = random_delays(4, 3'000, 45);
  auto both = some;
  both.insert(both.end(), others.begin(), others.end());
  auto sum = of(some);
  sum += of(others);
  expect_same(sum, of(both));
  sum = of(others);
  sum += of(some);
  sum += DelayHistogram{};
  expect_same(sum, of(both));
}

TEST(DelayHistogram, IsRestoredExactly) {
  for (const auto& delays : {random_delays(5, 10'000), {}, {0_ps}, {Duration::picoseconds(INT64_MAX)}}) {
    const auto histogram = of(delays);
    expect_same(DelayHistogram::restore(histogram.bins(), histogram.sum_ps(), histogram.least().value_or(0_ps),
                                        histogram.most().value_or(0_ps)),
                histogram);
  }
}

TEST(DelayHistogram, WhatDoesNotFitTogetherIsNotRestored) {
  using Bins = std::vector<DelayHistogram::Bin>;
  const auto refused = [](const Bins& bins, Int128 sum, Duration least, Duration most) {
    EXPECT_THROW(DelayHistogram::restore(bins, sum, least, most), std::invalid_argument);
  };
  const Bins good{{5, 2}, {9, 1}};
  EXPECT_NO_THROW(DelayHistogram::restore(good, 20'000, 5'100_ps, 9'900_ps));
  refused(good, 20'000, 4'999_ps, 9'900_ps);
  refused(good, 20'000, 5'100_ps, 10'000_ps);
  refused(good, 15'299, 5'100_ps, 9'900_ps);
  refused(good, 29'701, 5'100_ps, 9'900_ps);
  refused({{5, 1}}, 5'200, 5'300_ps, 5'100_ps);
  refused({{0, 1}}, 0, -1_ps, 0_ps);
  refused({{5, 2}, {5, 1}}, 16'000, 5'000_ps, 5'900_ps);
  refused({{5, 2}, {70, 1}, {9, 1}}, 30'000, 5'000_ps, 9'000_ps);
  refused({{5, 0}}, 0, 5'000_ps, 5'000_ps);
  refused({{5, INT64_MAX}, {9, 1}}, Int128{5'000} * INT64_MAX + 9'000, 5'000_ps, 9'000_ps);
}

}  // namespace
}  // namespace qoslab
