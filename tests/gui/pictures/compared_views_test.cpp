#include "gui/pictures/compared_views.h"

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

TEST(ComparedViews, AnEmulationStandsBesideTheRun) {
  const auto views =
      compared_views({opened(example_results(), "run/results.json"), opened(example_emulation(), "lab/results.json")});
  const auto view = view_of(views, "delay_mean_ms");
  const auto picture = view.picture();
  EXPECT_EQ(picture.y.unit, "ms");
  EXPECT_THAT(picture.x.names, ElementsAre("call", "file")) << "and not the names of accounts";
  EXPECT_THAT(names_of_curves(picture), ElementsAre("example (run)", "example (lab)"));
  const auto run = curve_of(picture, "example (run)");
  const auto lab = curve_of(picture, "example (lab)");
  EXPECT_EQ(run.points.at(0).y, 2);
  EXPECT_EQ(lab.points.at(0).y, 2.06);
  EXPECT_LT(run.points[0].x, lab.points[0].x) << "beside each other";
  EXPECT_THAT(column_of(view.table(), "example (lab)"), ElementsAre("2.06 (+0.06, 3 %)", "20.06 (+0.06, 0.3 %)"));
  EXPECT_THAT(column_of(view_of(views, "carried_frames_bps").table(), "example (lab)").at(0),
              "69.8 k (+40, 0.05734 %)");
  const auto certificate = view_of(views, "certificate").table();
  EXPECT_THAT(column_of(certificate, "results"), testing::Each(std::string{"example (lab)"}));
}

TEST(ComparedViews, OfSeveralRunsHaveTheReferencesOfAllAndOneSetOfCurves) {
  const auto views = compared_views(
      {opened(example_results("first")), opened(example_results("second")), opened(R"({"scenario":"s"})")});
  EXPECT_EQ(views.at(0).id, "references");
  const auto references = views.at(0).picture();
  EXPECT_THAT(references.x.names, ElementsAre("table-3-call", "table-3-call"));
  EXPECT_EQ(curve_of(references, "published").points.size(), 2U);
  EXPECT_EQ(curve_of(references, "published").points[1].x, 1) << "behind those of the first";
  EXPECT_THAT(names_of_curves(view_of(views, "tail").picture()),
              ElementsAre("first: call", "first: file", "second: call", "second: file"));
  EXPECT_THAT(ids_of(views), testing::Not(testing::Contains("certificate")));
}

TEST(ComparedViews, IntervalsThatDoNotOverlapAreApart) {
  const auto with = [](const std::string& scenario, double goodput) {
    return opened(R"({"scenario":")" + scenario + R"(","flows":[{"name":"call","goodput_bps_ci95":100,"goodput_bps":)" +
                  std::to_string(goodput) + "}]}");
  };
  const auto cells = [&](double second) {
    return column_of(view_of(compared_views({with("a", 64000), with("b", second)}), "goodput_bps").table(), "b");
  };
  EXPECT_THAT(cells(64150), ElementsAre("64.15 k ± 100 (+150, 0.2344 %)"));
  EXPECT_THAT(cells(64250), ElementsAre("64.25 k ± 100 (+250, 0.3906 %, apart)"));
}

}  // namespace
}  // namespace qoslab::gui
