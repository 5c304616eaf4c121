#include "gui/charts/extent.h"

#include <algorithm>
#include <cmath>

namespace qoslab::gui {
namespace {

constexpr double largest_shown = 1e100;  // larger ones are no measurements, and overflow on the way to pixels
constexpr double near_zero = 0.7;        // of the highest: from there on the axis need not begin at 0
constexpr double ticks_wanted = 5;

Range empty_range(const Axis& axis) { return axis.logarithmic ? Range{1, 10} : Range{0, 1}; }

Range whole_decades(Range range) {
  const double low = std::floor(std::log10(range.first));
  return {std::pow(10, low), std::pow(10, std::max(low + 1, std::ceil(std::log10(range.second))))};
}

}  // namespace

bool can_be_shown(const Axis& axis, double value) {
  return std::abs(value) <= largest_shown && (!axis.logarithmic || value > 0);
}

void Extent::add(double value) {
  if (!can_be_shown(*axis_, value)) return;
  low_ = empty() ? value : std::min(low_, value);
  high_ = std::max(high_, value);
  if (low_ > high_) high_ = low_;
}

Range span_of(const Picture& picture) {
  if (!picture.x.names.empty()) return {-0.5, static_cast<double>(picture.x.names.size()) - 0.5};
  Extent extent{picture.x};
  for (const auto& curve : picture.curves) {
    for (const auto& point : curve.points) extent.add(point.x);
    const auto span = curve.source ? curve.source->span() : std::nullopt;
    if (!span) continue;
    extent.add(span->first);
    extent.add(span->second);
  }
  if (extent.empty()) return empty_range(picture.x);
  if (picture.x.logarithmic) return whole_decades(extent.range());
  const auto [low, high] = extent.range();
  const double room = low == high ? std::max(0.5, std::abs(low) / 2) : 0;
  return {low - room, high + room};
}

double tick_of(Range range) {
  const double wanted = (range.second - range.first) / ticks_wanted;
  const double power = std::pow(10, std::floor(std::log10(wanted)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= wanted * 0.99) return factor * power;
  return 10 * power;
}

Range height_of(const Axis& axis, const Extent& extent) {
  if (extent.empty()) return empty_range(axis);
  auto [low, high] = extent.range();
  if (axis.logarithmic) return whole_decades({low, high});
  if (low > 0 && low < near_zero * high) low = 0;
  if (low == high) {
    low = std::min(low, 0.0);
    high = std::max(high, low + 1);
  }
  const double tick = tick_of({low, high});
  return {std::floor(low / tick) * tick, std::ceil(high / tick) * tick};
}

Prefix prefix_of(double highest) {
  if (highest >= 1e9) return {"G", 1e9};
  if (highest >= 1e6) return {"M", 1e6};
  if (highest >= 1e4) return {"k", 1e3};
  return {"", 1};
}

}  // namespace qoslab::gui
