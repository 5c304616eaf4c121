// Pictures of windows, for people to look at: in the folder that QOSLAB_PICTURES names, else in pictures/ of the build.
#pragma once

#include <QApplication>
#include <QDir>
#include <QPalette>
#include <QPixmap>
#include <QString>
#include <QWidget>

namespace qoslab::gui::test {

/// Somebody wants to look at more than the usual ones.
inline bool all_pictures_wanted() { return !qEnvironmentVariableIsEmpty("QOSLAB_PICTURES"); }

/// As on a screen with so many pixels to a point.
inline void save_picture(QWidget& widget, const QString& name, int pixels = 1) {
  const auto folder = all_pictures_wanted() ? qEnvironmentVariable("QOSLAB_PICTURES") : QOSLAB_BUILT_PICTURES;
  QDir{}.mkpath(folder);
  for (int i = 0; i < 3; ++i) {  // layouts settle, and what is to be deleted is
    QApplication::processEvents();
    QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
  QCoreApplication::processEvents();  // windows are laid out when events are
  QPixmap picture{widget.size() * pixels};
  picture.setDevicePixelRatio(pixels);
  widget.render(&picture);
  picture.save(folder + "/" + name + ".png");
}

/// While it lives windows are dark.
class Darkness {
 public:
  Darkness() : before_{QApplication::palette()} {
    QPalette dark{QColor{53, 53, 53}};
    dark.setColor(QPalette::Base, QColor{30, 30, 30});
    dark.setColor(QPalette::AlternateBase, QColor{45, 45, 45});
    dark.setColor(QPalette::Text, Qt::white);
    dark.setColor(QPalette::WindowText, Qt::white);
    dark.setColor(QPalette::ButtonText, Qt::white);
    dark.setColor(QPalette::PlaceholderText, QColor{150, 150, 150});
    dark.setColor(QPalette::Highlight, QColor{42, 130, 218});
    QApplication::setPalette(dark);
  }
  ~Darkness() { QApplication::setPalette(before_); }
  Darkness(const Darkness&) = delete;
  Darkness& operator=(const Darkness&) = delete;

 private:
  QPalette before_;
};

}  // namespace qoslab::gui::test
