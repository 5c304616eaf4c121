#include "gui/data/series_file.h"
#include "tests/own_folder.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <numeric>
#include <random>
#include <sstream>

namespace qoslab::gui {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string header = "time_s,flow,metric,value\n";

class SeriesFileTest : public testing::Test {
 protected:
  fs::path write(const std::string& text) {
    std::ofstream{folder / "series.csv", std::ios::binary} << text;
    return folder / "series.csv";
  }
  std::string refusal_of(const fs::path& path) {
    try {
      SeriesFile{path};
    } catch (const SeriesError& e) {
      return e.what();
    }
    return "";
  }
  const test::OwnFolder own;
  fs::path folder = own.path();
};

TEST_F(SeriesFileTest, CurvesAreWhatTheFileHasByFlowAndMetric) {
  write(header +
        "1,call,goodput_bps,64000\n1,call,loss_percent,0.5\n1.5,call,goodput_bps,32000\n2,file,rate_bps,-1e3\n");
  const SeriesFile file{folder};
  ASSERT_EQ(file.curves().size(), 3U);
  const auto& call = file.curves()[0];
  EXPECT_EQ(call.name, (CurveName{"call", "goodput_bps", "", ""}));
  EXPECT_EQ(call.begin, 1);
  EXPECT_EQ(call.end, 1.5);
  EXPECT_EQ(call.min, 32000);
  EXPECT_EQ(call.max, 64000);
  EXPECT_EQ(call.values, 2);
  EXPECT_EQ(file.curves()[1].name.metric, "loss_percent");
  EXPECT_EQ(file.curves()[2].min, -1000);
  EXPECT_EQ(file.warning(), "");
  const auto envelope = file.envelope(0, 0, 2, 100);
  EXPECT_TRUE(envelope.exact);
  EXPECT_THAT(outline(envelope.strokes), ElementsAre(Point{1, 64000}, Point{1.5, 32000}));
  EXPECT_THAT(file.source(0)->between(1.2, 1.3, 10), ElementsAre(Point{1, 64000}, Point{1.5, 32000}));
  EXPECT_EQ(file.source(2)->span(), (std::pair{2.0, 2.0}));
}

TEST_F(SeriesFileTest, NamesMayHaveCommasAndQuotesAndPointsAndReplications) {
  write(
      "time_s,flow,metric,value,point,replication\r\n"
      "1,\"a, \"\"b\"\"\",rate_bps,1,rate=1 size=2,0\r\n"
      "1,\"a, \"\"b\"\"\",rate_bps,2,rate=1 size=2,1\r\n"
      "1,\"a, \"\"b\"\"\",rate_bps,3,\"x=1,5\",0\r\n"
      "2,\"a, \"\"b\"\"\",rate_bps,4,rate=1 size=2,0\r\n");
  const SeriesFile file{folder / "series.csv"};
  EXPECT_EQ(file.warning(), "");
  ASSERT_EQ(file.curves().size(), 3U);
  EXPECT_EQ(file.curves()[0].name, (CurveName{"a, \"b\"", "rate_bps", "rate=1 size=2", "0"}));
  EXPECT_EQ(file.curves()[1].name.replication, "1");
  EXPECT_EQ(file.curves()[2].name.point, "x=1,5");
  EXPECT_THAT(file.exact(0, 0, 9, 10), ElementsAre(Point{1, 1}, Point{2, 4}));
}

TEST_F(SeriesFileTest, BadLinesAreCountedAndTheFirstNamed) {
  for (const auto& [line, reason] :
       std::map<std::string, std::string>{{"x,call,rate_bps,1", "time_s is no number"},
                                          {"", "time_s is no number"},
                                          {"1e999,call,rate_bps,1", "time_s is no number"},
                                          {"1,call,rate_bps,", "value is no number"},
                                          {"1,call,rate_bps,nan", "value is no number"},
                                          {"1,call,rate_bps,inf", "value is no number"},
                                          {"1,call,rate_bps,1x", "value is no number"},
                                          {"1,call,rate_bps,1e", "value is no number"},
                                          {"1,call", "too few columns"},
                                          {"1,call,rate_bps", "too few columns"},
                                          {"1,call,rate_bps,1,2", "too many columns"},
                                          {"1,ca\"ll,rate_bps,1", "quotes that do not fit"},
                                          {"1,\"call,rate_bps,1", "quotes that do not fit"}}) {
    write(header + "1,call,rate_bps,1\n" + line + "\n2,call,rate_bps,2\nalso bad\n");
    const SeriesFile file{folder};
    EXPECT_EQ(file.warning(),
              (folder / "series.csv").string() + ": 2 lines were left out, the first is line 3: " + reason);
    ASSERT_EQ(file.curves().size(), 1U);
    EXPECT_EQ(file.curves()[0].values, 2) << line;
  }
}

TEST_F(SeriesFileTest, ALineWithoutItsEndIsNoValue) {
  write(header + "1,call,rate_bps,1\n2,call,rate_bps,12");
  const SeriesFile file{folder};
  EXPECT_EQ(file.curves().at(0).values, 1) << "12 may have been 1234567";
  EXPECT_THAT(file.warning(), EndsWith("series.csv: the file is cut off in its last line"));
}

TEST_F(SeriesFileTest, WhatIsNoSeriesIsRefused) {
  EXPECT_THAT(refusal_of(folder), HasSubstr("series.csv: cannot be read: No such file or directory"));
  for (const std::string text : {"", "time_s,flow", "time_s,flow,metric,value", "{}\n",
                                 "time_s,flow,metric,value,color\n", "time_s,flow,metric,value,replication,point\n"})
    EXPECT_THAT(refusal_of(write(text)),
                HasSubstr(": no series.csv; its first line is to be time_s,flow,metric,value"));
  fs::remove(folder / "series.csv");
  ASSERT_EQ(mkfifo((folder / "series.csv").c_str(), 0600), 0);
  EXPECT_THAT(refusal_of(folder), EndsWith("no regular file; a series.csv is wanted"))
      << "and nobody waits for a writer";
}

TEST_F(SeriesFileTest, WithoutLinesThereAreNoCurves) {
  const SeriesFile file{write(header)};
  EXPECT_THAT(file.curves(), IsEmpty());
  EXPECT_EQ(file.warning(), "");
}

/// Many values of a few curves that take turns unevenly; each curve's time rises.
class LongSeries : public SeriesFileTest {
 protected:
  LongSeries() {
    std::mt19937 random{5};
    std::ostringstream text;
    text.precision(12);
    text << header;
    std::vector<double> times(names.size(), 0);
    for (int i = 0; i < 150'000; ++i) {
      const std::size_t curve = random() % 8 == 0 ? random() % names.size() : static_cast<std::size_t>(i) % 2;
      times[curve] += static_cast<double>(random() % 4) / 8;
      const double value = static_cast<double>(random() % 100'000) / 16;
      values[names[curve]].push_back({times[curve], value});
      text << times[curve] << ',' << names[curve] << ",rate_bps," << value << '\n';
      if (i % 1000 == 999) text << "bad\n";
    }
    write(text.str());
  }
  const std::vector<Point>& of(const SeriesFile& file, std::size_t curve) {
    return values.at(file.curves()[curve].name.subject);
  }
  const std::vector<std::string> names{"a", "bb", "a place.1/x", "d"};
  std::map<std::string, std::vector<Point>> values;
};

std::vector<Point> part_of(const std::vector<Point>& all, double from, double to) {
  std::vector<Point> part;
  for (const auto& p : all)
    if (p.x >= from && p.x <= to) part.push_back(p);
  return part;
}

TEST_F(LongSeries, WithAnyNumberOfThreadsItIsTheSame) {
  for (const int threads : {1, 2, 3}) {
    const SeriesFile file{folder, {threads}};
    EXPECT_EQ(file.flaws().bad_lines, 150);
    EXPECT_EQ(file.flaws().first_bad_line, 1002) << "behind the header and 1000 others";
    ASSERT_EQ(file.curves().size(), names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto& all = of(file, i);
      EXPECT_EQ(file.curves()[i].values, static_cast<std::int64_t>(all.size()));
      EXPECT_TRUE(file.exact(i, -1, 1e9, all.size()) == all);
    }
  }
}

TEST_F(LongSeries, AnEnvelopeStandsForEachValueAndZoomedInIsExact) {
  const SeriesFile file{folder};
  std::mt19937 random{6};
  for (int round = 0; round < 200; ++round) {
    const std::size_t curve = random() % names.size();
    const auto& all = of(file, curve);
    const double width = all.back().x / static_cast<double>(1U << random() % 15);
    const double from = static_cast<double>(random() % 1000) / 1000 * all.back().x;
    const int pixels = 1 + static_cast<int>(random() % 800);
    const auto inside = part_of(all, from, from + width);
    const auto envelope = file.envelope(curve, from, from + width, pixels);
    std::int64_t count = 0;
    double sum = 0, least = HUGE_VAL, most = -HUGE_VAL;
    for (const auto& s : envelope.strokes) {
      if (s.end < from || s.begin > from + width) continue;
      count += s.count;
      sum += s.sum;
      least = std::min(least, s.min);
      most = std::max(most, s.max);
    }
    EXPECT_LE(envelope.strokes.size(), static_cast<std::size_t>(pixels) + 4);
    EXPECT_GE(count, static_cast<std::int64_t>(inside.size()));
    if (inside.empty()) continue;
    EXPECT_LE(least, std::min_element(inside.begin(), inside.end(), [](Point a, Point b) { return a.y < b.y; })->y);
    EXPECT_GE(most, std::max_element(inside.begin(), inside.end(), [](Point a, Point b) { return a.y < b.y; })->y);
    if (!envelope.exact) continue;
    EXPECT_EQ(count, static_cast<std::int64_t>(inside.size()));
    const auto points = outline(envelope.strokes);
    EXPECT_EQ(part_of(points, from, from + width).size(),
              inside.size() - static_cast<std::size_t>(std::count_if(inside.begin(), inside.end(), [&](const Point& p) {
                return &p != &inside[0] && *(&p - 1) == p;
              })));
  }
  const auto zoomed = file.envelope(0, 100, 101, 500).strokes;
  EXPECT_EQ(std::accumulate(zoomed.begin(), zoomed.end(), std::int64_t{-2},
                            [](std::int64_t sum, const Stroke& s) { return sum + s.count; }),
            static_cast<std::int64_t>(part_of(of(file, 0), 100, 101).size()))
      << "these values and one neighbour on each side";
  EXPECT_FALSE(file.envelope(0, 0, 1e9, 500).exact);
}

TEST_F(LongSeries, ADeletedFileIsStillThere) {
  const SeriesFile file{folder};
  fs::remove(folder / "series.csv");
  EXPECT_TRUE(file.exact(0, 0, 1e9, 1'000'000) == of(file, 0));
}

TEST_F(LongSeries, OfATruncatedFileThereIsWhatMemoryHas) {
  const SeriesFile file{folder};
  const auto before = file.envelope(0, 0, 1e9, 300).strokes;
  fs::resize_file(folder / "series.csv", 1000);
  const auto after = file.envelope(0, 0, 1e9, 300).strokes;
  EXPECT_EQ(outline(after), outline(before));
  const double end = file.curves()[0].end;
  EXPECT_FALSE(file.envelope(0, end - 10, end, 300).strokes.empty());
  EXPECT_THROW(static_cast<void>(file.exact(0, 0, 1e9, 1'000'000)), SeriesError);
}

TEST_F(LongSeries, OfAFileThatWasWrittenOverThereIsWhatMemoryHas) {
  const SeriesFile file{folder};
  {
    std::fstream text{folder / "series.csv", std::ios::in | std::ios::out};
    text << std::string(3'000'000, '\n');
  }
  EXPECT_FALSE(file.envelope(0, 100, 101, 300).exact && file.envelope(0, 100, 101, 300).strokes.size() > 1000);
  EXPECT_THROW(static_cast<void>(file.exact(0, 0, 1e9, 1'000'000)), SeriesError);
}

TEST_F(LongSeries, MoreThanAskedForIsRefused) {
  const SeriesFile file{folder};
  try {
    static_cast<void>(file.exact(0, 0, 1e9, 10));
    FAIL();
  } catch (const SeriesError& e) {
    EXPECT_THAT(e.what(), EndsWith("more than 10 values in this range"));
  }
}

TEST_F(LongSeries, LoadingTellsHowFarItIsAndCanBeStopped) {
  double last = 0;
  SeriesLoading loading;
  loading.progress = [&](double share) {
    EXPECT_GE(share, last);
    last = share;
  };
  const SeriesFile file{folder, loading};
  EXPECT_GT(last, 0.99);
  std::atomic<bool> stop = true;
  loading.stop = &stop;
  EXPECT_THROW((SeriesFile{folder, loading}), SeriesError);
}

TEST_F(SeriesFileTest, TimesThatGoBackArePutInOrder) {
  std::string text = header;
  for (const double begin : {0.0, 500.0, 250.0})
    for (int i = 0; i < 1000; ++i) text += std::to_string(begin + i) + ",call,rate_bps," + std::to_string(i) + "\n";
  write(text);
  const SeriesFile file{folder};
  EXPECT_EQ(file.curves()[0].values, 3000);
  EXPECT_EQ(file.curves()[0].end, 1499);
  const auto all = file.exact(0, 0, 2000, 3000);
  ASSERT_EQ(all.size(), 3000U);
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end(), [](Point a, Point b) { return a.x < b.x; }));
  const auto envelope = file.envelope(0, 400, 600, 2000);
  for (std::size_t i = 1; i < envelope.strokes.size(); ++i)
    EXPECT_GE(envelope.strokes[i].begin, envelope.strokes[i - 1].begin);
}

TEST_F(SeriesFileTest, MoreCurvesThanThereMayBeAreLeftOutAndCounted) {
  std::string text = header;
  for (std::size_t i = 0; i < most_curves + 7; ++i) text += "1,f" + std::to_string(i) + ",m,1\n";
  const SeriesFile file{write(text)};
  EXPECT_EQ(file.curves().size(), most_curves);
  EXPECT_THAT(file.warning(), EndsWith("series.csv: 7 values of more than 100000 curves were left out"));
}

TEST_F(SeriesFileTest, ALineOfMegabytesIsLeftOut) {
  const SeriesFile file{write(header + "1,call,m,1\n2," + std::string(3'000'000, 'x') + ",m,1\n3,call,m,3\n")};
  EXPECT_EQ(file.exact(0, 0, 9, 9), (std::vector<Point>{{1, 1}, {3, 3}}));
  EXPECT_THAT(file.warning(), EndsWith("1 line was left out: a line of more than a megabyte"));
}

TEST_F(SeriesFileTest, NoBytesAreAnAccident) {
  const std::string whole =
      "time_s,flow,metric,value,point\n1,call,m,64e3,a=1\n1,\"a,b\",m,-0.5,\"b,2\"\n2,call,m,7,a=1\n";
  std::mt19937 random{1};
  for (int round = 0; round < 300; ++round) {
    auto text = whole.substr(0, round < 100 ? static_cast<std::size_t>(round) : whole.size());
    if (round >= 100)
      for (int flips = 0; flips < 1 + round % 3; ++flips)
        text[31 + random() % (text.size() - 31)] =
            round % 2 == 0 ? static_cast<char>(random() % 256) : std::string{",\"\n\r0e-."}[random() % 8];
    const auto path = write(text);
    try {
      const SeriesFile file{path};
      for (std::size_t i = 0; i < file.curves().size(); ++i) {
        EXPECT_EQ(file.exact(i, -HUGE_VAL, HUGE_VAL, 9).size(), static_cast<std::size_t>(file.curves()[i].values));
        EXPECT_FALSE(file.envelope(i, 0, 3, 10).strokes.empty());
      }
    } catch (const SeriesError& e) {
      EXPECT_LE(round, 31) << "the header is whole: " << e.what();
    }
  }
}

}  // namespace
}  // namespace qoslab::gui
