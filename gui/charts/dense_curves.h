// Curves that go up and down at almost every pixel, painted as columns. Lines of QPainter's take seconds for that.
#pragma once

#include <QColor>
#include <array>
#include <vector>

#include "gui/charts/line_points.h"
#include "gui/charts/plot_layer.h"

namespace qoslab::gui {

struct DenseCurve {
  QColor colour;
  LinePoints line;
};

class DenseCurves final : public PlotLayer {
 public:
  using PlotLayer::PlotLayer;

  /// The last one is on top.
  void show(std::vector<DenseCurve> curves);

  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
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
