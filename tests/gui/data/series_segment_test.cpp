#include "gui/data/series_segment.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <random>

#include "gui/data/csv_fields.h"
#include "tests/own_folder.h"

namespace qoslab::gui {
namespace {

TEST(ReadNumber, IsTheNearestDoubleAsStrtodHasIt) {
  std::mt19937_64 random{1};
  const auto digits = [&](std::uint64_t most) {
    std::string text;
    for (auto count = random() % (most + 1); count > 0; --count) text += static_cast<char>('0' + random() % 10);
    return text;
  };
  for (int i = 0; i < 50'000; ++i) {
    std::string text = (random() % 2 == 0 ? "-" : "") + std::string{"1"} + digits(20);
    if (random() % 2 == 0) text += "." + digits(20);
    if (random() % 3 == 0) text += (random() % 2 == 0 ? "e-" : "e+") + std::to_string(random() % 280);
    double number = 0;
    const auto* end = read_number(text.data(), text.data() + text.size(), number);
    ASSERT_EQ(end, text.data() + text.size()) << text;
    EXPECT_EQ(number, std::strtod(text.c_str(), nullptr)) << text;
  }
}

TEST(ReadNumber, StopsWhereANumberEnds) {
  const auto rest = [](std::string text) -> std::string {
    double number = 0;
    const auto* end = read_number(text.data(), text.data() + text.size(), number);
    return end == nullptr ? "none" : text.substr(static_cast<std::size_t>(end - text.data()));
  };
  EXPECT_EQ(rest("12,3"), ",3");
  EXPECT_EQ(rest("1.5.5"), ".5");
  EXPECT_EQ(rest(".5"), "");
  EXPECT_EQ(rest("5."), "");
  for (const auto* none :
       {"", "-", ".", "-.", "e5", "1e", "1e+", "nan", "inf", "+1", "1e400", "1e99999999999999999999"})
    EXPECT_EQ(rest(none), "none") << none;
}

/// All values of two curves, 1 to 3 and 3 to 1, in a file.
class SeriesSegmentTest : public testing::Test {
 protected:
  SeriesSegmentTest() {
    std::ofstream text{path};
    for (int i = 0; i < 4000; ++i) text << i << ",f" << (i % 4 == 0 ? "a" : "b") << ",m," << i % 100 << '\n';
  }
  ~SeriesSegmentTest() override { std::filesystem::remove(path); }
  SeriesSegment taken(const SegmentLimits& limits) {
    SeriesSegment segment{{}, limits};
    const InputFile file{path, ""};
    LineBlocks blocks{file, 0, file.size()};
    while (blocks.next()) segment.take(blocks);
    return segment;
  }
  static std::int64_t samples(const SeriesSegment::Curve& curve) {
    return std::accumulate(curve.pieces.begin(), curve.pieces.end(), std::int64_t{0},
                           [](std::int64_t sum, const Piece& p) { return sum + p.stroke.count; });
  }
  const test::OwnFolder own;
  std::string path = own.path() / "series.csv";
};

TEST_F(SeriesSegmentTest, WithRoomEachValueIsAPiece) {
  const auto segment = taken({10'000, 10'000, 10});
  ASSERT_EQ(segment.curves.size(), 2U);
  EXPECT_EQ(segment.curves[0].pieces.size(), 1000U);
  EXPECT_EQ(segment.curves[1].pieces.size(), 3000U);
  EXPECT_EQ(segment.lines, 4000);
}

TEST_F(SeriesSegmentTest, ACurveKeepsToItsLimitAndLosesNoValue) {
  for (const std::size_t most : {1U, 2U, 3U, 100U}) {
    const auto segment = taken({10'000, most, 10});
    for (const auto& curve : segment.curves) {
      EXPECT_LE(curve.pieces.size(), most);
      EXPECT_GE(2 * curve.pieces.size(), most);
    }
    EXPECT_EQ(samples(segment.curves[0]), 1000);
    EXPECT_EQ(samples(segment.curves[1]), 3000);
    EXPECT_EQ(segment.curves[1].pieces.front().stroke.begin, 1);
    EXPECT_EQ(segment.curves[1].pieces.back().stroke.end, 3999);
  }
}

TEST_F(SeriesSegmentTest, AllKeepToTheirLimitTogetherAndTheLongOnesLoseDetailFirst) {
  const auto segment = taken({1500, 4096, 10});
  EXPECT_LE(segment.curves[0].pieces.size() + segment.curves[1].pieces.size(), 1500U);
  EXPECT_GE(segment.curves[0].pieces.size(), 250U);
  EXPECT_EQ(samples(segment.curves[0]) + samples(segment.curves[1]), 4000);
}

TEST_F(SeriesSegmentTest, EveryPartOfAFileHasItsLinesOnce) {
  const InputFile file{path, ""};
  for (const std::uint64_t cut : {0ULL, 1ULL, 2ULL, 100ULL, 101ULL, 102ULL, 103ULL, 104ULL, 105ULL, 106ULL}) {
    SeriesSegment segment{{}, {10'000, 10'000, 10}};
    for (const auto& [from, to] : {std::pair{std::uint64_t{0}, cut}, std::pair{cut, file.size()}}) {
      LineBlocks blocks{file, line_from(file, from), line_from(file, to)};
      while (blocks.next()) segment.take(blocks);
    }
    EXPECT_EQ(segment.lines, 4000) << cut;
    EXPECT_EQ(segment.bad_lines, 0) << cut;
  }
}

}  // namespace
}  // namespace qoslab::gui
