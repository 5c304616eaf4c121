// What `qoslab run --progress json` says on its standard error.
#pragma once

#include <QByteArray>
#include <QMap>
#include <QString>
#include <optional>
#include <vector>

namespace qoslab::gui {

struct ProgressLine {
  QString scenario;
  double done = 0;  ///< 0..1
  double elapsed_s = 0;
  double left_s = 0;
};
/// Of the time since the last one.
struct LiveLine {
  QString scenario;
  double time_s = 0;                            ///< simulated
  QMap<QString, QMap<QString, double>> values;  ///< by subject and metric: "call", "goodput_bps"
};

/// Puts together the lines of a stream that may hold anything, of any length, at any speed.
class ProgressReader {
 public:
  struct Lines {
    std::vector<ProgressLine> progress;
    std::vector<LiveLine> live;
  };
  Lines read(const QByteArray& bytes);
  /// The last lines that were something else: messages.
  [[nodiscard]] QStringList messages() const { return messages_; }

 private:
  void take(const QByteArray& line, Lines& lines);

  QByteArray unfinished_;
  bool overlong_ = false;  ///< the line that is being read is thrown away
  QStringList messages_;
};

}  // namespace qoslab::gui
