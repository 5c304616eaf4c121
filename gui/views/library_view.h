// What there is to open: scenarios by folder with what they ask, and recent results.
#pragma once

#include <QString>
#include <QTreeWidget>

namespace qoslab::gui {

class LibraryView final : public QTreeWidget {
  Q_OBJECT

 public:
  /// Questions appear as they are read, in the background.
  LibraryView(QString scenarios, QString results, QWidget* parent = nullptr);
  ~LibraryView() override;

  /// Looks at both folders again.
  void refresh();
  /// Selects and shows it, if it is in there.
  void show_path(const QString& path);
  [[nodiscard]] QStringList selected_results() const;

 signals:
  void scenario_chosen(const QString& path);
  void folder_chosen(const QString& path);
  void results_chosen(const QString& path);

 private:
  enum class Kind { group, scenario, folder, results };
  void choose(QTreeWidgetItem* item);
  void fill_scenarios();
  void fill_results();
  QTreeWidgetItem* add(QTreeWidgetItem* parent, const QString& name, const QString& path, Kind kind);
  void read_questions(const QStringList& paths);

  QString scenarios_;
  QString results_;
  QTreeWidgetItem* scenario_root_;
  QTreeWidgetItem* results_root_;
};

}  // namespace qoslab::gui
