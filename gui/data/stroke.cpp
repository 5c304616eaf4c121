#include "gui/data/stroke.h"

#include <algorithm>

namespace qoslab::gui {
namespace {

void append(std::vector<Point>& points, Point point) {
  if (points.empty() || points.back() != point) points.push_back(point);
}

}  // namespace

void Stroke::add(Point sample) { add(stroke_of(sample)); }

void Stroke::add(const Stroke& next) {
  begin = std::min(begin, next.begin);
  end = std::max(end, next.end);
  last = next.last;
  min = std::min(min, next.min);
  max = std::max(max, next.max);
  sum += next.sum;
  count += next.count;
}

Stroke stroke_of(Point sample) {
  const auto& [time, value] = sample;
  return {time, time, value, value, value, value, value, 1};
}

PixelStrokes::PixelStrokes(double from, double to, int pixels)
    : from_{from}, to_{to}, pixels_{pixels}, per_time_{to > from ? pixels / (to - from) : 0} {}

int PixelStrokes::pixel_of(double time) const {
  if (time < from_) return -1;
  if (time > to_) return pixels_;
  const double pixel = (time - from_) * per_time_;
  return pixel < pixels_ - 1 ? static_cast<int>(pixel) : pixels_ - 1;  // also if it is no number: times of 1e308
}

void PixelStrokes::add(const Stroke& stroke) {
  const int pixel = pixel_of(stroke.begin);
  if (!strokes_.empty() && pixel == last_pixel_ && pixel >= 0 && pixel < pixels_)
    strokes_.back().add(stroke);
  else
    strokes_.push_back(stroke);
  last_pixel_ = pixel;
}

std::vector<Stroke> merged_by_pixel(const std::vector<Stroke>& strokes, double from, double to, int pixels) {
  auto first = std::partition_point(strokes.begin(), strokes.end(), [&](const Stroke& s) { return s.end < from; });
  auto behind = std::partition_point(first, strokes.end(), [&](const Stroke& s) { return s.begin <= to; });
  if (first != strokes.begin()) --first;
  if (behind != strokes.end()) ++behind;
  PixelStrokes merged{from, to, pixels};
  std::for_each(first, behind, [&](const Stroke& stroke) { merged.add(stroke); });
  return merged.take();
}

std::vector<Point> outline(const std::vector<Stroke>& strokes) {
  std::vector<Point> points;
  points.reserve(strokes.size() * 2);
  for (const auto& s : strokes) {
    append(points, {s.begin, s.first});
    if (s.count == 1) continue;
    const double middle = s.begin + (s.end - s.begin) / 2;
    if (s.min < std::min(s.first, s.last)) append(points, {middle, s.min});
    if (s.max > std::max(s.first, s.last)) append(points, {middle, s.max});
    append(points, {s.end, s.last});
  }
  return points;
}

}  // namespace qoslab::gui
