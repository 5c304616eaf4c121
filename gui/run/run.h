// One run of the program, as a child process.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QProcess>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <optional>

#include "gui/run/progress_lines.h"

namespace qoslab::gui {

/// What is to be run.
struct RunOrder {
  QString path;  ///< a scenario, or a folder of them
  QString out;   ///< where results go
  std::optional<quint64> seed;
  std::optional<int> replications;
  QString duration;               ///< "20 s"; empty: the file's
  QMap<QString, QString> values;  ///< of parameters, instead of the file's; several, separated by commas: a sweep
};

class Run final : public QObject {
  Q_OBJECT

 public:
  enum class State { waits, runs, stops, fine, deviates, refused, interrupted, failed };

  /// `program`: what starts qoslab.
  Run(QString program, RunOrder order, QObject* parent = nullptr);
  ~Run() override;

  void start();
  /// First softly, so that results so far are kept; again, or when nothing happens for a while, at once. One that waits
  /// will not start.
  void cancel();

  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] bool ended() const { return state_ > State::stops; }
  [[nodiscard]] const RunOrder& order() const { return order_; }
  /// Of all its scenarios, 0..1.
  [[nodiscard]] double done() const;
  /// How it ended, or what it does, in words; what went wrong behind it.
  [[nodiscard]] QString words() const;
  /// What it said.
  [[nodiscard]] QStringList messages() const { return reader_.messages(); }
  /// There are results, whole or so far.
  [[nodiscard]] bool has_results() const;

 signals:
  void changed();
  void live(const qoslab::gui::LiveLine& line);
  void ended_now();

 private:
  void read();
  void finished(int status, QProcess::ExitStatus how);
  void failed_to_start();
  [[nodiscard]] QString doing() const;
  void end(State state, const QString& words);

  QString program_;
  RunOrder order_;
  QProcess process_;
  QTimer patience_;  ///< after a soft cancel
  QElapsedTimer silence_;
  QElapsedTimer begun_;
  int scenarios_ = 1;   ///< that the order has
  QSet<QString> seen_;  ///< of these those of which there was progress
  ProgressReader reader_;
  ProgressLine progress_;
  State state_ = State::waits;
  QString words_;
};

}  // namespace qoslab::gui
