// A table of any length that can be sorted, filtered and copied.
#pragma once

#include <QTableView>

#include "gui/pictures/result_view.h"

class QSortFilterProxyModel;

namespace qoslab::gui {

/// Ctrl+C copies the selected rows, separated by tabs.
class TableView final : public QTableView {
  Q_OBJECT

 public:
  explicit TableView(QWidget* parent = nullptr);
  void show_table(Table table);
  /// All of it, in the order in which it is shown.
  [[nodiscard]] QString csv() const;

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QSortFilterProxyModel* order_;
};

}  // namespace qoslab::gui
