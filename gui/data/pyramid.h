// Samples in memory, and over them coarser and coarser levels, so that any part of ten million is drawn at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "gui/data/picture.h"
#include "gui/data/stroke.h"

namespace qoslab::gui {

/// Grows at its end: for live charts too. A node of the lowest level stands for 8 samples, one of any other level for
/// 4 nodes of that below it. An envelope walks the level that has at least `nodes_a_pixel` nodes for each pixel.
class Pyramid final : public CurveSource {
 public:
  Pyramid() = default;
  /// Precondition: in order of time.
  explicit Pyramid(std::vector<Point> samples);

  /// Precondition: not before the last one.
  void add(Point sample);

  /// At most two strokes a pixel, and the neighbours. Each stroke is exact: of the samples that it stands for. A sample
  /// belongs to the pixel in which its node begins: a stroke may reach a quarter of a pixel beyond it. Precondition:
  /// pixels > 0.
  [[nodiscard]] Envelope envelope(double from, double to, int pixels) const;

  /// The outline of the envelope.
  [[nodiscard]] std::vector<Point> between(double from, double to, int pixels) const override;
  [[nodiscard]] std::optional<std::pair<double, double>> span() const override;

  [[nodiscard]] std::span<const Point> samples() const { return samples_; }

  static constexpr std::size_t lowest = 8;
  static constexpr std::size_t fan_out = 4;
  static constexpr std::size_t nodes_a_pixel = 4;

 private:
  /// Of full nodes only; what is behind the last one is read from the level below.
  struct Node {
    double begin, min, max, sum;
    void add(const Node& next) {
      min = std::min(min, next.min);
      max = std::max(max, next.max);
      sum += next.sum;
    }
  };
  [[nodiscard]] Node node_of(std::size_t level, std::size_t number) const;
  /// Of the samples from `first` to before `behind`.
  [[nodiscard]] Envelope of_samples(std::size_t first, std::size_t behind, double from, double to, int pixels) const;
  [[nodiscard]] Envelope of_nodes(std::size_t first, std::size_t behind, std::size_t level, double from, double to,
                                  int pixels) const;

  std::vector<Point> samples_;
  std::vector<std::vector<Node>> levels_;
};

}  // namespace qoslab::gui
