// Each page, view and dialog as pictures for people to look at: bright and dark, on small and large screens, with large
// letters. Of the results of real runs if QOSLAB_PICTURED names a folder with some.
#include <gtest/gtest.h>

#include <QApplication>
#include <QDirIterator>
#include <QFileInfo>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QTabWidget>
#include <QTest>
#include <QTimer>
#include <optional>
#include <string_view>

#include "gui/views/library_view.h"
#include "gui/views/main_window.h"
#include "gui/views/presentation.h"
#include "gui/views/results_page.h"
#include "gui/views/scenario_page.h"
#include "gui/views/scenario_text.h"
#include "gui/views/topology_view.h"
#include "tests/gui/example_results.h"
#include "tests/gui/saved_picture.h"
#include "tests/gui/stand_in.h"

namespace qoslab::gui {
namespace {

struct Look {
  const char* name;
  QSize size;
  int pixels;  ///< of the screen, to a point
  double letters;
  bool dark;
};

/// A program whose runs go on until they are cancelled, but for that of "broken".
constexpr auto program = R"sh(
  [[ "$*" != *broken* ]] || { echo "broken.yaml:3:1: error: no such node" >&2; exit 2; }
  trap 'exit 130' INT
  for second in {1..40}; do
    for flow in call:64 video:1900 file:$((4000 + second * second % 700)); do
      line+="${line:+,}\"${flow%:*}\":{\"goodput_bps\":${flow#*:}000}"
    done
    echo "{\"scenario\":\"example\",\"time_s\":$second,\"live\":{$line}}" >&2; line=
  done
  echo '{"scenario":"example","done":0.62,"elapsed_s":13,"left_s":8}' >&2
  while :; do sleep 0.05; done)sh";

class Album : public testing::TestWithParam<Look> {
 public:
  Album() : stand_in_{program}, before_{QApplication::font()} {
    if (!wanted()) return;
    if (GetParam().dark) darkness_.emplace();
    QFont font = before_;
    font.setPointSizeF(font.pointSizeF() * GetParam().letters);
    QApplication::setFont(font);
    results_ = qEnvironmentVariable("QOSLAB_PICTURED", stand_in_.path("results"));
    if (results_ != stand_in_.path("results")) return;
    write_example_results(results_ + "/example");
    write_example_results(results_ + "/other", "other");
    write_example_emulation(results_ + "/emulated", "example");
  }
  ~Album() override { QApplication::setFont(before_); }

  /// Without somebody who asks for all the usual look is enough.
  static bool wanted() { return test::all_pictures_wanted() || GetParam().name == std::string_view{"bright"}; }

  [[nodiscard]] MainWindow* window() {
    windows_.push_back(std::make_unique<MainWindow>(
        Places{.program = stand_in_.program(), .scenarios = scenarios_, .results = stand_in_.path("out")}));
    auto* window = windows_.back().get();
    window->resize(GetParam().size);
    window->show();
    return window;
  }
  static void wait(const std::function<bool()>& what) { ASSERT_TRUE(QTest::qWaitFor(what, 20'000)); }
  static void save(QWidget& widget, const QString& name) {
    QTest::qWait(150);  // pauses of what is redrawn now and then
    test::save_picture(widget, QString{GetParam().name} + "-" + name, GetParam().pixels);
  }
  [[nodiscard]] QStringList results() const {
    QStringList paths;
    QDirIterator files{results_, {"results.json"}, QDir::Files, QDirIterator::Subdirectories};
    while (files.hasNext()) paths << QFileInfo{files.next()}.path();
    paths.sort();
    return paths;
  }
  static ResultsPage* loaded(MainWindow& window) {
    auto* page = qobject_cast<ResultsPage*>(window.page());
    wait([&] { return page != nullptr && !page->views().empty(); });
    return page;
  }

  /// What its list offers.
  static QStringList shown_by(ResultsPage& page) {
    QStringList ids;
    for (auto* list : page.findChildren<QListWidget*>())
      for (int i = 0; list->accessibleName() == "Views" && i < list->count(); ++i)
        ids << list->item(i)->data(Qt::UserRole).toString();
    return ids;
  }

  const QString scenarios_ = QString{QOSLAB_SOURCE_DIR} + "/scenarios";
  StandIn stand_in_;
  QString results_;

 private:
  QFont before_;
  std::optional<test::Darkness> darkness_;
  std::vector<std::unique_ptr<MainWindow>> windows_;
};

#define SKIP_IF_NOBODY_LOOKS \
  if (!wanted()) GTEST_SKIP() << "nobody wants to look"

TEST_P(Album, Scenarios) {
  SKIP_IF_NOBODY_LOOKS;
  auto& window = *this->window();
  auto* library = window.findChild<LibraryView*>();
  wait([&] { return library->topLevelItem(0)->child(0)->child(0)->text(0).contains('\n'); });
  save(window, "start");
  window.open(scenarios_ + "/intserv-diffserv");
  save(window, "folder");
  window.open(scenarios_ + "/planning/two-offices.yaml");
  auto* page = qobject_cast<ScenarioPage*>(window.page());
  wait([&] { return !page->findChild<TopologyView*>()->parts().empty(); });
  save(window, "scenario");
  page->findChild<QTabWidget*>()->setCurrentIndex(1);
  save(window, "scenario-tree");
  page->findChild<QTabWidget*>()->setCurrentIndex(2);
  save(window, "scenario-understood");
  page->findChild<QTabWidget*>()->setCurrentIndex(0);
  page->findChild<ScenarioText*>()->appendPlainText("nonsense: 7\nflows: {a: b}");
  wait([&] { return page->findChild<QListWidget*>()->count() > 0; });
  save(window, "scenario-error");
  QTimer::singleShot(200, &window, [&] {
    auto* question = window.findChild<QMessageBox*>();
    if (question == nullptr) return;
    save(*question, "question");
    question->done(QMessageBox::Discard);
  });
  window.close();
}

TEST_P(Album, Runs) {
  SKIP_IF_NOBODY_LOOKS;
  auto& window = *this->window();
  for (const auto* name : {"broken", "example", "next"})
    window.queue().add({.path = QString{"/home/teacher/scenarios/"} + name + ".yaml",
                        .out = stand_in_.path(name),
                        .seed = {},
                        .replications = {},
                        .duration = {},
                        .values = {}});
  window.open(scenarios_ + "/first/priority.yaml");
  for (auto* button : window.page()->findChildren<QPushButton*>())
    if (button->text() == "&Run") button->click();
  wait([&] { return window.queue().runs()[1]->state() == Run::State::runs; });
  save(window, "runs");
  window.queue().runs()[1]->cancel();
  window.queue().runs()[2]->cancel();
  wait([&] { return window.queue().runs()[3]->done() > 0.5; });
  save(window, "live");
  window.queue().cancel_all();
  wait([&] { return window.queue().idle(); });
  save(window, "interrupted");
}

TEST_P(Album, EachViewOfResults) {
  SKIP_IF_NOBODY_LOOKS;
  auto& window = *this->window();
  for (const auto& path : results()) {
    window.open(path);
    auto* page = loaded(window);
    for (const auto& id : shown_by(*page)) {
      page->show_view(id);
      save(window, "results-" + QFileInfo{path}.fileName() + "-" + id);
    }
  }
}

TEST_P(Album, SideBySide) {
  SKIP_IF_NOBODY_LOOKS;
  auto& window = *this->window();
  window.open(results_);
  auto* page = loaded(window);
  for (const auto& id : shown_by(*page)) {
    page->show_view(id);
    save(window, "compared-" + id);
  }
}

TEST_P(Album, Lessons) {
  SKIP_IF_NOBODY_LOOKS;
  for (const auto& path : results()) {
    ResultsPage page{{path}};
    wait([&] { return !page.views().empty(); });
    auto* show = new Presentation{page.views(), page.lesson()};
    show->resize(GetParam().size);
    show->show();
    for (std::size_t step = 0; step < std::min<std::size_t>(3, show->steps()); ++step) {
      save(*show, "presentation-" + QFileInfo{path}.fileName() + "-" + QString::number(step + 1));
      QTest::keyClick(show, Qt::Key_Right);
    }
    show->close();
  }
}

INSTANTIATE_TEST_SUITE_P(Looks, Album,
                         testing::Values(Look{"bright", {1366, 768}, 1, 1, false},
                                         Look{"dark", {1366, 768}, 1, 1, true},
                                         Look{"large", {1920, 1080}, 2, 1, false},
                                         Look{"letters", {1366, 768}, 1, 1.6, false}),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace qoslab::gui
