// Small runs' files, as qoslab writes them, in a folder.
#pragma once

#include <QDir>
#include <QFile>
#include <QString>

#include "tests/gui/example_text.h"

namespace qoslab::gui {

inline void write_file(const QString& path, const QByteArray& text) {
  QFile file{path};
  file.open(QIODevice::WriteOnly);
  file.write(text);
}

/// Two flows over four seconds, a published number and a lesson of two notes.
inline void write_example_results(const QString& folder, const QByteArray& scenario = "example") {
  QDir{}.mkpath(folder);
  write_file(folder + "/results.json", QByteArray::fromStdString(example_results(scenario.toStdString())));
  write_file(folder + "/series.csv", QByteArray::fromStdString(example_series()));
}

/// The same scenario as emulated.
inline void write_example_emulation(const QString& folder, const QByteArray& scenario = "example") {
  QDir{}.mkpath(folder);
  write_file(folder + "/results.json", QByteArray::fromStdString(example_emulation(scenario.toStdString())));
}

}  // namespace qoslab::gui
