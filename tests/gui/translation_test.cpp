// The windows' words can be translated: in a language that marks each of them none is without its mark.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTabBar>
#include <QTableWidget>
#include <QTest>
#include <QTranslator>
#include <algorithm>

#include "gui/views/main_window.h"
#include "gui/views/results_page.h"
#include "gui/views/scenario_page.h"
#include "tests/gui/example_results.h"
#include "tests/gui/stand_in.h"

namespace qoslab::gui {
namespace {

constexpr int milliseconds = 20'000;

class Marked final : public QTranslator {
 public:
  Marked() { QCoreApplication::installTranslator(this); }
  ~Marked() override { QCoreApplication::removeTranslator(this); }
  [[nodiscard]] bool isEmpty() const override { return false; }
  [[nodiscard]] QString translate(const char*, const char* text, const char*, int) const override {
    return QString{"\u27e6"} + QString::fromUtf8(text) + "\u27e7";
  }
  Marked(const Marked&) = delete;
  Marked& operator=(const Marked&) = delete;
};

/// Those that a reader can see or hear, or comes to by pointing.
QStringList words_of(const QWidget& widget) {
  QStringList words{widget.toolTip(), widget.accessibleName()};
  if (const auto* label = qobject_cast<const QLabel*>(&widget)) words << label->text();
  if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) words << button->text();
  if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) words << line->placeholderText();
  if (const auto* menu = qobject_cast<const QMenu*>(&widget)) words << menu->title();
  if (const auto* dock = qobject_cast<const QDockWidget*>(&widget)) words << dock->windowTitle();
  if (const auto* table = qobject_cast<const QTableWidget*>(&widget))
    for (int i = 0; i < table->columnCount(); ++i) words << table->horizontalHeaderItem(i)->text();
  for (const auto* action : widget.actions()) words << action->text();
  return words;
}

/// Words without a mark, but for those that are data: names, paths, what results and scenarios say.
QStringList unmarked(const QWidget& window, const QStringList& data) {
  QStringList found;
  auto widgets = window.findChildren<QWidget*>();
  for (const auto* widget : widgets)
    for (const auto& words : words_of(*widget)) {
      const bool has_letters = std::any_of(words.begin(), words.end(), [](QChar c) { return c.isLetter(); });
      if (has_letters && !words.contains(QChar{0x27e6}) && !data.contains(words)) found << words;
    }
  found.removeDuplicates();
  return found;
}

class Translation : public testing::Test {
 public:
  Translation() : program_{"while :; do sleep 0.05; done"} {
    write_example_results(program_.path("results"));
    QDir{}.mkpath(program_.path("scenarios/lessons"));
    write_file(scenario(),
               "version: 1\nquestion: Who waits?\nparameters: {rate: {value: 1 Mbit/s line, kind: assumed}}\n"
               "nodes:\n  a: {kind: host}\n  b: {kind: host}\n"
               "links:\n  wire: {between: [a, b], rate: $rate, delay: 1 ms}\n"
               "flows:\n  call: {from: a, to: b, traffic: {kind: voice}}\n");
  }
  [[nodiscard]] QString scenario() const { return program_.path("scenarios/lessons/example.yaml"); }
  [[nodiscard]] Places places() const {
    return {.program = program_.program(), .scenarios = program_.path("scenarios"), .results = program_.path("out")};
  }
  StandIn program_;
  Marked language_;
};

TEST_F(Translation, HasAllWordsOfTheWindow) {
  MainWindow window{places()};
  window.show();
  EXPECT_EQ(unmarked(window, {}).join("\n").toStdString(), "");
  window.open(program_.path("scenarios/lessons"));
  window.open(scenario());
  auto* page = window.findChild<ScenarioPage*>();
  ASSERT_TRUE(QTest::qWaitFor([&] { return page->picture().has_value(); }, milliseconds));
  const QStringList data{"Who waits?", "rate = …", "example",
                         "lessons",    scenario(), program_.path("scenarios/lessons")};
  EXPECT_EQ(unmarked(window, data).join("\n").toStdString(), "");
}

TEST_F(Translation, HasAllWordsThatAreNotTheViews) {
  ResultsPage page{{program_.path("results")}};
  page.show();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !page.views().empty(); }, milliseconds));
  QStringList data;
  for (const auto& view : page.views())
    data << QString::fromStdString(view.title) << QString::fromStdString(view.meaning)
         << QString::fromStdString(view.picture().title) << QString::fromStdString(view.picture().note);
  for (const auto& view : page.views()) {
    page.show_view(QString::fromStdString(view.id));
    EXPECT_EQ(unmarked(page, data).join("\n").toStdString(), "") << view.id;
  }
}

}  // namespace
}  // namespace qoslab::gui
