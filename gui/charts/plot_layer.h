// What a chart shows in its plot that Qt Charts has no series for.
#pragma once

#include <QChart>
#include <QGraphicsObject>

namespace qoslab::gui {

/// Lies over the chart's grid and under its own curves; of several the later one is above.
class PlotLayer : public QGraphicsObject {
 public:
  explicit PlotLayer(QChart& chart) : QGraphicsObject{&chart}, chart_{chart} {
    constexpr qreal above_the_grid = 4;  // where QChart's own curves begin; its lines are above
    setZValue(above_the_grid);
    connect(&chart, &QChart::plotAreaChanged, this, [this] { prepareGeometryChange(); });
  }
  [[nodiscard]] QRectF boundingRect() const override { return chart_.plotArea(); }

 private:
  QChart& chart_;
};

}  // namespace qoslab::gui
