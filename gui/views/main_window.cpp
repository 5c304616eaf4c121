#include "gui/views/main_window.h"

#include <QCloseEvent>
#include <QDateTime>
#include <QDir>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QScreen>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabWidget>
#include <algorithm>
#include <utility>

#include "gui/charts/chart_view.h"
#include "gui/charts/export.h"
#include "gui/views/folder_page.h"
#include "gui/views/library_view.h"
#include "gui/views/live_page.h"
#include "gui/views/presentation.h"
#include "gui/views/question.h"
#include "gui/views/results_page.h"
#include "gui/views/runs_view.h"
#include "gui/views/scenario_page.h"

namespace qoslab::gui {
namespace {

constexpr int frame = 40;  // of a window, with its title

}  // namespace

MainWindow::MainWindow(Places places, QWidget* parent)
    : QMainWindow{parent},
      places_{std::move(places)},
      queue_{places_.program},
      middle_{new QStackedWidget},
      pages_{new QTabWidget} {
  setWindowTitle("qoslab");
  setAcceptDrops(true);
  pages_->setTabsClosable(true);
  pages_->setMovable(true);
  pages_->setDocumentMode(true);
  auto* hint =
      new QLabel{tr("Choose a folder or a scenario in the library, or drop files here.\n"
                    "A folder's Run takes all its scenarios and puts their results side by side.")};
  hint->setAlignment(Qt::AlignCenter);
  middle_->addWidget(hint);
  middle_->addWidget(pages_);
  setCentralWidget(middle_);
  connect(pages_, &QTabWidget::tabCloseRequested, this, &MainWindow::close_page);
  connect(&queue_, &RunQueue::ended, this, &MainWindow::run_ended);
  add_docks();
  add_menus();
  const auto room = screen()->availableSize();
  resize(std::min(1280, room.width() - frame), std::min(800, room.height() - frame));
  const QSettings settings;
  restoreGeometry(settings.value("window").toByteArray());
  restoreState(settings.value("docks").toByteArray());
}

MainWindow::~MainWindow() = default;

void MainWindow::add_docks() {
  const auto add = [this](const QString& title, const QString& name, QWidget* widget, Qt::DockWidgetArea area) {
    auto* dock = new QDockWidget{title, this};
    dock->setObjectName(name);
    dock->setWidget(widget);
    addDockWidget(area, dock);
    return dock;
  };
  library_ = new LibraryView{places_.scenarios, places_.results};
  runs_ = new RunsView{queue_};
  auto* left = add(tr("Library"), "library", library_, Qt::LeftDockWidgetArea);
  auto* below = add(tr("Runs"), "runs", runs_, Qt::BottomDockWidgetArea);
  resizeDocks({left}, {280}, Qt::Horizontal);
  resizeDocks({below}, {120}, Qt::Vertical);
  below->hide();  // until there is a run
  connect(&queue_, &RunQueue::changed, below, &QWidget::show, Qt::SingleShotConnection);
  connect(library_, &LibraryView::scenario_chosen, this, &MainWindow::open_scenario);
  connect(library_, &LibraryView::folder_chosen, this, &MainWindow::open_folder);
  connect(library_, &LibraryView::results_chosen, this, &MainWindow::open);
  connect(runs_, &RunsView::results_wanted, this, [this](const Run* run) { open(run->order().out); });
}

void MainWindow::add_menus() {
  const auto add = [this](QMenu* menu, const QString& name, const QKeySequence& keys, auto action) {
    auto* entry = menu->addAction(name);
    entry->setShortcut(keys);
    connect(entry, &QAction::triggered, this, action);
  };
  auto* file = menuBar()->addMenu(tr("&File"));
  add(file, tr("&Open scenario or results…"), QKeySequence::Open, [this] {
    const auto path =
        QFileDialog::getOpenFileName(this, {}, places_.scenarios, tr("Scenarios, results (*.yaml *.json)"));
    if (!path.isEmpty()) open(path);
  });
  add(file, tr("Open &folder…"), QKeySequence{"Ctrl+Shift+O"}, [this] {
    const auto path = QFileDialog::getExistingDirectory(this, {}, places_.results);
    if (!path.isEmpty()) open(path);
  });
  add(file, tr("&Save"), QKeySequence::Save, [this] {
    if (page() != nullptr) page()->save();
  });
  add(file, tr("Save &as…"), QKeySequence::SaveAs, [this] {
    auto* scenario = qobject_cast<ScenarioPage*>(page());
    if (scenario == nullptr) return;
    const auto path = QFileDialog::getSaveFileName(this, {}, scenario->path(), tr("Scenarios (*.yaml)"));
    if (!path.isEmpty()) scenario->save_as(path);
  });
  add(file, tr("&Export picture…"), QKeySequence{"Ctrl+E"},
      [this] { export_shown(page() != nullptr ? page()->picture() : std::nullopt); });
  add(file, tr("Export &table…"), QKeySequence{"Ctrl+Shift+E"},
      [this] { export_shown(page() != nullptr ? page()->table() : std::nullopt); });
  file->addSeparator();
  add(file, tr("&Close page"), QKeySequence::Close, [this] { close_page(pages_->currentIndex()); });
  add(file, tr("&Quit"), QKeySequence::Quit, [this] { close(); });
  auto* run_menu = menuBar()->addMenu(tr("&Run"));
  add(run_menu, tr("&Run"), QKeySequence{Qt::Key_F9}, [this] { run(); });
  add(run_menu, tr("&Cancel all"), QKeySequence{"Ctrl+."}, [this] { queue_.cancel_all(); });
  auto* view = menuBar()->addMenu(tr("&View"));
  for (auto* dock : findChildren<QDockWidget*>()) view->addAction(dock->toggleViewAction());
  add(view, tr("&Compare selected results"), QKeySequence{"Ctrl+K"}, [this] { compare(); });
  add(view, tr("&Present"), QKeySequence{Qt::Key_F11}, [this] { present(); });
  add(view, tr("&Read again"), QKeySequence::Refresh, [this] {
    library_->refresh();
    if (auto* results = qobject_cast<ResultsPage*>(page())) results->reload();
  });
}

Page* MainWindow::page() const { return qobject_cast<Page*>(pages_->currentWidget()); }

void MainWindow::open(const QString& path) {
  const QFileInfo info{path};
  if (!info.exists()) return statusBar()->showMessage(tr("%1 is not there any more").arg(path)), void();
  if (info.isFile() && info.suffix() == "yaml") return open_scenario(info.absoluteFilePath());
  if (info.isDir() && !scenarios_in(path).isEmpty()) return open_folder(info.absoluteFilePath());
  open_results({info.absoluteFilePath()});
}

void MainWindow::show_page(const QString& path, const std::function<Page*()>& make) {
  for (int i = 0; i < pages_->count(); ++i)
    if (qobject_cast<Page*>(pages_->widget(i))->path() == path) return pages_->setCurrentIndex(i);
  auto* page = make();
  connect(page, &Page::changed, this, [this, page] { retitle(*page); });
  connect(page, &Page::run_wanted, this, &MainWindow::run);
  middle_->setCurrentWidget(pages_);
  pages_->setCurrentIndex(pages_->addTab(page, page->title()));
  pages_->setTabToolTip(pages_->currentIndex(), path);
  page->setFocus();
}

void MainWindow::open_scenario(const QString& path) {
  show_page(path, [&] { return new ScenarioPage{path}; });
}

void MainWindow::open_folder(const QString& path) {
  show_page(path, [&] {
    auto* folder = new FolderPage{path};
    connect(folder, &FolderPage::scenario_chosen, this, &MainWindow::open_scenario);
    return folder;
  });
}

void MainWindow::open_results(const QStringList& paths) {
  show_page(paths.join('\n'), [&] { return new ResultsPage{paths}; });
}

void MainWindow::compare() {
  const auto paths = library_->selected_results();
  if (paths.isEmpty())
    return statusBar()->showMessage(tr("Select results in the library: Ctrl and Shift select several.")), void();
  open_results(paths);
}

void MainWindow::present() {
  auto* results = qobject_cast<ResultsPage*>(page());
  if (results == nullptr || results->views().empty())
    return statusBar()->showMessage(tr("Open results to present them.")), void();
  (new Presentation{results->views(), results->lesson(), this})->showFullScreen();
}

void MainWindow::run() {
  auto* wanted = page();
  if (wanted == nullptr || !wanted->runs()) return;
  if (wanted->unsaved() && !may_close(*wanted)) return;
  auto order = wanted->order();
  const auto began = QDateTime::currentDateTime().toString("yyyy-MM-dd HH.mm.ss.zzz");
  order.out = places_.results + "/" + began + " " + QFileInfo{order.path}.completeBaseName();
  if (!QDir{}.mkpath(order.out))
    return QMessageBox::warning(this, tr("Cannot run"), tr("%1 cannot be made").arg(order.out)), void();
  auto& run = queue_.add(order);
  show_page(order.out, [&] { return new LivePage{run}; });
}

/// The page on which it grew gives way to its results.
void MainWindow::run_ended(Run* run) {
  library_->refresh();
  if (!run->has_results()) return;
  const auto path = run->order().out;
  for (int i = 0; i < pages_->count(); ++i) {
    auto* live = qobject_cast<LivePage*>(pages_->widget(i));
    if (live == nullptr || live->path() != path) continue;
    const bool shown = pages_->currentIndex() == i;
    pages_->removeTab(i);
    live->deleteLater();
    if (shown) open_results({path});
    return;
  }
}

void MainWindow::export_shown(const std::optional<Exportable>& shown) {
  if (!shown) return statusBar()->showMessage(tr("There is nothing on this page that it could write.")), void();
  const auto ending = shown->endings.section(' ', 0, 0).mid(1);
  auto name = shown->title;
  name.replace('/', '-');
  const auto path = QFileDialog::getSaveFileName(this, {}, name + ending, tr("Files") + " (" + shown->endings + ")");
  if (path.isEmpty()) return;
  try {
    shown->write(path);
    statusBar()->showMessage(tr("Written: %1").arg(path));
  } catch (const ExportError& e) {
    QMessageBox::warning(this, tr("Not written"), QString::fromUtf8(e.what()));
  }
}

void MainWindow::close_page(int index) {
  auto* page = qobject_cast<Page*>(pages_->widget(index));
  if (page == nullptr || (page->unsaved() && !may_close(*page))) return;
  pages_->removeTab(index);
  page->deleteLater();
  if (pages_->count() == 0) middle_->setCurrentIndex(0);
}

bool MainWindow::may_close(Page& page) {
  const auto answer =
      QMessageBox::question(this, tr("Not saved"), tr("%1 has changed.").arg(QFileInfo{page.path()}.fileName()),
                            QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
  return answer == QMessageBox::Discard || (answer == QMessageBox::Save && page.save());
}

void MainWindow::retitle(Page& page) {
  const int index = pages_->indexOf(&page);
  pages_->setTabText(index, page.title());
  pages_->setTabToolTip(index, page.path());
}

void MainWindow::closeEvent(QCloseEvent* event) {
  for (int i = 0; i < pages_->count(); ++i) {
    auto* page = qobject_cast<Page*>(pages_->widget(i));
    if (page->unsaved() && !may_close(*page)) return event->ignore();
  }
  if (!queue_.idle() &&
      QMessageBox::question(this, tr("Runs go on"), tr("End them? Results so far are kept.")) != QMessageBox::Yes)
    return event->ignore();
  queue_.cancel_all();
  QSettings settings;
  settings.setValue("window", saveGeometry());
  settings.setValue("docks", saveState());
  event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  for (const auto& url : event->mimeData()->urls())
    if (url.isLocalFile()) open(url.toLocalFile());
}

}  // namespace qoslab::gui
