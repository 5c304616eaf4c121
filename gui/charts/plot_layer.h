// What a chart shows in its plot that Qt Charts has no series for.
#pragma once

#include <QChart>
#include <QGraphicsObject>

namespace qoslab::gui {

/// Lies over the chart's grid and under its own curves; of several the later one is above.
class PlotLayer : public QGraphicsObject {
 public:
  explicit PlotLayer(QChart& chart) : QGraphicsObject{&chart}, plot_{chart.plotArea()} {
    constexpr qreal above_the_grid = 4;  // where QChart's own curves begin; its lines are above
    setZValue(above_the_grid);
    connect(&chart, &QChart::plotAreaChanged, this, [this](const QRectF& plot) {
      prepareGeometryChange();  // the scene looks for it where it has been
      plot_ = plot;
    });
  }
  [[nodiscard]] QRectF boundingRect() const override { return plot_; }

 private:
  QRectF plot_;
};

}  // namespace qoslab::gui
