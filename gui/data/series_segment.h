// What loading keeps of a part of a series.csv: strokes of each curve, each with its place in the file.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gui/data/line_blocks.h"
#include "gui/data/series_lines.h"
#include "gui/data/stroke.h"

namespace qoslab::gui {

/// Samples of one curve that follow each other, and the lines from the first to the last one.
struct Piece {
  Stroke stroke;
  std::uint64_t begin = 0, end = 0;

  /// What follows in the file.
  void add(const Piece& next) {
    stroke.add(next.stroke);
    end = next.end;
  }
};

/// Every two neighbours become one.
void halve(std::vector<Piece>& pieces);

/// How much of it may be kept.
struct SegmentLimits {
  std::size_t pieces = 0;           ///< of all curves together, if there are not more curves
  std::size_t pieces_of_curve = 0;  ///< of one
  std::size_t curves = 0;
};

/// Takes in the lines of a part of the file, from its begin on. A curve that has more pieces than its limit has them
/// halved, and the limit of all is halved when there are too many together.
class SeriesSegment {
 public:
  SeriesSegment(const SeriesColumns& columns, const SegmentLimits& limits) : columns_{columns}, limits_{limits} {}

  void take(const LineBlocks& block);

  struct Curve {
    std::string name, rest;  ///< its key
    std::vector<Piece> pieces;
    std::int64_t samples_a_piece = 1;
    std::size_t follower = 0;  ///< the curve whose line came after this one's last
  };
  /// In order of their first lines.
  std::deque<Curve> curves;
  std::int64_t lines = 0;
  std::int64_t bad_lines = 0;
  std::int64_t first_bad_line = 0;  ///< from 1, in the segment
  std::string first_bad_reason;
  std::int64_t values_of_more_curves = 0;

 private:
  void add(Curve& curve, Point sample, std::uint64_t begin, std::uint64_t end);
  void coarsen();
  Curve* curve_of(const SeriesKey& key);

  SeriesColumns columns_;
  SegmentLimits limits_;
  std::unordered_map<std::string, std::size_t> numbers_;
  std::size_t last_ = 0;  ///< the curve of the line before
  std::size_t pieces_ = 0;
};

}  // namespace qoslab::gui
