#include "gui/data/pyramid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace qoslab::gui {
namespace {

std::vector<Point> walk(std::size_t count, unsigned seed) {
  std::mt19937 random{seed};
  std::vector<Point> samples;
  double time = 0, value = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (random() % 3 != 0)
      time += random() % 50 == 0 ? 100 : static_cast<double>(random() % 4);  // with gaps and simultaneous ones
    value += static_cast<double>(random() % 2001) - 1000;
    samples.push_back({time, value});
  }
  return samples;
}

/// Holds an envelope to the samples, one by one. Gives the number of strokes that begin in the range.
int expect_true(const Envelope& envelope, const std::vector<Point>& samples, double from, double to) {
  std::size_t at = 0;
  int within = 0;
  bool begun = false;
  for (const auto& stroke : envelope.strokes) {
    while (!begun && (samples[at].x != stroke.begin || samples[at].y != stroke.first)) ++at;
    if (!begun && at > 0) {
      EXPECT_LT(samples[at - 1].x, from) << "something before is missing";
    }
    begun = true;
    const auto count = static_cast<std::size_t>(stroke.count);
    if (at + count > samples.size()) {
      ADD_FAILURE() << "more than there is";
      return within;
    }
    Stroke slow = stroke_of(samples[at]);
    for (std::size_t i = at + 1; i < at + count; ++i) slow.add(stroke_of(samples[i]));
    EXPECT_EQ(stroke.begin, slow.begin);
    EXPECT_EQ(stroke.end, slow.end);
    EXPECT_EQ(stroke.first, slow.first);
    EXPECT_EQ(stroke.last, slow.last);
    EXPECT_EQ(stroke.min, slow.min);
    EXPECT_EQ(stroke.max, slow.max);
    EXPECT_EQ(stroke.sum, slow.sum) << "whole numbers add up exactly";
    if (stroke.begin >= from && stroke.begin <= to) ++within;
    at += count;
  }
  if (begun && at < samples.size()) {
    EXPECT_GT(samples[at].x, to) << "something behind is missing";
  }
  return within;
}

TEST(Pyramid, TellsTheTruthOfAnyPartInFewStrokes) {
  for (const std::size_t count : {1U, 2U, 15U, 16U, 17U, 63U, 64U, 65U, 1000U, 4096U, 20001U}) {
    const auto samples = walk(count, static_cast<unsigned>(count));
    const Pyramid pyramid{samples};
    std::mt19937 random{3};
    const double whole = samples.back().x + 10;
    for (int round = 0; round < 40; ++round) {
      const auto any_time = [&] { return -5 + (whole + 10) * static_cast<double>(random()) / 4294967296.0; };
      double from = any_time(), to = any_time();
      if (round == 0) from = -1, to = whole;
      if (from > to) std::swap(from, to);
      const int pixels = 1 + static_cast<int>(random() % 60);
      const auto envelope = pyramid.envelope(from, to, pixels);
      EXPECT_LE(expect_true(envelope, samples, from, to), pixels);
      const bool any = std::any_of(samples.begin(), samples.end(), [&](auto s) { return s.x >= from && s.x <= to; });
      EXPECT_TRUE(!any || !envelope.strokes.empty());
    }
  }
}

TEST(Pyramid, FewSamplesAreExact) {
  const Pyramid pyramid{{{1, 5}, {2, 7}, {3, 6}}};
  const auto envelope = pyramid.envelope(0, 10, 100);
  EXPECT_TRUE(envelope.exact);
  EXPECT_EQ(outline(envelope.strokes), (std::vector<Point>{{1, 5}, {2, 7}, {3, 6}}));
  EXPECT_EQ(pyramid.between(1.5, 1.6, 100), (std::vector<Point>{{1, 5}, {2, 7}})) << "the neighbours, for the line";
  EXPECT_EQ(pyramid.span(), (std::pair{1.0, 3.0}));
  EXPECT_EQ(pyramid.between(2, 2, 1), (std::vector<Point>{{1, 5}, {2, 7}, {3, 6}})) << "an empty range";
}

TEST(Pyramid, WithoutSamplesThereIsNothing) {
  const Pyramid pyramid;
  EXPECT_TRUE(pyramid.envelope(0, 1, 10).strokes.empty());
  EXPECT_EQ(pyramid.span(), std::nullopt);
}

TEST(Pyramid, GrownSampleBySampleItIsTheSame) {
  const auto samples = walk(3000, 9);
  Pyramid grown;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    grown.add(samples[i]);
    if (i % 271 != 0) continue;
    const Pyramid whole{{samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(i) + 1}};
    EXPECT_EQ(grown.between(-1, 1e9, 7), whole.between(-1, 1e9, 7));
  }
}

TEST(Pyramid, OnePeakAmongAMillionIsSeenAtEveryZoom) {
  std::vector<Point> samples;
  for (int i = 0; i < 1'000'000; ++i) samples.push_back({i * 0.001, i == 765'432 ? 99.0 : 1.0});
  const Pyramid pyramid{std::move(samples)};
  for (double half = 500; half > 0.0005; half /= 3) {
    const auto points = pyramid.between(765.432 - half, 765.432 + half, 800);
    EXPECT_LE(points.size(), 4U * 800 + 8);
    EXPECT_EQ(std::count_if(points.begin(), points.end(), [](Point p) { return p.y == 99; }), 1) << half;
  }
}

TEST(Strokes, AnOutlineHasWhatDiffers) {
  Stroke stroke = stroke_of({1, 5});
  for (const Point p : {Point{2, 1}, Point{3, 9}, Point{5, 6}}) stroke.add(stroke_of(p));
  EXPECT_EQ(stroke.mean(), 5.25);
  EXPECT_EQ(outline({stroke}), (std::vector<Point>{{1, 5}, {3, 1}, {3, 9}, {5, 6}}));
  Stroke rising = stroke_of({1, 1});
  rising.add(stroke_of({2, 2}));
  EXPECT_EQ(outline({rising, stroke_of({4, 4})}), (std::vector<Point>{{1, 1}, {2, 2}, {4, 4}}));
}

}  // namespace
}  // namespace qoslab::gui
