#include "gui/charts/axes.h"

#include <QCategoryAxis>
#include <QFont>
#include <QFontMetricsF>
#include <QLogValueAxis>
#include <QValueAxis>
#include <algorithm>
#include <cmath>

namespace qoslab::gui {
namespace {

constexpr double least_letters = 0.7;    // of their size: names that have less room show when one zooms in
constexpr int usual_digits = 6;          // of labels; more where ticks would look alike
constexpr double room_for_names = 0.85;  // of what there is

/// An axis has no two labels that are equal: one has more spaces, of no width, than the other.
QStringList told_apart(const std::vector<std::string>& names) {
  QStringList unlike;
  for (const auto& name : names) {
    unlike << QString::fromStdString(name);
    while (unlike.indexOf(unlike.back()) < unlike.size() - 1) unlike.back() += QChar{0x200B};
  }
  return unlike;
}

}  // namespace

QAbstractAxis* axis_of(const Axis& wanted) {
  if (wanted.logarithmic) {
    auto* axis = new QLogValueAxis;
    axis->setLabelFormat("%g");
    axis->setMinorTickCount(8);
    return axis;
  }
  if (!wanted.names.empty()) {
    auto* axis = new QCategoryAxis;
    axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    const auto labels = told_apart(wanted.names);
    for (qsizetype i = 0; i < labels.size(); ++i) axis->append(labels[i], static_cast<double>(i));
    return axis;
  }
  auto* axis = new QValueAxis;
  axis->setTickType(QValueAxis::TicksDynamic);
  axis->setTickAnchor(0);
  return axis;
}

void set_range(QAbstractAxis& axis, Range range) {
  if (auto* values = qobject_cast<QValueAxis*>(&axis);
      values != nullptr && axis.type() == QAbstractAxis::AxisTypeValue) {
    const double tick = tick_of(range);
    const double largest = std::max({std::abs(range.first), std::abs(range.second), tick});
    const int digits = std::clamp(1 + static_cast<int>(std::ceil(std::log10(largest / tick))), usual_digits, 15);
    values->setTickInterval(tick);
    values->setLabelFormat("%." + QString::number(digits) + "g");
  }
  axis.setRange(range.first, range.second);
}

void fit_names(QAbstractAxis& axis, const Axis& names, Range visible, int pixels, const QFont& font) {
  if (names.names.empty()) return;
  const QFontMetricsF letters{font};
  double widest = 0;
  for (const auto& name : names.names)
    widest = std::max(widest, letters.horizontalAdvance(QString::fromStdString(name)));
  const double room = room_for_names * pixels / std::max(1.0, visible.second - visible.first);
  const bool level = widest <= room;
  QFont fitting = font;
  const double share = level ? 1 : std::min(1.0, room / letters.height());
  fitting.setPointSizeF(font.pointSizeF() * share);
  axis.setLabelsVisible(share >= least_letters);
  if (axis.labelsAngle() != (level ? 0 : -90)) axis.setLabelsAngle(level ? 0 : -90);
  if (axis.labelsFont() != fitting) axis.setLabelsFont(fitting);
}

std::string title_of(const Axis& axis, const Prefix& prefix) {
  return axis.unit.empty() ? axis.title : axis.title + ", " + prefix.letter + axis.unit;
}

}  // namespace qoslab::gui
