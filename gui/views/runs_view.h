// The queue of runs, and what each of them says.
#pragma once

#include <QTableWidget>
#include <QTimer>

#include "gui/run/run_queue.h"

namespace qoslab::gui {

/// Delete cancels the run that is selected, and forgets those that have ended; Enter opens results.
class RunsView final : public QTableWidget {
  Q_OBJECT

 public:
  explicit RunsView(RunQueue& queue, QWidget* parent = nullptr);

 signals:
  void results_wanted(qoslab::gui::Run* run);

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  /// Several changes in a moment are one.
  void refresh_soon();
  void refresh();

  RunQueue& queue_;
  QTimer pause_;
};

}  // namespace qoslab::gui
