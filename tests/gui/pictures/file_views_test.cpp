// Views of what lies beside a results.json: series.csv, subscribers.csv, certificate.json.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <stdexcept>

#include "gui/pictures/views.h"
#include "tests/gui/example_text.h"
#include "tests/gui/pictures/shown.h"
#include "tests/own_folder.h"

namespace qoslab::gui {
namespace {

using test::column_of;
using test::curve_of;
using test::ids_of;
using test::names_of_curves;
using test::view_of;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string subscribers =
    "group,direction,subscriber,offered_bytes,arrived_bytes,offered_packets,arrived_packets,link,place,rate_bps,"
    "offered_bps,arrived_bps,share_percent,lost_packets\n"
    "homes,downstream,0,1,1,1,1,3,olt.1/pon.2,1000000,2000000,1000000,100.00,7\n"
    "homes,downstream,1,1,1,1,1,3,olt.1/pon.0,1000000,2000000,250000,25.00,9\n"
    "homes,downstream,2,1,1,1,1,3,olt.1/pon.1,,2000000,500000,50.00,8\n"
    "homes,downstream,3,1,1,1,1,3,olt.1/pon.1,1000000,0,0,,0\n"
    "idle,upstream,0,1,1,1,1,3,,,0,0,,0\n";

class FileViews : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const { std::ofstream{own.path() / name} << text; }
  [[nodiscard]] std::shared_ptr<const OpenedResults> read() const { return open_results(own.path()); }

  const qoslab::test::OwnFolder own;
};

TEST_F(FileViews, SeriesAreOnTheRunsClockInTheirUnits) {
  write("results.json", example_results());
  write("series.csv", example_series());
  const auto run = read();
  EXPECT_THAT(run->complaints, IsEmpty());
  const auto ids = ids_of(views_of(run));
  for (const auto* id : {"throughput", "loss", "queue"}) EXPECT_THAT(ids, Contains(id));
  for (const auto* id : {"delay", "jitter", "subscribers", "worst"}) EXPECT_THAT(ids, Not(Contains(id)));
  const auto throughput = view_of(run, "throughput").picture();
  EXPECT_EQ(throughput.x.unit, "s");
  EXPECT_EQ(throughput.y.unit, "bit/s");
  EXPECT_THAT(names_of_curves(throughput), ElementsAre("call", "file"));
  const auto drawn = curve_of(throughput, "file").source->between(0, 4, 100);
  ASSERT_THAT(drawn, Not(IsEmpty()));
  for (const auto& point : drawn) EXPECT_EQ(point.y, 8e6);
  EXPECT_THAT(column_of(view_of(run, "throughput").table(), "values"), ElementsAre("4", "4"));
  const auto queue = view_of(run, "queue");
  EXPECT_EQ(queue.picture().y.unit, "packets");
  EXPECT_THAT(column_of(queue.table(), "most"), ElementsAre("50"));
}

TEST_F(FileViews, SubscribersAreCountedByTheirShare) {
  write("results.json", example_results());
  write("subscribers.csv", subscribers);
  const auto view = view_of(read(), "subscribers");
  const auto picture = view.picture();
  EXPECT_EQ(picture.x.unit, "%");
  EXPECT_THAT(names_of_curves(picture), ElementsAre("homes.downstream")) << "of the idle ones there is nothing to draw";
  double all = 0;
  const auto points = picture.curves[0].points;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) all += points[i].y;
  EXPECT_EQ(all, 3) << "who was offered something";
  EXPECT_EQ(points.back().x, 100);
  EXPECT_THAT(column_of(view.table(), "loaded"), ElementsAre("3", "0"));
  EXPECT_THAT(column_of(view.table(), "50 % get at most, bit/s"), ElementsAre("500 k", "–"));
}

TEST_F(FileViews, SubscribersAreThoseOfTheFirstReplication) {
  write("results.json", example_results());
  write("subscribers.csv",
        "group,direction,subscriber,offered_bps,arrived_bps,share_percent,lost_packets,offered_bytes,arrived_bytes,"
        "offered_packets,arrived_packets,link,place,rate_bps,replication\n"
        "homes,downstream,0,2000000,1000000,50.00,7,1,1,1,1,3,,1000000,0\n"
        "homes,downstream,0,2000000,2000000,100.00,0,1,1,1,1,3,,1000000,1\n");
  const auto run = read();
  EXPECT_THAT(run->complaints, IsEmpty());
  EXPECT_THAT(names_of_curves(view_of(run, "subscribers").picture()), ElementsAre("homes.downstream"));
  EXPECT_THAT(view_of(run, "worst").picture().curves.at(0).points, ElementsAre(Point{1, 50}));
  EXPECT_THAT(column_of(view_of(run, "worst").table(), "packets lost"), ElementsAre("7"));
}

TEST_F(FileViews, TheWorstComeFirst) {
  write("results.json", example_results());
  write("subscribers.csv", subscribers);
  const auto view = view_of(read(), "worst");
  EXPECT_THAT(view.picture().curves.at(0).points, ElementsAre(Point{1, 25}, Point{2, 50}, Point{3, 100}));
  const auto table = view.table();
  EXPECT_THAT(column_of(table, "subscriber"), ElementsAre("1", "2", "0"));
  EXPECT_THAT(column_of(table, "place"), ElementsAre("olt.1/pon.0", "olt.1/pon.1", "olt.1/pon.2"));
  EXPECT_THAT(column_of(table, "rate, bit/s"), ElementsAre("1 M", "–", "1 M"));
  EXPECT_THAT(column_of(table, "packets lost"), ElementsAre("9", "8", "7"));
}

TEST_F(FileViews, MeasuredResultsHaveTheCertificateThatLiesBesideThem) {
  write("results.json", example_results());
  EXPECT_THAT(ids_of(views_of(read())), Not(Contains("certificate")));
  write("certificate.json", example_emulation());
  const auto ids = ids_of(views_of(read()));
  EXPECT_THAT(ids, Contains("certificate"));
  EXPECT_THAT(ids, Contains("lateness"));
  EXPECT_THAT(ids, Not(Contains("accounts"))) << "its flows are those of a run";
  EXPECT_THAT(view_of(read(), "summary").picture().note, HasSubstr("not valid"));
}

TEST_F(FileViews, WhatIsBrokenBesideThemIsComplainedOf) {
  write("results.json", example_results());
  write("certificate.json", "{");
  write("subscribers.csv", "what?\n");
  const auto run = read();
  EXPECT_THAT(run->complaints, ElementsAre(HasSubstr("certificate.json: cut off"), HasSubstr("subscribers.csv")));
  EXPECT_THAT(ids_of(views_of(run)), Not(Contains("certificate")));
  EXPECT_THAT(ids_of(views_of(run)), Contains("summary"));
}

/// Each kind of file, with bytes that another one has, cut off or twice: whatever can be read of it is shown.
TEST_F(FileViews, NoByteOfAnyFileIsAnAccident) {
  const std::map<std::string, std::string> sound{
      {"results.json", example_results()}, {"series.csv", example_series()}, {"subscribers.csv", subscribers}};
  std::mt19937 random{7};
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  int shown = 0;
  for (int i = 0; i < 400; ++i) {
    for (const auto& [name, text] : sound) write(name, text);
    auto [name, text] = *std::next(sound.begin(), static_cast<std::ptrdiff_t>(below(sound.size())));
    switch (below(3)) {
      case 0:
        text.resize(below(text.size()));
        break;
      case 1:
        text[below(text.size())] = static_cast<char>(below(256));
        break;
      default:
        text.insert(below(text.size()), text.substr(below(text.size()), below(40)));
    }
    write(name, text);
    try {
      for (const auto& view : views_of(read())) {
        shown += view.picture().curves.empty() ? 0 : 1;
        EXPECT_FALSE(view.table().columns.empty());
      }
    } catch (const std::runtime_error& e) {
      EXPECT_NE(std::string{e.what()}, "");
    }
  }
  EXPECT_GT(shown, 1000);
}

}  // namespace
}  // namespace qoslab::gui
