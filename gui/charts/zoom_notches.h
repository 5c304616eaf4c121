// By which keys and turns of the wheel a reader zooms, wherever there is something to zoom.
#pragma once

#include <QKeyEvent>
#include <QWheelEvent>
#include <optional>

namespace qoslab::gui {

/// Positive: nearer. Nothing: another key.
inline std::optional<double> zoom_notches(const QKeyEvent& event) {
  switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return 1;
    case Qt::Key_Minus:
      return -1;
    default:
      return std::nullopt;
  }
}

inline double zoom_notches(const QWheelEvent& event) {
  constexpr double degrees_a_notch = 120;  // in eighths
  return event.angleDelta().y() / degrees_a_notch;
}

}  // namespace qoslab::gui
