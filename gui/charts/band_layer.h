// Confidence intervals along a curve, filled.
#pragma once

#include <QColor>
#include <QPolygonF>
#include <vector>

#include "gui/charts/extent.h"
#include "gui/charts/plot_layer.h"

namespace qoslab::gui {

struct Band {
  QColor colour;
  std::vector<QPolygonF> parts;  ///< in shares of the plot, as LinePoints
};

class BandLayer final : public PlotLayer {
 public:
  using PlotLayer::PlotLayer;
  void show(std::vector<Band> bands);
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  std::vector<Band> bands_;
};

/// What is visible of intervals in order of x, with a neighbour on each side; apart where an axis `y` cannot show one.
/// Those in the same pixel become one that holds them.
std::vector<std::vector<Whisker>> visible_parts(const std::vector<Whisker>& intervals, const Axis& y, Range visible,
                                                int pixels);

}  // namespace qoslab::gui
