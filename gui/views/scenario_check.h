// Reads and checks a scenario's text in the background, again whenever it changes.
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

#include "helpers/scenario/read.h"

namespace qoslab::gui {

class ScenarioCheck final : public QObject {
  Q_OBJECT

 public:
  explicit ScenarioCheck(QString path, QObject* parent = nullptr);

  /// Waits until nothing has changed for a moment; of several texts only the last is checked.
  void check(const QString& text);
  /// From now on the text is this file's.
  void moved(const QString& path) { path_ = path; }

 signals:
  /// Shared: a scenario may be large.
  void checked(std::shared_ptr<const qoslab::ReadOutcome> outcome);

 private:
  void start();

  QString path_;
  std::optional<QString> wanted_;
  bool busy_ = false;
  QTimer pause_;
};

}  // namespace qoslab::gui
