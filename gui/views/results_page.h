// Results of one run, or of several side by side.
#pragma once

#include <QFileSystemWatcher>
#include <atomic>
#include <memory>
#include <vector>

#include "gui/data/lesson_note.h"
#include "gui/pictures/result_view.h"
#include "gui/views/page.h"

class QLabel;
class QListWidget;
class QSplitter;

namespace qoslab::gui {

class ChartView;
class PicturePanel;
class ResultTrees;
class TableView;

class ResultsPage final : public Page {
  Q_OBJECT

 public:
  /// Files or folders; read in the background. Of several results a comparison.
  explicit ResultsPage(QStringList paths, QWidget* parent = nullptr);
  ~ResultsPage() override;

  [[nodiscard]] QString path() const override { return paths_.join('\n'); }
  [[nodiscard]] QString title() const override { return title_; }
  [[nodiscard]] std::optional<Exportable> picture() const override;
  [[nodiscard]] std::optional<Exportable> table() const override;
  [[nodiscard]] ChartView* chart() const;
  [[nodiscard]] const std::vector<ResultView>& views() const { return views_; }
  /// Nothing happens if it is not there.
  void show_view(const QString& id);
  /// The scenarios' notes for teaching, of all results.
  [[nodiscard]] const std::vector<LessonNote>& lesson() const { return lesson_; }

 public slots:
  /// Reads all again.
  void reload();

 signals:
  void loaded();

 private:
  struct Loading;
  void take(const Loading& loading);
  void take_lessons(const std::vector<std::shared_ptr<const OpenedResults>>& opened);
  void list_views();
  void show_current();
  void say(const QString& words);

  QStringList paths_;
  QString title_;
  std::vector<LessonNote> lesson_;
  std::shared_ptr<std::atomic<bool>> stop_;
  std::vector<ResultView> views_;
  std::shared_ptr<const OpenedResults> treed_;  ///< has QoS trees; null: there are none, or too many results
  QFileSystemWatcher watcher_;
  QLabel* words_;
  QListWidget* list_;
  QLabel* meaning_;
  PicturePanel* picture_;
  TableView* table_;
  ResultTrees* trees_;
  QSplitter* middle_;
};

}  // namespace qoslab::gui
