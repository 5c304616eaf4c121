// Values over time, and what a chart draws where it has fewer pixels than values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "gui/data/picture.h"

namespace qoslab::gui {

/// What stands for neighbouring samples: where they begin and end, between what they lie.
struct Stroke {
  double begin = 0, end = 0;   ///< times of the first and the last one
  double first = 0, last = 0;  ///< their values
  double min = 0, max = 0;
  double sum = 0;
  std::int64_t count = 0;

  [[nodiscard]] double mean() const { return sum / static_cast<double>(count); }
  /// What follows this one in the file, or in time.
  void add(const Stroke& next) {
    begin = std::min(begin, next.begin);
    end = std::max(end, next.end);
    last = next.last;
    min = std::min(min, next.min);
    max = std::max(max, next.max);
    sum += next.sum;
    count += next.count;
  }
};
inline Stroke stroke_of(Point sample) {
  const auto& [time, value] = sample;
  return {time, time, value, value, value, value, value, 1};
}

/// The part of a curve that a chart shows.
struct Envelope {
  std::vector<Stroke> strokes;  ///< in order of time; they stand for each sample in the range, and for one at least
                                ///< before and after it, if there is one, so that lines go on to the edges
  bool exact = false;           ///< each stroke is one sample
};

/// Tells in which pixel times are that come in order. What is outside from..to has no pixel: each time for itself.
/// Precondition: pixels > 0.
class PixelRuns {
 public:
  PixelRuns(double from, double to, int pixels);
  /// It is not in the same pixel as the one before.
  bool begins(double time) {
    if (!is_beyond(time)) return false;
    enter(time);
    return true;
  }
  /// The same, without going there.
  [[nodiscard]] bool is_beyond(double time) const { return !(time < next_); }

 private:
  void enter(double time);

  double from_, to_;
  int pixels_;
  int pixel_ = -1;
  double per_time_;
  double next_;  ///< where the next pixel begins
};

/// Gathers strokes that begin in the same pixel into one. They come in order of time.
class PixelStrokes {
 public:
  PixelStrokes(double from, double to, int pixels) : runs_{from, to, pixels} {}
  void add(const Stroke& stroke) {
    if (runs_.begins(stroke.begin))
      strokes_.push_back(stroke);
    else
      strokes_.back().add(stroke);
  }
  [[nodiscard]] std::vector<Stroke> take() { return std::move(strokes_); }

 private:
  PixelRuns runs_;
  std::vector<Stroke> strokes_;
};

/// Samples that come in order of time, as the strokes of their pixels.
std::vector<Stroke> strokes_of(std::span<const Point> samples, double from, double to, int pixels);

/// The strokes that reach into from..to, and one before and one after them, as far as there are, likewise.
std::vector<Stroke> merged_by_pixel(const std::vector<Stroke>& strokes, double from, double to, int pixels);

/// Points to be joined by lines: of each stroke the first, least, largest and last value, those that differ.
std::vector<Point> outline(const std::vector<Stroke>& strokes);

}  // namespace qoslab::gui
