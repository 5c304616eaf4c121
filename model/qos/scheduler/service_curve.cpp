#include "model/qos/scheduler/service_curve.h"

#include <algorithm>

namespace qoslab {
namespace {

Int128 rise(std::int64_t slope, Int128 dx) {
  Int128 product = 0;
  const bool overflow = __builtin_mul_overflow(Int128{slope}, dx, &product);
  if (overflow || product > RuntimeCurve::never) return dx < 0 ? -RuntimeCurve::never : RuntimeCurve::never;
  return std::max(product, -RuntimeCurve::never);
}

Int128 divide_up(Int128 n, std::int64_t by) {
  const Int128 quotient = n / by;
  return quotient * by < n ? quotient + 1 : quotient;
}

}  // namespace

Int128 RuntimeCurve::Line::at(Int128 x_) const { return y + rise(slope, x_ - x); }

Int128 RuntimeCurve::Line::reach(Int128 y_) const {
  if (slope == 0) return y_ <= y ? x : never;
  return x + divide_up(y_ - y, slope);
}

RuntimeCurve::RuntimeCurve(const ServiceCurve& shape, Int128 x, Int128 y)
    : shape_{shape.d > Duration{} ? shape : ServiceCurve{shape.m2, {}, shape.m2}},
      concave_{shape_.m1 > shape_.m2},
      pieces_{from(x, y)} {}

RuntimeCurve::Pieces RuntimeCurve::from(Int128 x, Int128 y) const {
  const Line first{x, y, shape_.m1.bps()};
  const Int128 bend = x + shape_.d.ps();
  return {first, {bend, first.at(bend), shape_.m2.bps()}};
}

Int128 RuntimeCurve::at(Int128 x) const {
  const Int128 first = pieces_.first.at(x);
  const Int128 second = pieces_.second.at(x);
  return concave_ ? std::min(first, second) : std::max(first, second);
}

Int128 RuntimeCurve::reach(Int128 y) const {
  const Int128 first = pieces_.first.reach(y);
  const Int128 second = pieces_.second.reach(y);
  return concave_ ? std::max(first, second) : std::min(first, second);
}

Int128 RuntimeCurve::reach_eligible(Int128 y) const {
  if (concave_) return reach(y);
  return Line{pieces_.first.x, pieces_.first.y, shape_.m2.bps()}.reach(y);
}

void RuntimeCurve::restart(Int128 x, Int128 y) {
  const Pieces fresh = from(x, y);
  if (!concave_) {
    if (at(x) >= y) pieces_ = fresh;
    return;
  }
  const auto lower = [](const Line& a, const Line& b) { return b.y <= a.at(b.x) ? b : a; };
  pieces_ = {lower(pieces_.first, fresh.first), lower(pieces_.second, fresh.second)};
}

void RuntimeCurve::shift(Int128 dx) {
  pieces_.first.x += dx;
  pieces_.second.x += dx;
}

}  // namespace qoslab
