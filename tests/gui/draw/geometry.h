// What must hold for any drawing.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "gui/draw/drawing.h"

namespace qoslab::gui::test {

inline bool overlap(const Area& a, const Area& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

inline double turn(Spot a, Spot b, Spot c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

/// They cross in a point that is no end of either.
inline bool cross(Spot a, Spot b, Spot c, Spot d) {
  return turn(a, b, c) * turn(a, b, d) < -1e-6 && turn(c, d, a) * turn(c, d, b) < -1e-6;
}

inline int crossings(const Drawing& drawing) {
  int count = 0;
  const auto& wires = drawing.wires;
  for (std::size_t i = 0; i < wires.size(); ++i)
    for (std::size_t j = i + 1; j < wires.size(); ++j)
      for (std::size_t k = 1; k < wires[i].points.size(); ++k)
        for (std::size_t l = 1; l < wires[j].points.size(); ++l)
          count +=
              cross(wires[i].points[k - 1], wires[i].points[k], wires[j].points[l - 1], wires[j].points[l]) ? 1 : 0;
  return count;
}

/// Pieces of wires that lie within a box, those that only touch its edge left out.
inline int wires_through_boxes(const Drawing& drawing) {
  int count = 0;
  for (const auto& wire : drawing.wires) {
    for (std::size_t k = 1; k < wire.points.size(); ++k) {
      for (const auto& box : drawing.boxes) {
        const auto& area = box.area;
        constexpr int pieces = 50;
        for (int i = 0; i <= pieces; ++i) {
          const double t = i / static_cast<double>(pieces);
          const Spot p{wire.points[k - 1].x * (1 - t) + wire.points[k].x * t,
                       wire.points[k - 1].y * (1 - t) + wire.points[k].y * t};
          const bool inside = p.x > area.x + 1 && p.x < area.right() - 1 && p.y > area.y + 1 && p.y < area.bottom() - 1;
          count += inside ? 1 : 0;
        }
      }
    }
  }
  return count;
}

inline int overlaps(const Drawing& drawing) {
  int count = 0;
  for (std::size_t i = 0; i < drawing.boxes.size(); ++i)
    for (std::size_t j = i + 1; j < drawing.boxes.size(); ++j)
      count += overlap(drawing.boxes[i].area, drawing.boxes[j].area) ? 1 : 0;
  return count;
}

inline int outside(const Drawing& drawing) {
  const Area all{0, 0, drawing.width, drawing.height};
  return static_cast<int>(std::count_if(drawing.boxes.begin(), drawing.boxes.end(), [&](const Box& box) {
    return box.area.x < 0 || box.area.y < 0 || box.area.right() > all.width || box.area.bottom() > all.height;
  }));
}

inline const Box& box_of(const Drawing& drawing, const std::string& title) {
  return *std::find_if(drawing.boxes.begin(), drawing.boxes.end(), [&](const Box& box) { return box.title == title; });
}

}  // namespace qoslab::gui::test
