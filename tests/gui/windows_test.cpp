// The windows as a reader uses them: with real clicks and keys.
#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QTabWidget>
#include <QTest>

#include "gui/charts/chart_view.h"
#include "gui/views/library_view.h"
#include "gui/views/main_window.h"
#include "gui/views/picture_panel.h"
#include "gui/views/presentation.h"
#include "gui/views/results_page.h"
#include "gui/views/runs_view.h"
#include "gui/views/scenario_page.h"
#include "gui/views/scenario_text.h"
#include "tests/gui/example_results.h"
#include "tests/gui/saved_picture.h"
#include "tests/gui/stand_in.h"

namespace qoslab::gui {
namespace {

constexpr int milliseconds = 20'000;  // at most: on a busy machine

/// A library with one folder of one scenario, and a program that writes results of it.
class Windows : public testing::Test {
 public:
  Windows()
      : program_{R"sh(
          echo '{"scenario":"example","time_s":1,"live":{"call":{"goodput_bps":64000}}}' >&2
          echo '{"scenario":"example","time_s":2,"live":{"call":{"goodput_bps":65000}}}' >&2
          cp "${0%/*}"/results/* "$OUT")sh"} {
    write_example_results(program_.path("results"));
    QDir{}.mkpath(program_.path("scenarios/lessons"));
    write_file(scenario(),
               "version: 1\nquestion: Who waits?\nnodes:\n  a: {kind: host}\n  b: {kind: host}\n"
               "links:\n  wire: {between: [a, b], rate: 1 Mbit/s line, delay: 1 ms}\n"
               "flows:\n  call: {from: a, to: b, traffic: {kind: voice}}\n");
  }
  [[nodiscard]] QString scenario() const { return program_.path("scenarios/lessons/example.yaml"); }
  [[nodiscard]] Places places() const {
    return {.program = program_.program(), .scenarios = program_.path("scenarios"), .results = program_.path("out")};
  }
  static void see(const std::function<bool()>& what) { ASSERT_TRUE(QTest::qWaitFor(what, milliseconds)); }

  StandIn program_;
};

template <typename Widget>
Widget* find(QWidget& window) {
  auto* found = window.findChild<Widget*>();
  EXPECT_NE(found, nullptr);
  return found;
}

QTreeWidgetItem* item_of(LibraryView& library, const QString& name) {
  for (QTreeWidgetItemIterator i{&library}; *i != nullptr; ++i)
    if ((*i)->text(0).section('\n', 0, 0) == name) return *i;
  return nullptr;
}

void click(QTreeWidget& tree, QTreeWidgetItem* item) {
  ASSERT_NE(item, nullptr);
  tree.scrollToItem(item);
  QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, tree.visualItemRect(item).center());
}

QPushButton* button(QWidget& window, const QString& text) {
  for (auto* each : window.findChildren<QPushButton*>())
    if (each->isVisible() && each->text() == text) return each;
  return nullptr;
}

TEST_F(Windows, ThreeClicksFromStartToTheFinishedChart) {
  MainWindow window{places()};
  window.show();
  auto* library = find<LibraryView>(window);
  click(*library, item_of(*library, "lessons"));
  auto* run = button(window, "&Run");
  ASSERT_NE(run, nullptr);
  QTest::mouseClick(run, Qt::LeftButton);
  see([&] { return qobject_cast<ResultsPage*>(window.page()) != nullptr; });
  auto* results = qobject_cast<ResultsPage*>(window.page());
  see([&] { return !results->views().empty(); });
  EXPECT_FALSE(results->chart()->picture().curves.empty());
  test::save_picture(window, "results");
}

TEST_F(Windows, TheLibraryTellsWhatAScenarioAsks) {
  MainWindow window{places()};
  auto* library = find<LibraryView>(window);
  see([&] { return item_of(*library, "example")->toolTip(0) == "Who waits?"; });
  window.show();
  test::save_picture(window, "library");
}

TEST_F(Windows, WhatIsWrongIsMarkedWhileItIsWritten) {
  MainWindow window{places()};
  window.open(scenario());
  window.show();
  auto* problems = find<ScenarioPage>(window)->findChild<QListWidget*>();
  auto* text = find<ScenarioText>(window);
  text->selectAll();
  QTest::keyClicks(text, "version: 7");
  see([&] { return problems->count() > 0; });
  EXPECT_TRUE(problems->item(0)->text().contains("example.yaml:1:"));
  EXPECT_TRUE(window.page()->unsaved());
  test::save_picture(window, "scenario-with-an-error");
}

TEST_F(Windows, EveryViewOfResultsCanBeShown) {
  ResultsPage page{{program_.path("results")}};
  page.resize(1100, 700);
  page.show();
  see([&] { return !page.views().empty(); });
  QStringList ids;
  for (const auto& view : page.views()) {
    const auto id = QString::fromStdString(view.id);
    ids << id;
    page.show_view(id);
    test::save_picture(page, "results-" + id);
  }
  EXPECT_EQ(ids, (QStringList{"summary", "references", "throughput", "loss", "distribution", "tail", "queue", "drops",
                              "notes"}));
}

TEST_F(Windows, SeveralResultsStandSideBySide) {
  write_example_results(program_.path("other"), "other");
  ResultsPage page{{program_.path("results"), program_.path("other")}};
  page.resize(1100, 700);
  page.show();
  see([&] { return !page.views().empty(); });
  page.show_view("throughput");
  QStringList names;
  for (const auto& curve : page.chart()->picture().curves) names << QString::fromStdString(curve.name);
  EXPECT_EQ(names, (QStringList{"example: call", "example: file", "other: call", "other: file"}));
  test::save_picture(page, "compared");
}

TEST_F(Windows, BrokenResultsAreSaidAndNothingElseHappens) {
  for (const QByteArray text : {"", "{", "[]", R"({"format":2,"scenario":"x"})", R"({"scenario":7})"}) {
    write_file(program_.path("results/results.json"), text);
    ResultsPage page{{program_.path("results")}};
    page.show();
    auto* words = page.findChild<QLabel*>();
    see([&] { return words->text() != "Reading…"; });
    EXPECT_TRUE(words->text().contains("results.json")) << words->text().toStdString();
  }
}

TEST_F(Windows, ResultsThatAreDeletedWhileOpenStayOnTheScreen) {
  ResultsPage page{{program_.path("results")}};
  page.show();
  see([&] { return !page.views().empty(); });
  QFile::remove(program_.path("results/results.json"));
  QFile::remove(program_.path("results/series.csv"));
  auto* words = page.findChild<QLabel*>();
  see([&] { return words->text().contains("not there any more"); });
  page.show_view("throughput");
  page.chart()->zoom(0.1);
  EXPECT_FALSE(page.chart()->picture().curves.empty());
}

TEST_F(Windows, ThePresentationFollowsTheLesson) {
  ResultsPage page{{program_.path("results")}};
  see([&] { return !page.views().empty(); });
  auto* show = new Presentation{page.views(), page.lesson()};
  show->resize(1366, 768);
  show->show();
  ASSERT_EQ(show->steps(), 2U);
  const auto shown = [&] { return show->panel().chart().picture(); };
  ASSERT_EQ(shown().curves.size(), 1U);
  EXPECT_EQ(shown().curves[0].name, "call");
  test::save_picture(*show, "presentation");
  show->activateWindow();
  see([&] { return QApplication::focusWidget() != nullptr && QApplication::activeWindow() == show; });
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
  EXPECT_EQ(shown().title, "Queue length over time");
  QTest::keyClick(show, Qt::Key_Right);
  EXPECT_EQ(show->step(), 1U);
  QTest::keyClick(show, Qt::Key_Left);
  EXPECT_EQ(show->step(), 0U);
  QTest::keyClick(show, Qt::Key_Escape);
  EXPECT_FALSE(show->isVisible());
}

TEST_F(Windows, AChartIsZoomedAndMovedByKeys) {
  ChartView chart;
  chart.resize(600, 400);
  chart.show();
  Curve curve;
  for (int i = 0; i <= 100; ++i) curve.points.push_back({static_cast<double>(i), static_cast<double>(i % 7)});
  Picture picture;
  picture.curves.push_back(curve);
  chart.show_picture(picture);
  EXPECT_EQ(chart.visible(), (std::pair{0.0, 100.0}));
  QTest::keyClick(&chart, Qt::Key_Plus);
  EXPECT_NEAR(chart.visible().first, 15, 1e-9);
  EXPECT_NEAR(chart.visible().second, 85, 1e-9);
  for (int i = 0; i < 9; ++i) QTest::keyClick(&chart, Qt::Key_Right);
  EXPECT_NEAR(chart.visible().second, 100, 1e-9);
  EXPECT_NEAR(chart.visible().first, 30, 1e-9);
  QTest::keyClick(&chart, Qt::Key_Home);
  EXPECT_EQ(chart.visible(), (std::pair{0.0, 100.0}));
  QTest::keyClick(&chart, Qt::Key_Minus);
  EXPECT_EQ(chart.visible(), (std::pair{0.0, 100.0}));
}

}  // namespace
}  // namespace qoslab::gui
