// Values over time, and what a chart draws where it has fewer pixels than values.
#pragma once

#include <cstdint>
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
  void add(Point sample);
  /// What follows this one in time.
  void add(const Stroke& next);
};
Stroke stroke_of(Point sample);

/// The part of a curve that a chart shows.
struct Envelope {
  std::vector<Stroke> strokes;  ///< in order of time; they stand for each sample in the range, and for one at least
                                ///< before and after it, if there is one, so that lines go on to the edges
  bool exact = false;           ///< each stroke is one sample
};

/// Gathers strokes that begin in the same pixel into one. They come in order of time; what begins outside from..to
/// stays as it is. Precondition: pixels > 0.
class PixelStrokes {
 public:
  PixelStrokes(double from, double to, int pixels);
  void add(const Stroke& stroke);
  [[nodiscard]] std::vector<Stroke> take() { return std::move(strokes_); }

 private:
  [[nodiscard]] int pixel_of(double time) const;

  double from_, to_;
  int pixels_;
  double per_time_;
  int last_pixel_ = -2;
  std::vector<Stroke> strokes_;
};

/// The same of those that reach into from..to, and of one before and one after them, as far as there are.
std::vector<Stroke> merged_by_pixel(const std::vector<Stroke>& strokes, double from, double to, int pixels);

/// Points to be joined by lines: of each stroke the first, least, largest and last value, those that differ.
std::vector<Point> outline(const std::vector<Stroke>& strokes);

}  // namespace qoslab::gui
