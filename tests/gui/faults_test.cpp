// What else may happen to files and runs while windows are open.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <QFile>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "gui/views/main_window.h"
#include "gui/views/scenario_page.h"
#include "gui/views/scenario_text.h"
#include "tests/gui/example_results.h"
#include "tests/gui/stand_in.h"

namespace qoslab::gui {
namespace {

constexpr int milliseconds = 20'000;
const QByteArray scenario =
    "version: 1\nquestion: Who waits?\nnodes:\n  a: {kind: host}\n  b: {kind: host}\n"
    "links:\n  wire: {between: [a, b], rate: 1 Mbit/s line, delay: 1 ms}\n"
    "flows:\n  call: {from: a, to: b, traffic: {kind: voice}}\n";

QByteArray text_of(const QString& path) {
  QFile file{path};
  EXPECT_TRUE(file.open(QIODevice::ReadOnly));
  return file.readAll();
}

/// Answers the next question, and keeps what it said.
class Answer {
 public:
  explicit Answer(QMessageBox::StandardButton button) {
    timer_.setInterval(10);
    QObject::connect(&timer_, &QTimer::timeout, [this, button] {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (box == nullptr) return;
      said += box->text();
      timer_.stop();
      box->button(button)->click();
    });
    timer_.start();
  }
  QString said;

 private:
  QTimer timer_;
};

class OpenScenario : public testing::Test {
 public:
  OpenScenario() { write_file(path, scenario); }
  ScenarioText& text(ScenarioPage& page) { return *page.findChild<ScenarioText*>(); }

  QTemporaryDir folder;
  QString path = folder.filePath("example.yaml");
};

TEST_F(OpenScenario, ChangesOfOthersAreNotWrittenOverUnasked) {
  ScenarioPage page{path};
  QTest::keyClicks(&text(page), "# mine ");
  write_file(path, "theirs");
  {
    const Answer no{QMessageBox::No};
    EXPECT_FALSE(page.save());
    EXPECT_TRUE(no.said.contains("changed since")) << no.said.toStdString();
  }
  EXPECT_EQ(text_of(path), "theirs");
  EXPECT_TRUE(page.unsaved());
  {
    const Answer yes{QMessageBox::Yes};
    EXPECT_TRUE(page.save());
  }
  EXPECT_TRUE(text_of(path).startsWith("# mine version"));
  EXPECT_TRUE(page.save()) << "what it wrote itself is no other's change: nobody answers here";
}

TEST_F(OpenScenario, OneThatIsGoneIsWrittenAgain) {
  ScenarioPage page{path};
  QFile::remove(path);
  EXPECT_TRUE(page.save());
  EXPECT_EQ(text_of(path), scenario);
}

TEST_F(OpenScenario, WhatCannotBeWrittenIsSaidAndStaysUnsaved) {
  ScenarioPage page{path};
  QTest::keyClicks(&text(page), "#");
  const auto full = folder.filePath("full.yaml");
  ASSERT_TRUE(QFile::link("/dev/full", full));
  const Answer ok{QMessageBox::Ok};
  EXPECT_FALSE(page.save_as(full));
  EXPECT_TRUE(ok.said.contains("full.yaml: cannot be written: No space left")) << ok.said.toStdString();
  EXPECT_TRUE(page.unsaved());
  EXPECT_EQ(page.path(), path);
}

TEST_F(OpenScenario, WhatIsNoTextIsNotSaved) {
  const QByteArray latin{"version: 1\nquestion: W\xe4r es so?\n"};
  write_file(path, latin);
  ScenarioPage page{path};
  const Answer ok{QMessageBox::Ok};
  EXPECT_FALSE(page.save());
  EXPECT_TRUE(ok.said.contains("UTF-8")) << ok.said.toStdString();
  EXPECT_EQ(text_of(path), latin);
  const auto pipe = folder.filePath("pipe.yaml");
  ASSERT_EQ(::mkfifo(qPrintable(pipe), 0600), 0);
  const ScenarioPage waits_for_nobody{pipe};
  EXPECT_TRUE(waits_for_nobody.findChild<QLabel*>()->text().contains("no file"));
}

TEST_F(OpenScenario, SettingsThatAreNoneAreForgotten) {
  QSettings settings;
  for (const char* key : {"window", "docks", "scenario/splitter"})
    settings.setValue(key, QByteArray{"\xff\0nonsense", 10});
  MainWindow window{{.program = "none", .scenarios = folder.path(), .results = folder.path()}};
  window.show();
  window.open(path);
  EXPECT_GT(window.width(), 300);
  EXPECT_TRUE(window.screen()->geometry().intersects(window.frameGeometry()));
  settings.clear();
}

/// The run is in a window that is closed.
TEST_F(OpenScenario, AWindowWithARunAsksBeforeItCloses) {
  const StandIn program{R"(trap 'exit 130' INT; echo '{"scenario":"x","done":0.5,"elapsed_s":1,"left_s":1}' >&2
    while :; do sleep 0.05; done)"};
  MainWindow window{{.program = program.program(), .scenarios = folder.path(), .results = program.path("out")}};
  window.show();
  window.open(path);
  for (auto* button : window.findChildren<QPushButton*>())
    if (button->isVisible() && button->text() == "&Run") QTest::mouseClick(button, Qt::LeftButton);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !window.queue().runs().empty() && window.queue().runs()[0]->done() > 0; },
                              milliseconds));
  {
    const Answer no{QMessageBox::No};
    EXPECT_FALSE(window.close());
  }
  EXPECT_FALSE(window.queue().idle());
  const Answer yes{QMessageBox::Yes};
  EXPECT_TRUE(window.close());
  EXPECT_TRUE(QTest::qWaitFor([&] { return window.queue().idle(); }, milliseconds));
}

}  // namespace
}  // namespace qoslab::gui
