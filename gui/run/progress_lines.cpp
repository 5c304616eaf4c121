#include "gui/run/progress_lines.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

namespace qoslab::gui {
namespace {

constexpr qsizetype longest_line = 256 * 1024;
constexpr qsizetype longest_message = 500;
constexpr qsizetype most_messages = 200;
constexpr double longest_s = 1e9;

LiveLine live_of(const QJsonObject& object) {
  LiveLine line{.scenario = object["scenario"].toString(), .time_s = object["time_s"].toDouble(), .values = {}};
  const auto live = object["live"].toObject();
  for (auto subject = live.begin(); subject != live.end(); ++subject) {
    const auto metrics = subject.value().toObject();
    for (auto metric = metrics.begin(); metric != metrics.end(); ++metric)
      if (metric.value().isDouble()) line.values[subject.key()][metric.key()] = metric.value().toDouble();
  }
  return line;
}

ProgressLine progress_of(const QJsonObject& object) {
  return {.scenario = object["scenario"].toString(),
          .done = std::clamp(object["done"].toDouble(), 0.0, 1.0),
          .elapsed_s = std::clamp(object["elapsed_s"].toDouble(), 0.0, longest_s),
          .left_s = std::clamp(object["left_s"].toDouble(), 0.0, longest_s)};
}

}  // namespace

ProgressReader::Lines ProgressReader::read(const QByteArray& bytes) {
  Lines lines;
  qsizetype begin = 0;
  while (begin < bytes.size()) {
    const auto end = bytes.indexOf('\n', begin);
    const auto part = bytes.mid(begin, end < 0 ? -1 : end - begin);
    overlong_ = overlong_ || unfinished_.size() + part.size() > longest_line;
    if (overlong_)
      unfinished_.clear();
    else
      unfinished_ += part;
    if (end < 0) break;
    if (!overlong_) take(unfinished_, lines);
    unfinished_.clear();
    overlong_ = false;
    begin = end + 1;
  }
  return lines;
}

void ProgressReader::take(const QByteArray& line, Lines& lines) {
  const auto object = line.startsWith('{') ? QJsonDocument::fromJson(line).object() : QJsonObject{};
  if (object.contains("live")) return lines.live.push_back(live_of(object));
  if (object.contains("done")) return lines.progress.push_back(progress_of(object));
  if (line.trimmed().isEmpty()) return;
  messages_.append(QString::fromUtf8(line).left(longest_message));
  if (messages_.size() > most_messages) messages_.removeFirst();
}

}  // namespace qoslab::gui
