// What a run may have other than its file says.
#pragma once

#include <QLineEdit>
#include <QMap>
#include <QWidget>

#include "gui/run/run.h"

namespace qoslab::gui {

/// Seed, measured time, replications, parameters: empty fields leave what the file has.
class RunOptions final : public QWidget {
  Q_OBJECT

 public:
  explicit RunOptions(QWidget* parent = nullptr);
  /// Laid over `order`.
  [[nodiscard]] RunOrder over(RunOrder order) const;
  /// What the scenario has, with its values.
  void offer(const QMap<QString, QString>& parameters);

 signals:
  void run_wanted();

 private:
  QLineEdit* seed_;
  QLineEdit* duration_;
  QLineEdit* replications_;
  QLineEdit* values_;
};

}  // namespace qoslab::gui
