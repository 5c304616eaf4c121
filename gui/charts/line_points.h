// How lines of many points are drawn: QPainter is slow with those that are steep, and with dashes along many points.
#pragma once

#include <QPointF>
#include <QSizeF>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace qoslab::gui {

/// In order of x, in shares of the plot: from 0, 0 at its left top to 1, 1.
using LinePoints = std::vector<QPointF>;

enum class LineLook : std::uint8_t {
  dashed,   ///< with the dashes of its style
  solid,    ///< so steep that dashes would not be seen as such
  columns,  ///< and with so many points that it fills an area
};
LineLook look_of(const LinePoints& line, QSizeF plot);

/// Which points are enough for a line that is nowhere further than a third of a pixel from this one.
std::vector<std::size_t> points_needed(const LinePoints& line, QSizeF plot);

}  // namespace qoslab::gui
