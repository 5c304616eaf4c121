// Frames of a chart that is zoomed and moved with keys, painted into an image.
#pragma once

#include <QSize>
#include <functional>

class QWidget;

namespace qoslab::gui {
class ChartView;
}

namespace qoslab::bench {

struct Frames {
  double a_second = 0;
  double slowest_ms = 0;
};

/// `step` and a painting of `widget` after it, `count` times; with so many pixels to a point.
Frames frames_of(QWidget& widget, int pixels, int count, const std::function<void(int)>& step);

/// Into the chart by keys, along it, and out again.
Frames zoom_and_move(gui::ChartView& chart, QWidget& painted, int pixels);

/// Ten million samples in memory, on screens of two sizes.
void report_frames();

}  // namespace qoslab::bench
