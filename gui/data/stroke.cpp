#include "gui/data/stroke.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace qoslab::gui {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void append(std::vector<Point>& points, Point point) {
  if (points.empty() || points.back() != point) points.push_back(point);
}

}  // namespace

PixelRuns::PixelRuns(double from, double to, int pixels)
    : from_{from}, to_{to}, pixels_{pixels}, per_time_{to > from ? pixels / (to - from) : 0}, next_{-infinity} {}

void PixelRuns::enter(double time) {
  next_ = -infinity;
  if (time < from_ || time > to_) return;
  const double pixel = (time - from_) * per_time_;
  // Rounding puts nothing back into a pixel that was left; of times of 1e308 it is no number.
  pixel_ = std::max(pixel_ + 1, pixel < pixels_ - 1 ? static_cast<int>(pixel) : pixels_ - 1);
  next_ = std::nextafter(to_, infinity);
  if (pixel_ < pixels_ - 1) next_ = std::min(next_, from_ + (pixel_ + 1) / per_time_);
}

std::vector<Stroke> strokes_of(std::span<const Point> samples, double from, double to, int pixels) {
  std::vector<Stroke> strokes;
  PixelRuns runs{from, to, pixels};
  std::size_t at = 0;
  while (at < samples.size()) {
    runs.begins(samples[at].x);
    Stroke stroke = stroke_of(samples[at]);
    const std::size_t first = at;
    for (++at; at < samples.size() && !runs.is_beyond(samples[at].x); ++at) {
      stroke.min = std::min(stroke.min, samples[at].y);
      stroke.max = std::max(stroke.max, samples[at].y);
      stroke.sum += samples[at].y;
    }
    stroke.end = samples[at - 1].x;
    stroke.last = samples[at - 1].y;
    stroke.count = static_cast<std::int64_t>(at - first);
    strokes.push_back(stroke);
  }
  return strokes;
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
