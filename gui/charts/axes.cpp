#include "gui/charts/axes.h"

#include <QLogValueAxis>
#include <QValueAxis>
#include <algorithm>
#include <cmath>

namespace qoslab::gui {
namespace {

constexpr int usual_digits = 6;        // of labels; more where ticks would look alike
constexpr double finest_tick = 1e-14;  // of the largest value

}  // namespace

QAbstractAxis* axis_of(const Axis& wanted) {
  if (wanted.logarithmic) {
    auto* axis = new QLogValueAxis;
    axis->setLabelFormat("%g");
    axis->setMinorTickCount(8);
    return axis;
  }
  auto* axis = new QValueAxis;
  axis->setTickType(QValueAxis::TicksDynamic);
  axis->setTickAnchor(0);
  axis->setLabelsVisible(wanted.names.empty());
  return axis;
}

void set_range(QAbstractAxis& axis, Range range) {
  if (auto* values = qobject_cast<QValueAxis*>(&axis);
      values != nullptr && axis.type() == QAbstractAxis::AxisTypeValue) {
    const double wanted = values->labelsVisible() ? tick_of(range) : std::max(1.0, tick_of(range) / 20);
    const double largest = std::max({std::abs(range.first), std::abs(range.second), wanted});
    // Where adding a tick changes nothing, the axis would never come to its end.
    const double tick = std::max(wanted, largest * finest_tick);
    const int digits = std::clamp(1 + static_cast<int>(std::ceil(std::log10(largest / tick))), usual_digits, 15);
    values->setTickInterval(tick);
    const auto format = "%." + QString::number(digits) + "g";
    if (values->labelFormat() != format) values->setLabelFormat(format);  // which lays all out again
  }
  axis.setRange(range.first, range.second);
}

std::string title_of(const Axis& axis, const Prefix& prefix) {
  return axis.unit.empty() ? axis.title : axis.title + ", " + prefix.letter + axis.unit;
}

}  // namespace qoslab::gui
