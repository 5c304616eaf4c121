// What the tests see, for people to look at.
#pragma once

#include <QDir>
#include <QWidget>

namespace qoslab::gui {

/// Into the folder that QOSLAB_PICTURES names; without it nothing is kept, but everything is drawn.
inline void keep_picture(QWidget& widget, const QString& name) {
  const auto picture = widget.grab();
  const auto folder = qEnvironmentVariable("QOSLAB_PICTURES");
  if (folder.isEmpty()) return;
  QDir{}.mkpath(folder);
  picture.save(folder + "/" + name + ".png");
}

}  // namespace qoslab::gui
