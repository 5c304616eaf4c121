// Delays as curves of their distribution.
#pragma once

#include <string>
#include <vector>

#include "gui/data/picture.h"
#include "helpers/recorded/results.h"

namespace qoslab::gui {

/// Milliseconds and shares, in ascending order; both axes may be logarithmic: no time is below `shortest_ms`, and a
/// complement has no share of 0.
struct DistributionCurve {
  std::vector<Point> points;
  bool exact = false;  ///< each delay counts; else straight lines join the few percentiles that are known
};
constexpr double shortest_ms = 1e-6;  ///< 1 ns: what is shorter is drawn there

/// How large a part of the delays is not longer than so many milliseconds. Of `histogram`, or if that is empty of
/// `delays`; empty without either. Points closer than 1/2000 of the picture are left out, of an exact curve.
DistributionCurve cumulative(const std::vector<recorded::Bin>& histogram, const recorded::Delays& delays);
/// How large a part is longer: 1 - cumulative, which a logarithmic axis spreads where it matters.
DistributionCurve complementary(const std::vector<recorded::Bin>& histogram, const recorded::Delays& delays);

struct Percentile {
  std::string label;  ///< "p99.9"
  double share = 0;   ///< 0.999
  recorded::Measured ms;
};

/// Least, p50, p95, p99, p99.9 and most: as recorded, with its interval, else of the histogram, else absent. Others are
/// not taken from a histogram beside those: it holds all replications together, the recorded ones are means of them.
std::vector<Percentile> percentiles(const std::vector<recorded::Bin>& histogram, const recorded::Delays& delays);

}  // namespace qoslab::gui
