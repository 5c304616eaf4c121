// Views over time of what several replications have left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "gui/pictures/compared_views.h"
#include "gui/pictures/views.h"
#include "tests/gui/example_text.h"
#include "tests/gui/pictures/shown.h"
#include "tests/own_folder.h"

namespace qoslab::gui {
namespace {

using test::column_of;
using test::curve_of;
using test::names_of_curves;
using test::view_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class SeriesViews : public testing::Test {
 protected:
  [[nodiscard]] std::shared_ptr<const OpenedResults> run(const std::string& series) const {
    std::ofstream{own.path() / "results.json"} << example_results();
    std::ofstream{own.path() / "series.csv"} << series;
    return open_results(own.path());
  }
  const qoslab::test::OwnFolder own;
};

const std::string replicated =
    "time_s,flow,metric,value,replication\n"
    "0,call,goodput_bps,100,0\n1,call,goodput_bps,100,0\n0,file,goodput_bps,7,0\n0,call,loss_percent,1,0\n"
    "0,call,goodput_bps,140,1\n1,call,goodput_bps,100,1\n2,call,goodput_bps,80,1\n0,call,loss_percent,99,1\n";

TEST_F(SeriesViews, SeveralReplicationsAreTheirMeanInABand) {
  const auto picture = view_of(run(replicated), "throughput").picture();
  EXPECT_EQ(picture.note, "Means of 2 replications; bands are 95 % confidence intervals.");
  EXPECT_THAT(names_of_curves(picture), ElementsAre("call", "file"));
  const auto call = curve_of(picture, "call");
  EXPECT_THAT(call.points, ElementsAre(Point{0, 120}, Point{1, 100}, Point{2, 80}));
  ASSERT_EQ(call.band.size(), 3U);
  EXPECT_EQ(call.band[0].low, 0) << "120 ± 254: no rate is below 0";
  EXPECT_NEAR(call.band[0].high, 120 + 12.7062 * 20, 1e-3);
  EXPECT_EQ(call.band[1].low, 100);
  EXPECT_TRUE(std::isnan(call.band[2].low)) << "of one replication alone";
  EXPECT_THAT(curve_of(picture, "file").band, IsEmpty());
  EXPECT_NE(curve_of(picture, "file").source, nullptr);
}

TEST_F(SeriesViews, ABandOfSharesEndsAtAllAndNothing) {
  const auto call = curve_of(view_of(run(replicated), "loss").picture(), "call");
  EXPECT_THAT(call.points, ElementsAre(Point{0, 50}));
  EXPECT_EQ(call.band.at(0).low, 0);
  EXPECT_EQ(call.band.at(0).high, 100);
}

TEST_F(SeriesViews, TheTableHasEachReplication) {
  const auto table = view_of(run(replicated), "throughput").table();
  EXPECT_THAT(column_of(table, "curve"), ElementsAre("call #0", "call #1", "file #0"));
}

TEST_F(SeriesViews, ASingleReplicationIsNotNumbered) {
  const auto picture =
      view_of(run("time_s,flow,metric,value,replication\n0,call,goodput_bps,100,0\n"), "throughput").picture();
  EXPECT_THAT(names_of_curves(picture), ElementsAre("call"));
  EXPECT_EQ(picture.note, "First replication of each point.");
}

TEST_F(SeriesViews, PointsOfASweepHaveMeansOfTheirOwn) {
  const auto picture =
      view_of(run("time_s,flow,metric,value,point,replication\n0,call,goodput_bps,1,load=1,0\n"
                  "0,call,goodput_bps,3,load=1,1\n0,call,goodput_bps,5,load=2,0\n0,call,goodput_bps,7,load=2,1\n"),
              "throughput")
          .picture();
  EXPECT_THAT(names_of_curves(picture), ElementsAre("call at load=1", "call at load=2"));
  EXPECT_THAT(picture.curves[0].points, ElementsAre(Point{0, 2}));
  EXPECT_THAT(picture.curves[1].points, ElementsAre(Point{0, 6}));
}

TEST_F(SeriesViews, TooManyValuesForMeansAreTheReplicationsThemselves) {
  std::string series = "time_s,flow,metric,value,replication\n";
  for (const auto* replication : {"0", "1"})
    for (int i = 0; i < 20'000; ++i) series += std::to_string(i) + ",call,goodput_bps,1," + replication + "\n";
  const auto picture = view_of(run(series), "throughput").picture();
  EXPECT_THAT(names_of_curves(picture), ElementsAre("call #0", "call #1"));
  EXPECT_EQ(picture.note, "Each replication by its number: there are too many values for means.");
}

TEST_F(SeriesViews, ComparedWithARunOfOneReplicationBothAreToldOf) {
  const auto one = run("time_s,flow,metric,value\n0,call,goodput_bps,100\n");
  const auto several = run(replicated);
  const auto picture = view_of(compared_views({one, several}), "throughput").picture();
  EXPECT_THAT(picture.note, testing::StartsWith("example"));
  EXPECT_THAT(picture.note, HasSubstr(": First replication of each point. example"));
  EXPECT_THAT(picture.note, HasSubstr(": Means of 2 replications"));
  std::size_t bands = 0;
  for (const auto& curve : picture.curves) bands += curve.band.empty() ? 0U : 1U;
  EXPECT_EQ(bands, 1U);
}

}  // namespace
}  // namespace qoslab::gui
