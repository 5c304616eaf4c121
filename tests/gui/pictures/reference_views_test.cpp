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

const std::string of_a_paper = R"({"scenario":"paper","question":"Who loses?","references":[
  {"id":"t1","metric":"call.loss","unit":"%","documented":10,"simulated":12,"simulated_ci95":1,"deviation_percent":20,
   "tolerance":3,"within":true,"kind":"predicted","printed":"table 1"},
  {"id":"t2","metric":"file.goodput","unit":"kbit/s","documented":200,"simulated":150,"deviation_percent":-25,
   "at_least":190,"at_most":210,"within":false,"kind":"calibrated","parameter":"background"},
  {"id":"t3","metric":"file.loss","unit":"%","documented":0,"simulated":1,"kind":"predicted"},
  {"id":"t4","metric":"file.delay","unit":"ms","documented":5,"simulated":null,"within":false,"kind":"predicted"}],
  "expectations":[{"metric":"call.delay.p99","unit":"ms","at_most":150,"simulated":40,"holds":true},
   {"metric":"call.loss","unit":"%","point":{"load":"2"},"at_least":1,"at_most":2,"simulated":null,"holds":false}],
  "parameters":[{"name":"background","value":"1 Mbit/s","kind":"calibrated","source":"not told"}],
  "notes":["a note"],"warnings":["a warning"],"duration_s":20,"replications":3,
  "provenance":{"version":"0.1.0","command":"run","seed":7},"balance":{"ok":false}})";

TEST(ReferenceViews, DeviateInPercentOfThePublishedNumber) {
  const auto picture = view_of(opened(of_a_paper), "references").picture();
  EXPECT_THAT(picture.x.names, ElementsAre("t1", "t2"))
      << "of 0 nothing is a percentage; what was not measured has none";
  EXPECT_EQ(picture.y.unit, "%");
  const auto published = curve_of(picture, "published");
  EXPECT_EQ(published.shape, Curve::Shape::rings);
  EXPECT_THAT(published.points, ElementsAre(Point{0, 0}, Point{1, 0}));
  ASSERT_EQ(published.whiskers.size(), 2U);
  EXPECT_NEAR(published.whiskers[0].low, -30, 1e-9);
  EXPECT_NEAR(published.whiskers[0].high, 30, 1e-9);
  EXPECT_NEAR(published.whiskers[1].low, -5, 1e-9) << "bounds instead of a tolerance";
}

TEST(ReferenceViews, PredictedAndCalibratedAreApart) {
  const auto view = view_of(opened(of_a_paper), "references");
  const auto picture = view.picture();
  const auto predicted = curve_of(picture, "simulated: predicted");
  EXPECT_THAT(predicted.points, ElementsAre(Point{0, 20}));
  EXPECT_NEAR(predicted.whiskers.at(0).high, 30, 1e-9);
  const auto calibrated = curve_of(picture, "simulated: calibrated");
  EXPECT_THAT(calibrated.points, ElementsAre(Point{1, -25}));
  EXPECT_THAT(calibrated.whiskers, IsEmpty());
  EXPECT_NE(predicted.style, calibrated.style);
  EXPECT_THAT(names_of_curves(view_of(opened(example_results()), "references").picture()),
              ElementsAre("published", "simulated: predicted"));
  EXPECT_THAT(column_of(view.table(), "kind"),
              ElementsAre("predicted", "calibrated: background", "predicted", "predicted"));
}

TEST(ReferenceViews, TheTableHasEachInItsOwnUnit) {
  const auto table = view_of(opened(of_a_paper), "references").table();
  EXPECT_THAT(column_of(table, "unit"), ElementsAre("%", "kbit/s", "%", "ms"));
  EXPECT_THAT(column_of(table, "simulated"), ElementsAre("12 ± 1", "150", "1", "–"));
  EXPECT_THAT(column_of(table, "off by, %"), ElementsAre("20", "-25", "–", "–"));
  EXPECT_THAT(column_of(table, "allowed"), ElementsAre("± 3", "≥ 190, ≤ 210", "–", "–"));
  EXPECT_THAT(column_of(table, "within"), ElementsAre("yes", "NO", "–", "NO"));
}

TEST(ReferenceViews, ExpectationsHoldOrNot) {
  const auto view = view_of(opened(of_a_paper), "expectations");
  EXPECT_THAT(view.picture().curves, IsEmpty());
  EXPECT_THAT(column_of(view.table(), "metric"), ElementsAre("call.delay.p99", "call.loss at load=2"));
  EXPECT_THAT(column_of(view.table(), "expected"), ElementsAre("≤ 150", "≥ 1, ≤ 2"));
  EXPECT_THAT(column_of(view.table(), "holds"), ElementsAre("yes", "NO"));
}

TEST(ReferenceViews, NotesTellWhatIsToBeKnown) {
  auto results = std::make_shared<OpenedResults>(*opened(of_a_paper));
  results->complaints = {"series.csv: cut off"};
  const auto rows = view_of(results, "notes").table().rows;
  using Row = std::vector<std::string>;
  for (const Row& row : {Row{"question", "Who loses?"}, Row{"cannot be read", "series.csv: cut off"},
                         Row{"balance", "the books do not balance: trust no number"}, Row{"warning", "a warning"},
                         Row{"note", "a note"}, Row{"parameter background", "1 Mbit/s (calibrated) not told"},
                         Row{"measured", "20 s, 3 replications"}, Row{"seed", "7"}})
    EXPECT_THAT(rows, testing::Contains(row)) << row[0];
}

}  // namespace
}  // namespace qoslab::gui
