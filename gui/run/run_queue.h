// Runs, one after the other.
#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "gui/run/run.h"

namespace qoslab::gui {

/// A run uses all cores by itself, with its replications; `at_once` of them are started together: more than one where
/// each has a single replication.
class RunQueue final : public QObject {
  Q_OBJECT

 public:
  explicit RunQueue(QString program, int at_once = 1, QObject* parent = nullptr);

  Run& add(const RunOrder& order);
  /// In the order in which they were added.
  [[nodiscard]] const std::vector<std::unique_ptr<Run>>& runs() const { return runs_; }
  [[nodiscard]] bool idle() const;
  /// Softly, all.
  void cancel_all();
  /// Those that have ended are forgotten; their results stay.
  void forget_ended();

 signals:
  void changed();
  void ended(qoslab::gui::Run* run);

 private:
  void start_next();

  QString program_;
  int at_once_;
  std::vector<std::unique_ptr<Run>> runs_;
};

}  // namespace qoslab::gui
