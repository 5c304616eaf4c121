// From where to where axes go, and where their ticks are.
#pragma once

#include <utility>

#include "gui/data/picture.h"

namespace qoslab::gui {

using Range = std::pair<double, double>;

/// Finite; on a logarithmic axis above 0.
bool can_be_shown(const Axis& axis, double value);

/// The smallest range that holds what it is told and the axis can show.
class Extent {
 public:
  explicit Extent(const Axis& axis) : axis_{&axis} {}
  void add(double value);
  [[nodiscard]] bool empty() const { return low_ > high_; }
  /// Precondition: not empty.
  [[nodiscard]] Range range() const { return {low_, high_}; }

 private:
  const Axis* axis_;
  double low_ = 1;
  double high_ = 0;
};

/// From the smallest to the largest x of all curves; of a logarithmic axis whole decades. Never empty.
Range span_of(const Picture& picture);

/// 1, 2 or 5 times a power of ten: about five of them are in the range.
double tick_of(Range range);

/// With a little room; from 0 if that is near; to whole ticks, or decades. Never empty.
Range height_of(const Axis& axis, const Extent& extent);

/// "M" and 1e6 for what goes up to some millions; "" and 1 below 10,000.
struct Prefix {
  const char* letter;
  double factor;
};
Prefix prefix_of(double highest);

}  // namespace qoslab::gui
