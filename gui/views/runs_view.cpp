#include "gui/views/runs_view.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QKeyEvent>
#include <QProgressBar>

namespace qoslab::gui {
namespace {

constexpr int milliseconds_between = 100;
enum Column { column_what, column_done, column_state, columns };

}  // namespace

RunsView::RunsView(RunQueue& queue, QWidget* parent) : QTableWidget{0, columns, parent}, queue_{queue} {
  setHorizontalHeaderLabels({tr("Run"), tr("Done"), tr("State")});
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setSelectionMode(QAbstractItemView::SingleSelection);
  verticalHeader()->hide();
  horizontalHeader()->setStretchLastSection(true);
  horizontalHeader()->resizeSection(column_what, 220);
  setAccessibleName(tr("Runs"));
  pause_.setSingleShot(true);
  connect(&pause_, &QTimer::timeout, this, &RunsView::refresh);
  connect(&queue_, &RunQueue::changed, this, &RunsView::refresh_soon);
  connect(this, &QTableWidget::cellActivated, this, [this](int row) {
    if (static_cast<std::size_t>(row) >= queue_.runs().size()) return;  // forgotten a moment ago
    auto& run = *queue_.runs()[static_cast<std::size_t>(row)];
    if (run.ended() && run.has_results()) emit results_wanted(&run);
  });
}

void RunsView::refresh_soon() {
  if (!pause_.isActive() || pause_.remainingTime() > milliseconds_between) pause_.start(milliseconds_between);
}

void RunsView::refresh() {
  const auto& runs = queue_.runs();
  setRowCount(static_cast<int>(runs.size()));
  for (int row = 0; row < rowCount(); ++row) {
    const auto& run = *runs[static_cast<std::size_t>(row)];
    if (item(row, column_what) == nullptr) {
      setItem(row, column_what, new QTableWidgetItem);
      setItem(row, column_state, new QTableWidgetItem);
      auto* bar = new QProgressBar;
      bar->setRange(0, 1000);
      setCellWidget(row, column_done, bar);
    }
    item(row, column_what)->setText(QFileInfo{run.order().path}.completeBaseName());
    item(row, column_what)->setToolTip(run.order().path);
    item(row, column_state)->setText(run.words());
    item(row, column_state)->setToolTip(run.messages().join("\n"));
    const bool whole = run.state() == Run::State::fine || run.state() == Run::State::deviates;
    static_cast<QProgressBar*>(cellWidget(row, column_done))
        ->setValue(whole ? 1000 : static_cast<int>(1000 * run.done()));
  }
  if (!queue_.idle()) pause_.start(1000);  // the time that a silent one has been silent
}

void RunsView::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Delete) return QTableWidget::keyPressEvent(event);
  const auto row = static_cast<std::size_t>(std::max(0, currentRow()));
  if (row >= queue_.runs().size()) return;
  if (queue_.runs()[row]->ended())
    queue_.forget_ended();
  else
    queue_.runs()[row]->cancel();
}

}  // namespace qoslab::gui
