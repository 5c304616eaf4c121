#include "gui/charts/band_layer.h"

#include <QPainter>
#include <algorithm>
#include <utility>

#include "gui/data/stroke.h"

namespace qoslab::gui {
namespace {

constexpr int alpha = 48;  // of 255: what lies below can be read through two or three

}  // namespace

void BandLayer::show(std::vector<Band> bands) {
  bands_ = std::move(bands);
  update();
}

void BandLayer::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  const auto plot = boundingRect();
  painter->save();
  painter->setClipRect(plot);
  for (const auto& [colour, parts] : bands_) {
    QColor filling = colour;
    filling.setAlpha(alpha);
    painter->setBrush(filling);
    painter->setPen(QPen{filling, 1});  // a single interval has no area
    for (auto part : parts) {
      for (auto& point : part) point = {plot.left() + point.x() * plot.width(), plot.top() + point.y() * plot.height()};
      painter->drawPolygon(part);
    }
  }
  painter->restore();
}

std::vector<std::vector<Whisker>> visible_parts(const std::vector<Whisker>& intervals, const Axis& y, Range visible,
                                                int pixels) {
  const auto [from, to] = visible;
  auto first = std::partition_point(intervals.begin(), intervals.end(), [&](const Whisker& w) { return w.x < from; });
  auto end = std::partition_point(first, intervals.end(), [&](const Whisker& w) { return w.x <= to; });
  if (first != intervals.begin()) --first;
  if (end != intervals.end()) ++end;
  std::vector<std::vector<Whisker>> parts;
  PixelRuns runs{from, to, pixels};
  bool apart = true;
  for (; first != end; ++first) {
    if (!can_be_shown(y, first->low) || !can_be_shown(y, first->high)) {
      apart = true;
      continue;
    }
    const bool elsewhere = runs.begins(first->x);
    if (std::exchange(apart, false)) parts.emplace_back();
    auto& part = parts.back();
    if (elsewhere || part.empty()) {
      part.push_back(*first);
    } else {
      part.back().low = std::min(part.back().low, first->low);
      part.back().high = std::max(part.back().high, first->high);
    }
  }
  return parts;
}

}  // namespace qoslab::gui
