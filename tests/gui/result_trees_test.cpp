// QoS trees on the page of results, as a reader comes to them.
#include "gui/views/result_trees.h"

#include <gtest/gtest.h>

#include <QComboBox>
#include <QDateTime>
#include <QLabel>
#include <QListWidget>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "gui/draw/parts.h"
#include "gui/views/drawing_items.h"
#include "gui/views/results_page.h"
#include "gui/views/tree_view.h"
#include "tests/gui/example_results.h"
#include "tests/gui/saved_picture.h"

namespace qoslab::gui {
namespace {

constexpr int milliseconds = 20'000;  // at most: on a busy machine

const QByteArray text = R"(version: 1
question: Who waits?
nodes: {a: {kind: host}, b: {kind: host}}
links: {wire: {between: [a, b], rate: 1 Mbit/s line}}
ports:
  a.wire:
    scheduler: priority
    classes:
      all: {priority: 0, queue: {limit: 40 packets}}
      urgent: {priority: 1, queue: {limit: 10 packets}}
    classify: [{dscp: EF, class: urgent}, {class: all}]
flows: {call: {from: a, to: b, traffic: {kind: voice}}}
)";

/// A scenario, and what a run of it has left.
class ResultTreesOfARun : public testing::Test {
 public:
  ResultTreesOfARun() {
    write_file(scenario(), text);
    write_results(QDateTime::currentDateTimeUtc().addSecs(60));
  }
  [[nodiscard]] QString scenario() const { return folder_.filePath("example.yaml"); }
  void write_results(const QDateTime& started) const {
    write_file(folder_.filePath("results.json"),
               R"({"format":1,"scenario":"example","status":"complete","complete":true,"provenance":{"command":"run",
               "started":")" +
                   started.toString(Qt::ISODate).toUtf8() + R"(","file":")" + scenario().toUtf8() + R"("},"classes":[
      {"port":"a.wire","class":"all","point":{},"arrived":{"packets":500,"bytes":750000},"sent":{"packets":450,"bytes":675000},
       "drops":{"queue_full":50},"rate_bps":900000,"loss_percent":10,"most_waiting":40},
      {"port":"a.wire","class":"urgent","point":{},"arrived":{"packets":100,"bytes":20000},"sent":{"packets":100,"bytes":20000},
       "drops":{},"rate_bps":20000,"loss_percent":0,"most_waiting":1}],"balance":{"ok":true}})");
  }
  /// A page that shows the trees, and what the reader is told about them.
  struct Shown {
    explicit Shown(const QString& path) : page{{path}} {
      page.resize(1100, 700);
      page.show();
      EXPECT_TRUE(QTest::qWaitFor([&] { return list().count() > 0; }, milliseconds));
      QSignalSpy read{&trees(), &ResultTrees::shown};
      list().setFocus();
      QTest::keyClick(&list(), Qt::Key_End);
      EXPECT_TRUE(read.count() > 0 || read.wait(milliseconds));
    }
    QListWidget& list() { return *page.findChild<QListWidget*>(); }
    ResultTrees& trees() { return *page.findChild<ResultTrees*>(); }
    QString doubt() {
      for (const auto* label : trees().findChildren<QLabel*>())
        if (label->isVisible() && label->text().contains("example.yaml")) return label->text();
      return {};
    }
    ResultsPage page;
  };

  QTemporaryDir folder_;
};

TEST_F(ResultTreesOfARun, BoxesAreFilledAndSayWhatWaited) {
  Shown shown{folder_.path()};
  ASSERT_TRUE(shown.trees().isVisible());
  EXPECT_EQ(shown.doubt(), "");
  std::map<std::string, double> used;
  for (const auto* box : shown.trees().tree().boxes())
    if (box->box().used) used[box->box().key] = *box->box().used;
  ASSERT_EQ(used.size(), 3U);
  EXPECT_NEAR(used.at("all"), 0.9 * 1538 / 1500, 1e-9);
  EXPECT_NEAR(used.at("urgent"), 0.02 * 238 / 200, 1e-9);
  EXPECT_NEAR(used.at(port_key), 0.9228 + 0.0238, 1e-9);
  test::save_picture(shown.page, "results-tree");
  const test::Darkness dark;
  test::save_picture(shown.page, "dark-results-tree");
}

TEST_F(ResultTreesOfARun, ColoursAndWordsTellWhoWasBusyAndLost) {
  Shown shown{folder_.path()};
  auto& tree = shown.trees().tree();
  const auto image = tree.viewport()->grab().toImage();
  std::map<std::string, QColor> left;  // at its left edge a box is filled first
  std::map<std::string, QString> words, tips;
  for (const auto* box : tree.boxes()) {
    if (!box->box().used) continue;
    const QPointF beside_words{box->box().area.x + 3, box->place().y()};
    left[box->box().key] = image.pixelColor(tree.mapFromScene(beside_words));
    for (const auto& line : box->box().lines) words[box->box().key] += QString::fromStdString(line) + "\n";
    tips[box->box().key] = box->toolTip();
  }
  ASSERT_TRUE(left.contains("all") && left.contains("urgent"));
  EXPECT_GT(left["all"].red(), left["all"].blue()) << "orange: busy, " << left["all"].name().toStdString();
  EXPECT_GT(left["urgent"].blue(), left["urgent"].red()) << "blue: has room, " << left["urgent"].name().toStdString();
  EXPECT_TRUE(words["all"].contains("lost 10 %: queue full 50\nat most 40 waited")) << words["all"].toStdString();
  EXPECT_FALSE(words["urgent"].contains("lost"));
  EXPECT_TRUE(tips["all"].contains("queue full 50")) << tips["all"].toStdString();
}

TEST_F(ResultTreesOfARun, KeysWalkThroughTheBoxes) {
  Shown shown{folder_.path()};
  auto& tree = shown.trees().tree();
  tree.setFocus();
  QStringList words;
  QObject::connect(&tree, &DrawingView::pointed_at, [&](const QString& said) { words << said; });
  for (int i = 0; i < 6; ++i) QTest::keyClick(&tree, Qt::Key_Tab);
  EXPECT_GE(words.size(), 4);
}

TEST_F(ResultTreesOfARun, AnotherViewIsShownAgain) {
  Shown shown{folder_.path()};
  QTest::keyClick(&shown.list(), Qt::Key_Home);
  EXPECT_FALSE(shown.trees().isVisible());
  QTest::keyClick(&shown.list(), Qt::Key_End);
  EXPECT_TRUE(shown.trees().isVisible());
  EXPECT_FALSE(shown.trees().tree().boxes().empty());
}

TEST_F(ResultTreesOfARun, AScenarioThatHasChangedIsDoubted) {
  write_results(QDateTime::currentDateTimeUtc().addDays(-1));
  Shown shown{folder_.path()};
  EXPECT_TRUE(shown.doubt().endsWith("has changed since this run: rates and limits may have been others."));
  EXPECT_FALSE(shown.trees().tree().boxes().empty());
}

TEST_F(ResultTreesOfARun, OneThatIsGoneOrAnotherIsNotDrawn) {
  write_file(scenario(), QByteArray{text}.replace("urgent", "hurried"));
  {
    Shown shown{folder_.path()};
    EXPECT_TRUE(shown.doubt().endsWith("is not the scenario of this run any more: a.wire has no class urgent"))
        << shown.doubt().toStdString();
    EXPECT_TRUE(shown.trees().tree().boxes().empty());
    for (const auto* choice : shown.trees().findChildren<QComboBox*>())
      EXPECT_FALSE(choice->isVisible()) << "there is nothing to choose";
  }
  write_file(scenario(), "version: 1\nnodes: [\n");
  EXPECT_TRUE(Shown{folder_.path()}.doubt().contains("cannot be read any more"));
  QFile::remove(scenario());
  EXPECT_TRUE(Shown{folder_.path()}.doubt().contains("cannot be read any more"));
}

}  // namespace
}  // namespace qoslab::gui
