// What a scenario file asks, without understanding the rest of it.
#pragma once

#include <QString>
#include <QStringList>

namespace qoslab::gui {

/// Empty if it cannot be read.
QString question_of(const QString& path);

/// The scenario files directly in a folder, by name, as `qoslab run FOLDER` takes them.
QStringList scenarios_in(const QString& folder);

}  // namespace qoslab::gui
