// Service curves: how much a class is to be served by when.
#pragma once

#include <limits>

#include "model/units/rate.h"
#include "model/units/time.h"

namespace qoslab {

/// A service curve of two pieces: slope `m1` for the first `d`, `m2` after.
struct ServiceCurve {
  Rate m1;
  Duration d;
  Rate m2;
};

/// A service curve as it runs: anchored where a class woke, and lowered, never raised, where it wakes again.
/// x is time or virtual time in picoseconds, y is work in bits times 10^12, so that y = slope * x holds exactly.
///
/// Source: Stoica, Zhang, Ng, SIGCOMM 1997, section V. A concave curve is the lower one of two lines, and the lower of
/// two such curves with the same slopes is again one of two lines: the lower of the first and the lower of the second.
/// So waking needs no intersection, and a million wakings round nothing. A convex curve that does not lie below the old
/// one where the class wakes replaces it, otherwise the old one stays; this is Linux's and ALTQ's rule, and exact if
/// the first slope is zero as the paper demands.
class RuntimeCurve {
 public:
  RuntimeCurve(const ServiceCurve& shape, Int128 x, Int128 y);

  /// The class, served y so far, wakes at x.
  void restart(Int128 x, Int128 y);
  /// The first x at which the curve has reached y; `never` if it does not. Precondition: y is not below the last
  /// restart.
  [[nodiscard]] Int128 reach(Int128 y) const;
  /// As `reach`, for the curve up to which a class may be served early so that its deadlines hold later: the concave
  /// curve itself, and for a convex one the straight line of its second slope from where it begins.
  [[nodiscard]] Int128 reach_eligible(Int128 y) const;
  [[nodiscard]] Int128 at(Int128 x) const;
  /// Moves the whole curve to the right.
  void shift(Int128 dx);

  static constexpr Int128 never = Int128{1} << 120;  ///< and "unbounded", for y
  static constexpr Int128 work(Bytes size) { return Int128{size.bits()} * 1'000'000'000'000; }

 private:
  struct Line {
    Int128 x;
    Int128 y;
    std::int64_t slope;
    [[nodiscard]] Int128 at(Int128 x_) const;
    [[nodiscard]] Int128 reach(Int128 y_) const;
  };
  struct Pieces {
    Line first;
    Line second;
  };
  [[nodiscard]] Pieces from(Int128 x, Int128 y) const;

  ServiceCurve shape_;
  bool concave_;
  Pieces pieces_;
};

}  // namespace qoslab
