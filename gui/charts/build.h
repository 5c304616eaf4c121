// Curves become the series of a chart.
#pragma once

#include <QList>
#include <QPointF>
#include <utility>
#include <vector>

#include "gui/data/picture.h"

class QChart;
class QAbstractAxis;
class QXYSeries;

namespace qoslab::gui {

struct ChartLook {
  bool dark = false;
  int letters = 0;  ///< points; 0: the chart's own
};

struct ChartParts {
  QAbstractAxis* x = nullptr;
  QAbstractAxis* y = nullptr;
  std::vector<QXYSeries*> curves;  ///< by curve; the one that takes its points
};

/// Empties `chart` and puts the picture in it; curves with a source stay empty.
ChartParts build_chart(QChart& chart, const Picture& picture, const ChartLook& look);

/// What `curve` shows between: its points, or its source's, without what a logarithmic axis cannot show; steps drawn
/// out.
QList<QPointF> drawn_points(const Picture& picture, const Curve& curve, std::pair<double, double> visible, int pixels);

/// From the smallest to the largest x of all curves; logarithmic: of those above 0. Never empty.
std::pair<double, double> span_of(const Picture& picture);
/// The y between, with a little room; from 0 if that is near.
std::pair<double, double> height_of(const Picture& picture, const std::vector<QXYSeries*>& curves,
                                    std::pair<double, double> visible);

void set_range(QAbstractAxis& axis, std::pair<double, double> range);

}  // namespace qoslab::gui
