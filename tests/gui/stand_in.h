// A program that stands in for qoslab: a shell script that does what a story needs.
#pragma once

#include <QFile>
#include <QString>
#include <QTemporaryDir>

namespace qoslab::gui {

class StandIn {
 public:
  /// In `script`, $OUT is where results go.
  explicit StandIn(const QString& script) {
    QFile file{program()};
    file.open(QIODevice::WriteOnly);
    file.write(("#!/bin/bash\nOUT=$(while [[ $1 != --out ]]; do shift; done; echo \"$2\")\n" + script + "\n").toUtf8());
    file.close();
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  }
  [[nodiscard]] QString program() const { return folder_.filePath("stand in"); }
  [[nodiscard]] QString path(const QString& name) const { return folder_.filePath(name); }

 private:
  QTemporaryDir folder_;
};

}  // namespace qoslab::gui
