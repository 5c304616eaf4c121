#include "gui/pictures/views.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/gui/example_text.h"
#include "tests/gui/pictures/shown.h"

namespace qoslab::gui {
namespace {

using test::column_of;
using test::curve_of;
using test::ids_of;
using test::names_of_curves;
using test::opened;
using test::view_of;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(WholeRunViews, ResultsWithNothingHaveASummaryAndNotesOnly) {
  const auto nothing = opened(R"({"scenario":"s"})");
  EXPECT_THAT(ids_of(views_of(nothing)), ElementsAre("summary", "notes"));
  EXPECT_THAT(view_of(nothing, "summary").picture().curves, IsEmpty());
  EXPECT_THAT(view_of(nothing, "summary").table().rows, IsEmpty());
}

TEST(WholeRunViews, TheSummaryHasOfferedBesideWhatArrived) {
  const auto view = view_of(opened(example_results()), "summary");
  const auto picture = view.picture();
  EXPECT_EQ(picture.y.unit, "bit/s");
  EXPECT_THAT(picture.x.names, ElementsAre("call", "file"));
  EXPECT_THAT(curve_of(picture, "offered").points, ElementsAre(Point{0, 64'000}, Point{1, 9e6}));
  const auto arrived = curve_of(picture, "arrived");
  EXPECT_THAT(arrived.points, ElementsAre(Point{0, 64'000}, Point{1, 8e6}));
  ASSERT_EQ(arrived.whiskers.size(), 1U) << "one has an interval";
  EXPECT_EQ(arrived.whiskers[0].low, 63'900);
  EXPECT_EQ(arrived.whiskers[0].high, 64'100);
  const auto table = view.table();
  EXPECT_THAT(column_of(table, "goodput, bit/s"), ElementsAre("64 k ± 100", "8 M"));
  EXPECT_THAT(column_of(table, "loss, %"), ElementsAre("0", "11.1"));
  EXPECT_THAT(column_of(table, "99 % of delay, ms"), ElementsAre("4", "40"));
  EXPECT_THAT(column_of(table, "jitter, ms"), ElementsAre("0.2", "–"));
}

TEST(WholeRunViews, WhatArrivedIsCountedAtTheLayerOfTheOffer) {
  const auto run = opened(R"({"scenario":"s","flows":[
    {"name":"call","offered_bps":80000,"carried_bps":79960,"goodput_bps":63968}]})");
  EXPECT_THAT(curve_of(view_of(run, "summary").picture(), "arrived").points, ElementsAre(Point{0, 79'960}));
  EXPECT_THAT(column_of(view_of(run, "summary").table(), "arrived, bit/s"), ElementsAre("79.96 k"));
}

TEST(WholeRunViews, WhatIsNotDrawnIsSaid) {
  std::string flows;
  for (int i = 0; i < 43; ++i)
    flows += (i == 0 ? "" : ",") + ("{\"name\":\"f" + std::to_string(i)) + "\",\"drops\":{\"a: full\":1}}";
  const auto run = opened("{\"scenario\":\"s\",\"question\":\"Why?\",\"flows\":[" + flows + "]}");
  const auto summary = view_of(run, "summary");
  EXPECT_EQ(summary.picture().x.names.size(), 40U);
  EXPECT_EQ(summary.picture().note, "Why? The first 40 are drawn; the table has 3 more.");
  EXPECT_EQ(summary.table().rows.size(), 43U);
  EXPECT_THAT(view_of(run, "drops").picture().note, testing::EndsWith("the table has 3 more."));
}

TEST(WholeRunViews, TheSummaryOfAGatewayLeavesItsClassesToTheTable) {
  const auto gateway = opened(R"({"scenario":"s","traffic":[{"subject":"bng","carried_bps":5},
    {"subject":"homes.downstream/ef","class":"ef","carried_bps":3},{"subject":"homes[7]","subscriber":7,"carried_bps":1}]})");
  EXPECT_THAT(view_of(gateway, "summary").picture().x.names, ElementsAre("bng"));
  EXPECT_EQ(view_of(gateway, "summary").table().rows.size(), 3U);
}

TEST(WholeRunViews, PointsOfASweepAreBriefBelowAChartAndWholeInATable) {
  const auto sweep = opened(R"({"scenario":"s","flows":[{"name":"a","point":{"load":"1","size":"9"},"goodput_bps":1},
    {"name":"a","point":{"load":"2","size":"9"},"goodput_bps":2}]})");
  const auto picture = view_of(sweep, "summary").picture();
  EXPECT_THAT(picture.x.names, ElementsAre("a (1, 9)", "a (2, 9)"));
  EXPECT_EQ(picture.x.title, "(load, size)");
  EXPECT_EQ(view_of(sweep, "summary").table().rows[1][0], "a at load=2 size=9");
}

TEST(WholeRunViews, DropsAreSortedByWhereTheMostWereLost) {
  const auto view = view_of(opened(R"({"scenario":"s","flows":[{"name":"a","drops":{"r1: early":5,"r2: full":40}},
    {"name":"b","drops":{"r1: early":7}},{"name":"c","drops":{}}]})"),
                            "drops");
  const auto picture = view.picture();
  EXPECT_THAT(picture.x.names, ElementsAre("a", "b")) << "c lost nothing";
  EXPECT_EQ(picture.y.title, "packets");
  EXPECT_THAT(names_of_curves(picture), ElementsAre("r2: full", "r1: early"));
  EXPECT_THAT(curve_of(picture, "r2: full").points, ElementsAre(Point{0, 40}));
  EXPECT_THAT(curve_of(picture, "r1: early").points, ElementsAre(Point{0, 5}, Point{1, 7}));
  EXPECT_THAT(column_of(view.table(), "packets"), ElementsAre("5", "40", "7"));
}

TEST(WholeRunViews, WhatPacketsWaitedForIsInPercentOfThem) {
  const auto view = view_of(opened(R"({"scenario":"s","traffic":[{"subject":"idle"},{"subject":"ef","waited":{"no":50,
    "own_shaper":25,"parent":15,"port":10},"waited_percent":{"own_shaper":25,"parent":15,"port":10}},
    {"subject":"ef[3]","subscriber":3,"waited":{"no":1},"waited_percent":{"own_shaper":1}}]})"),
                            "waiting");
  const auto picture = view.picture();
  EXPECT_THAT(picture.x.names, ElementsAre("ef")) << "samples are in the table alone";
  EXPECT_THAT(curve_of(picture, "its own shaper").points, ElementsAre(Point{0, 25}));
  EXPECT_THAT(curve_of(picture, "the port").points, ElementsAre(Point{0, 10}));
  EXPECT_THAT(column_of(view.table(), "packets"), ElementsAre("100", "1"));
}

TEST(WholeRunViews, TheBusiestPlaceComesFirst) {
  const auto view = view_of(opened(R"({"scenario":"s","places":[{"name":"idle"},{"name":"core","busy":0.25},
    {"name":"port","busy":0.75,"rate_bps":2e9,"most_waiting":60}]})"),
                            "places");
  const auto picture = view.picture();
  EXPECT_THAT(picture.x.names, ElementsAre("port", "core"));
  EXPECT_THAT(picture.curves.at(0).points, ElementsAre(Point{0, 75}, Point{1, 25})) << "percent, not shares";
  EXPECT_THAT(column_of(view.table(), "rate, bit/s"), ElementsAre("2 G", "–"));
}

TEST(WholeRunViews, DistributionsAreInMillisecondsAndSharesOfPackets) {
  const auto run = opened(example_results());
  const auto picture = view_of(run, "distribution").picture();
  EXPECT_EQ(picture.x.unit, "ms");
  EXPECT_TRUE(picture.x.logarithmic);
  const auto call = curve_of(picture, "call");
  EXPECT_EQ(call.shape, Curve::Shape::steps) << "of a histogram";
  EXPECT_THAT(call.points, ElementsAre(Point{1, 0}, Point{1, 0.05}, Point{2, 0.85}, Point{4, 0.99}, Point{6, 1}));
  const auto file = curve_of(picture, "file");
  EXPECT_EQ(file.shape, Curve::Shape::line) << "between percentiles";
  EXPECT_EQ(file.points.back(), (Point{60, 1}));
  EXPECT_THAT(picture.note, testing::StartsWith("Straight lines"));
  const auto tail = curve_of(view_of(run, "tail").picture(), "call");
  EXPECT_EQ(tail.points.front().y, 1);
  EXPECT_NEAR(tail.points.back().y, 0.01, 1e-12) << "no share of 0 on a logarithmic axis";
  const auto table = view_of(run, "distribution").table();
  EXPECT_THAT(column_of(table, "p99, ms"), ElementsAre("4", "40"));
}

}  // namespace
}  // namespace qoslab::gui
