// A picture drawn as a chart: the same on the screen and in files.
#pragma once

#include <QPen>
#include <utility>
#include <vector>

#include "gui/charts/extent.h"
#include "gui/data/picture.h"

class QChart;
class QAbstractAxis;
class QXYSeries;

namespace qoslab::gui {

class BandLayer;
class DenseCurves;
class NameLayer;

struct ChartLook {
  bool dark = false;
  int letters = 0;     ///< points; 0: the chart's own
  bool legend = true;  ///< if there are several curves
};

/// Fills a chart, and again with what else is to be visible. The chart outlives it.
class ChartDrawing {
 public:
  /// Empties `chart` first.
  ChartDrawing(QChart& chart, Picture picture, const ChartLook& look);

  [[nodiscard]] const Picture& picture() const { return picture_; }
  /// Of x, that there is.
  [[nodiscard]] Range whole() const { return whole_; }
  /// Of x, on so many pixels; y fits to what is visible.
  void show(Range visible, int pixels);

 private:
  QChart* chart_;
  Picture picture_;
  Range whole_;
  double scale_ = 1;  ///< of y: what is drawn as 1
  QAbstractAxis* x_ = nullptr;
  QAbstractAxis* y_ = nullptr;
  std::vector<QXYSeries*> curves_;  ///< by curve: what takes its points
  std::vector<QPen> pens_;          ///< likewise
  BandLayer* bands_ = nullptr;      ///< the chart's
  DenseCurves* dense_ = nullptr;    ///< likewise
  NameLayer* names_ = nullptr;      ///< likewise; null: the axis has numbers
  double width_of_legend_ = 0;      ///< in one row
};

}  // namespace qoslab::gui
