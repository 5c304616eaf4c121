// Curves that go up and down at almost every pixel, painted as columns. Lines of QPainter's take seconds for that.
#pragma once

#include <QColor>
#include <QGraphicsObject>
#include <array>
#include <vector>

#include "gui/charts/line_points.h"

class QChart;

namespace qoslab::gui {

struct DenseCurve {
  QColor colour;
  LinePoints line;
};

/// Lies over the chart's grid and under its other curves.
class DenseCurves final : public QGraphicsObject {
 public:
  explicit DenseCurves(QChart& chart);

  /// The last one is on top.
  void show(std::vector<DenseCurve> curves);

  [[nodiscard]] QRectF boundingRect() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  QChart& chart_;
  std::vector<DenseCurve> curves_;
};

/// From the first to before the last one; empty if there are none.
struct Rows {
  int first = 0;
  int last = 0;
  [[nodiscard]] bool empty() const { return first >= last; }
  bool operator==(const Rows&) const = default;
};

/// For each of `width` columns the rows that a line, two rows thick, passes there; of `height`.
std::vector<Rows> columns_of(const LinePoints& line, int width, int height);

/// What is seen of a column under others: at most a part above them and one below. `covered` grows by it; of two parts
/// that are apart it remembers the larger.
std::array<Rows, 2> uncovered(const Rows& rows, Rows& covered);

}  // namespace qoslab::gui
