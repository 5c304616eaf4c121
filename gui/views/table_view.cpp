#include "gui/views/table_view.h"

#include <QAbstractTableModel>
#include <QApplication>
#include <QClipboard>
#include <QCollator>
#include <QHeaderView>
#include <QKeyEvent>
#include <QSortFilterProxyModel>
#include <algorithm>
#include <utility>

#include "gui/charts/export.h"

namespace qoslab::gui {
namespace {

class TableModel final : public QAbstractTableModel {
 public:
  TableModel(Table table, QObject* parent) : QAbstractTableModel{parent}, table_{std::move(table)} {}

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(table_.rows.size());
  }
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(table_.columns.size());
  }
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override {
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    const auto& row = table_.rows[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<std::size_t>(index.column());
    return column < row.size() ? QString::fromStdString(row[column]) : QString{};
  }
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal) return {};
    return QString::fromStdString(table_.columns[static_cast<std::size_t>(section)]);
  }

 private:
  Table table_;
};

/// "64 k" as a number; nothing if it is none.
std::optional<double> value_of(const QString& text) {
  const auto words = text.split(' ');
  bool is_number = false;
  const double number = words.front().toDouble(&is_number);
  if (!is_number) return std::nullopt;
  const auto unit = words.size() > 1 ? words[1] : QString{};
  return number * (unit == "k" ? 1e3 : unit == "M" ? 1e6 : unit == "G" ? 1e9 : 1);
}

/// Numbers by their size, all else as people sort names.
class Order final : public QSortFilterProxyModel {
 public:
  explicit Order(QObject* parent) : QSortFilterProxyModel{parent} { names_.setNumericMode(true); }

 protected:
  [[nodiscard]] bool lessThan(const QModelIndex& a, const QModelIndex& b) const override {
    const auto left = a.data().toString();
    const auto right = b.data().toString();
    const auto x = value_of(left);
    const auto y = value_of(right);
    if (x && y) return *x < *y;
    if (x || y) return y.has_value();
    return names_.compare(left, right) < 0;
  }

 private:
  QCollator names_;
};

}  // namespace

TableView::TableView(QWidget* parent) : QTableView{parent}, order_{new Order{this}} {
  setModel(order_);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setAlternatingRowColors(true);
  setSortingEnabled(true);
  setAccessibleName(tr("Table"));
  verticalHeader()->hide();
  verticalHeader()->setDefaultSectionSize(fontMetrics().height() * 3 / 2);
  horizontalHeader()->setStretchLastSection(true);
}

void TableView::show_table(Table table) {
  auto* before = order_->sourceModel();
  order_->sort(-1);
  order_->setSourceModel(new TableModel{std::move(table), order_});
  delete before;
  horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
  resizeColumnsToContents();
  for (int i = 0; i < order_->columnCount(); ++i) setColumnWidth(i, std::min(columnWidth(i), 360));
}

QString TableView::csv() const {
  const auto columns = order_->columnCount();
  QStringList cells;
  for (int column = 0; column < columns; ++column) cells << order_->headerData(column, Qt::Horizontal).toString();
  auto text = csv_line(cells);
  for (int row = 0; row < order_->rowCount(); ++row) {
    cells.clear();
    for (int column = 0; column < columns; ++column) cells << order_->index(row, column).data().toString();
    text += csv_line(cells);
  }
  return text;
}

void TableView::keyPressEvent(QKeyEvent* event) {
  if (!event->matches(QKeySequence::Copy)) return QTableView::keyPressEvent(event);
  QStringList lines;
  for (const auto& row : selectionModel()->selectedRows()) {
    QStringList cells;
    for (int column = 0; column < order_->columnCount(); ++column)
      cells << row.siblingAtColumn(column).data().toString();
    lines << cells.join('\t');
  }
  QApplication::clipboard()->setText(lines.join('\n'));
}

}  // namespace qoslab::gui
