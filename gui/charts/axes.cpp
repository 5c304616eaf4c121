#include "gui/charts/axes.h"

#include <QCategoryAxis>
#include <QFont>
#include <QFontMetricsF>
#include <QLogValueAxis>
#include <QValueAxis>
#include <algorithm>

namespace qoslab::gui {
namespace {

constexpr double least_letters = 0.7;    // of their size: names that have less room show when one zooms in
constexpr double room_for_names = 0.85;  // of what there is
constexpr double height_of_names = 0.3;  // of a chart, when they stand upright: Qt cuts what is higher

/// An axis has no two labels that are equal: one has more spaces, of no width, than the other.
QStringList told_apart(QStringList names) {
  QStringList unlike;
  for (auto& name : names) {
    while (unlike.contains(name)) name += QChar{0x200B};
    unlike << name;
  }
  return unlike;
}

void name(QCategoryAxis& axis, const QStringList& names) {
  const auto labels = told_apart(names);
  if (axis.categoriesLabels() == labels) return;
  for (const auto& label : axis.categoriesLabels()) axis.remove(label);
  for (qsizetype i = 0; i < labels.size(); ++i) axis.append(labels[i], static_cast<double>(i));
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
    return axis;
  }
  auto* axis = new QValueAxis;
  axis->setLabelFormat("%.6g");
  axis->setTickType(QValueAxis::TicksDynamic);
  axis->setTickAnchor(0);
  return axis;
}

void set_range(QAbstractAxis& axis, Range range) {
  if (auto* values = qobject_cast<QValueAxis*>(&axis); values != nullptr && axis.type() == QAbstractAxis::AxisTypeValue)
    values->setTickInterval(tick_of(range));
  axis.setRange(range.first, range.second);
}

void fit_names(QAbstractAxis& axis, const Axis& names, Range visible, QSizeF room, const QFont& font) {
  auto* named = qobject_cast<QCategoryAxis*>(&axis);
  if (named == nullptr) return;
  const QFontMetricsF letters{font};
  QStringList texts;
  double widest = 0;
  for (const auto& text : names.names) {
    texts << QString::fromStdString(text);
    widest = std::max(widest, letters.horizontalAdvance(texts.back()));
  }
  const double each = room_for_names * room.width() / std::max(1.0, visible.second - visible.first);
  const bool level = widest <= each;
  QFont fitting = font;
  const double share = level ? 1 : std::min(1.0, each / letters.height());
  fitting.setPointSizeF(font.pointSizeF() * share);
  if (!level)
    for (auto& text : texts)
      text = QFontMetricsF{fitting}.elidedText(text, Qt::ElideMiddle, height_of_names * room.height());
  name(*named, texts);
  axis.setLabelsVisible(share >= least_letters);
  if (axis.labelsAngle() != (level ? 0 : -90)) axis.setLabelsAngle(level ? 0 : -90);
  if (axis.labelsFont() != fitting) axis.setLabelsFont(fitting);
}

std::string title_of(const Axis& axis, const Prefix& prefix) {
  return axis.unit.empty() ? axis.title : axis.title + ", " + prefix.letter + axis.unit;
}

}  // namespace qoslab::gui
