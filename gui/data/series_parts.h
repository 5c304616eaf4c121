// A loaded series.csv: pieces of its curves in memory, and the file for what they leave out.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "gui/data/input_file.h"
#include "gui/data/series_file.h"
#include "gui/data/series_lines.h"
#include "gui/data/series_segment.h"

namespace qoslab::gui {

constexpr std::size_t most_pieces = 1'000'000;
constexpr std::size_t most_pieces_of_curve = 16'384;
/// A part of the file that is read again to draw.
constexpr std::uint64_t largest_part = std::uint64_t{48} << 20;

struct SeriesCurve {
  std::string name, rest;     ///< its key
  std::vector<Piece> pieces;  ///< in order of time, at least one
};

struct SeriesParts {
  explicit SeriesParts(const std::filesystem::path& path) : file{path, "series.csv"} {}

  [[nodiscard]] Envelope envelope(std::size_t curve, double from, double to, int pixels) const;
  [[nodiscard]] std::vector<Point> exact(std::size_t curve, double from, double to, std::size_t most) const;

  InputFile file;
  std::vector<SeriesCurve> curves;
  std::vector<CurveFacts> facts;
  SeriesFlaws flaws;

 private:
  /// Pieces first..end of a curve, read again.
  struct Part {
    std::size_t first = 0, end = 0;
    std::vector<Point> samples;
    bool holds = false;     ///< the file still has all that it had
    bool too_many = false;  ///< samples
  };
  struct Wanted {
    double from, to;
    std::size_t most;
  };
  [[nodiscard]] Part read_again(const SeriesCurve& curve, std::size_t first, std::size_t end,
                                const Wanted& wanted) const;
  [[nodiscard]] const Part& remembered(std::size_t curve, std::size_t first, std::size_t end) const;

  mutable std::mutex mutex_;
  mutable std::unordered_map<std::size_t, Part> memory_;  ///< by curve: what was read last
  mutable std::size_t remembered_samples_ = 0;
};

class SeriesCurveSource final : public CurveSource {
 public:
  SeriesCurveSource(std::shared_ptr<const SeriesParts> parts, std::size_t curve)
      : parts_{std::move(parts)}, curve_{curve} {}

  [[nodiscard]] std::vector<Point> between(double from, double to, int pixels) const override {
    return outline(parts_->envelope(curve_, from, to, pixels).strokes);
  }
  [[nodiscard]] std::optional<std::pair<double, double>> span() const override {
    return std::pair{parts_->facts[curve_].begin, parts_->facts[curve_].end};
  }

 private:
  std::shared_ptr<const SeriesParts> parts_;
  std::size_t curve_;
};

}  // namespace qoslab::gui
