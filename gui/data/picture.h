// What a chart shows, as plain data: made from results, drawn by gui/charts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace qoslab::gui {

struct Point {
  double x = 0;
  double y = 0;
  bool operator==(const Point&) const = default;
};

/// A curve too long to be drawn sample by sample: asked for what is visible.
class CurveSource {
 public:
  virtual ~CurveSource() = default;
  CurveSource() = default;
  CurveSource(const CurveSource&) = delete;
  CurveSource& operator=(const CurveSource&) = delete;

  /// In order of x, at most about four a pixel; extremes are never left out. Also the neighbours outside, so that a
  /// line reaches the edge.
  [[nodiscard]] virtual std::vector<Point> between(double from, double to, int pixels) const = 0;
  /// Of x. Empty curves have none.
  [[nodiscard]] virtual std::optional<std::pair<double, double>> span() const = 0;
};

/// A confidence interval or a tolerance, at x.
struct Whisker {
  double x = 0;
  double low = 0;
  double high = 0;
};

struct Curve {
  enum class Shape : std::uint8_t {
    line,
    steps,  ///< each point holds until the next
    dots,
    rings,  ///< dots that are hollow: beside others in the same place
    area,   ///< steps, filled down to 0; the last point only ends the last step
  };
  std::string name;
  Shape shape = Shape::line;
  std::vector<Point> points = {};  ///< in order of x
  std::vector<Whisker> whiskers = {};
  std::vector<Whisker> band = {};  ///< intervals along the curve, in order of x; apart where one is not finite
  std::shared_ptr<const CurveSource> source = {};  ///< instead of points
  std::optional<std::size_t> style = {};           ///< colour and dashes; else by its place in the picture
};

struct Axis {
  std::string title;
  std::string unit;  ///< shown behind the title
  bool logarithmic = false;
  std::vector<std::string> names;  ///< of x = 0, 1, 2 …; without: numbers
};

struct Picture {
  std::string title;
  std::string note = {};  ///< below it: what a reader has to know. Without curves: why there are none
  Axis x = {};
  Axis y = {};
  std::vector<Curve> curves = {};
};

}  // namespace qoslab::gui
