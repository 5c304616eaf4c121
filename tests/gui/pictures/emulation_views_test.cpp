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
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using Row = std::vector<std::string>;

TEST(EmulationViews, ARunHasNone) {
  const auto ids = ids_of(views_of(opened(example_results())));
  for (const auto* id : {"certificate", "lateness", "accounts", "ports", "simulated"})
    EXPECT_THAT(ids, Not(Contains(id)));
}

TEST(EmulationViews, StandWhereTheirReaderLooksFirst) {
  EXPECT_THAT(ids_of(views_of(opened(example_emulation()))),
              ElementsAre("summary", "certificate", "lateness", "accounts", "distribution", "tail", "drops",
                          "simulated", "ports", "notes"));
}

TEST(EmulationViews, TheCertificateSaysWhyAndHowFar) {
  const auto view = view_of(opened(example_emulation()), "certificate");
  EXPECT_THAT(view.picture().curves, IsEmpty());
  const auto rows = view.table().rows;
  EXPECT_EQ(rows.at(0), (Row{"valid", "NO"}));
  for (const Row& row :
       {Row{"grade", "not valid"}, Row{"not valid", "3 frames lost at the full transmit ring at right"},
        Row{"but", "fewer than 100 frames went out"}, Row{"99 % may be late by", "1 ms"},
        Row{"half were late by at most", "12 µs"}, Row{"99 % were late by at most", "60 µs"},
        Row{"all were late by at most", "2 ms"}, Row{"longest between two looks at the ports", "85 µs"},
        Row{"frames that the model saw late", "7"}, Row{"scheduling", "SCHED_FIFO 50, memory locked"},
        Row{"self-test before the run",
            "310 k frames/s of 64 bytes through AF_PACKET, 99 % within 60 µs; kept from more by: loss"}})
    EXPECT_THAT(rows, Contains(row)) << row[0];
}

TEST(EmulationViews, OfCapturesNothingIsLate) {
  const auto captures = opened(R"({"scenario":"s","command":"emulate","certificate":{"valid":true,"grade":"valid",
    "real_time":false,"precision_ns":1000000,"lateness_histogram_ns":[[0,5]],"self_test":{"skipped":"captures"}}})");
  EXPECT_THAT(ids_of(views_of(captures)), Not(Contains("lateness")));
  const auto rows = view_of(captures, "certificate").table().rows;
  EXPECT_EQ(rows.at(0), (Row{"valid", "yes"}));
  EXPECT_THAT(rows, Contains(Row{"self-test before the run", "none: captures"}));
  for (const auto& row : rows) EXPECT_THAT(row[0], Not(testing::HasSubstr("late")));
  EXPECT_EQ(view_of(captures, "summary").picture().note, "");
}

TEST(EmulationViews, LatenessIsAHistogramInMicroseconds) {
  const auto view = view_of(opened(example_emulation()), "lateness");
  const auto picture = view.picture();
  EXPECT_EQ(picture.x.unit, "µs");
  EXPECT_EQ(picture.y.unit, "%");
  const auto departures = curve_of(picture, "departures");
  double all = 0;
  for (const auto& point : departures.points) all += point.y;
  EXPECT_NEAR(all, 100, 1e-9);
  EXPECT_NEAR(departures.points.front().x, 10, 1e-9);
  EXPECT_NEAR(departures.points.front().y, 30, 1e-9) << "300 of 1000 at 10 us";
  EXPECT_GT(departures.points.back().x, 2000);
  EXPECT_EQ(departures.points.back().y, 0);
  EXPECT_EQ(curve_of(picture, "99 % were no later").points.at(0), (Point{60, 0}));
  EXPECT_EQ(curve_of(picture, "precision").points.at(0), (Point{1000, 0}));
  EXPECT_THAT(column_of(view.table(), "of the departures"), Contains("p99"));
  EXPECT_THAT(column_of(view.table(), "late by at most, µs"), ElementsAre("10", "12", "15", "60", "2000", "2000"));
}

TEST(EmulationViews, AccountsHaveRatesLossesAndDelays) {
  const auto view = view_of(opened(example_emulation()), "accounts");
  const auto picture = view.picture();
  EXPECT_EQ(picture.y.unit, "ms");
  EXPECT_THAT(picture.x.names, ElementsAre("left-right.dscp46", "left-right.dscp0")) << "to the third nothing came";
  EXPECT_THAT(curve_of(picture, "mean").points, ElementsAre(Point{0, 2.06}, Point{1, 20.06}));
  const auto model = curve_of(picture, "the model's mean");
  EXPECT_THAT(model.points, ElementsAre(Point{0, 2}, Point{1, 20}));
  EXPECT_EQ(model.shape, Curve::Shape::rings);
  const auto table = view.table();
  EXPECT_THAT(column_of(table, "frames of"), ElementsAre("left-right.dscp46", "left-right.dscp0", "left-right, all"));
  EXPECT_THAT(column_of(table, "flows"), ElementsAre("call", "file", ""));
  EXPECT_THAT(column_of(table, "rate, bit/s"), ElementsAre("69.8 k", "2.42 M", "2.489 M"));
  EXPECT_THAT(column_of(table, "lost in the model, %"), ElementsAre("0", "11.1", "9.1"));
  EXPECT_THAT(column_of(table, "lost by this host"), ElementsAre("0", "3", "3"));
  EXPECT_THAT(column_of(table, "99 % of delay, ms"), ElementsAre("4.1", "40.1", "–"));
}

TEST(EmulationViews, TheSummaryHasTheAccountsToWhichFramesCame) {
  const auto table = view_of(opened(example_emulation()), "summary").table();
  EXPECT_THAT(column_of(table, "subject"), ElementsAre("left-right.dscp46", "left-right.dscp0"));
  EXPECT_THAT(column_of(table, "mean delay, ms"), ElementsAre("2.06", "20.06"));
}

TEST(EmulationViews, PortsAndSimulatedHostsAreCounted) {
  const auto emulation = opened(example_emulation());
  const auto ports = view_of(emulation, "ports").table();
  EXPECT_THAT(column_of(ports, "device"), ElementsAre("eth1", "eth2 (removed)"));
  EXPECT_THAT(column_of(ports, "refused"), ElementsAre("3", "0"));
  EXPECT_THAT(column_of(ports, "transmit ring full"), ElementsAre("0", "3"));
  EXPECT_THAT(column_of(ports, "without link, s"), ElementsAre("1.5", "0"));
  const auto simulated = view_of(emulation, "simulated").table();
  EXPECT_EQ(simulated.rows.at(0), (Row{"crowd", "50", "40", "9", "1"}));
}

TEST(EmulationViews, NotesSayNothingOfBooksAndReplicationsThatAnEmulationDoesNotHave) {
  const auto rows = view_of(opened(example_emulation()), "notes").table().rows;
  EXPECT_THAT(rows, Contains(Row{"measured", "4 s"}));
  EXPECT_THAT(rows, Contains(Row{"note", "the neighbours are simulated"}));
  for (const auto& row : rows) EXPECT_NE(row[0], "balance");
}

}  // namespace
}  // namespace qoslab::gui
