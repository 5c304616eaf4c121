// The window: library and runs at its edges, pages in its middle.
#pragma once

#include <QMainWindow>
#include <functional>

#include "gui/charts/export.h"
#include "gui/run/run_queue.h"

class QStackedWidget;
class QTabWidget;

namespace qoslab::gui {

class LibraryView;
class Page;
class RunsView;

/// Where things are.
struct Places {
  QString program;    ///< starts qoslab
  QString scenarios;  ///< the library's
  QString results;    ///< of runs that are started here
};

class MainWindow final : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(Places places, QWidget* parent = nullptr);
  ~MainWindow() override;

  /// A scenario, a folder of scenarios, a results.json, or a folder with one or several of them. What it is decides;
  /// what it is not is said.
  void open(const QString& path);
  [[nodiscard]] Page* page() const;
  [[nodiscard]] RunQueue& queue() { return queue_; }

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void add_menus();
  void add_docks();
  /// Shows the page of this path, made if it is not there yet.
  void show_page(const QString& path, const std::function<Page*()>& make);
  void open_scenario(const QString& path);
  void open_folder(const QString& path);
  void open_results(const QStringList& paths);
  /// Those that are selected in the library.
  void compare();
  /// The results of this page, on the whole screen.
  void present();
  void run();
  void run_ended(Run* run);
  /// Asks where to.
  void export_shown(const std::optional<Exportable>& shown);
  void close_page(int index);
  /// False: the reader does not want to lose what is unsaved.
  bool may_close(Page& page);
  void retitle(Page& page);

  Places places_;
  RunQueue queue_;
  QStackedWidget* middle_;
  QTabWidget* pages_;
  LibraryView* library_ = nullptr;
  RunsView* runs_ = nullptr;
};

}  // namespace qoslab::gui
