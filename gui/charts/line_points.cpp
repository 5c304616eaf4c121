#include "gui/charts/line_points.h"

#include <algorithm>
#include <cmath>

namespace qoslab::gui {
namespace {

constexpr double steep = 4;               // pixels up and down for each to the right
constexpr double pixels_between_few = 8;  // points further apart make corners that are seen
constexpr double near_enough = 0.3;       // pixels

}  // namespace

LineLook look_of(const LinePoints& line, QSizeF plot) {
  double up_and_down = 0;
  for (std::size_t i = 1; i < line.size(); ++i) up_and_down += std::abs(line[i].y() - line[i - 1].y());
  if (up_and_down * plot.height() < steep * plot.width()) return LineLook::dashed;
  return static_cast<double>(line.size()) * pixels_between_few < plot.width() ? LineLook::solid : LineLook::columns;
}

std::vector<std::size_t> points_needed(const LinePoints& line, QSizeF plot) {
  if (line.empty()) return {};
  std::vector<std::size_t> needed{0};
  double least = -HUGE_VAL, most = HUGE_VAL;  // slopes from the last needed point that pass all points since
  const auto slope_to = [&](std::size_t i, double offset) {
    const QPointF step = line[i] - line[needed.back()];
    const double dx = step.x() * plot.width(), dy = step.y() * plot.height() + offset;
    return dx > 0 ? dy / dx : std::copysign(HUGE_VAL, dy);
  };
  for (std::size_t i = 1; i < line.size(); ++i) {
    const double slope = slope_to(i, 0);
    if (slope < least || slope > most) {
      needed.push_back(i - 1);
      least = -HUGE_VAL, most = HUGE_VAL;
    }
    least = std::max(least, slope_to(i, -near_enough));
    most = std::min(most, slope_to(i, near_enough));
    if (least == most) least = HUGE_VAL, most = -HUGE_VAL;  // upright: no other point is on its way
  }
  if (line.size() > 1) needed.push_back(line.size() - 1);
  return needed;
}

}  // namespace qoslab::gui
