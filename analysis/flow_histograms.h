// How often each delay and each jitter of a flow occurred, small enough for a file.
#pragma once

#include <cstddef>
#include <vector>

#include "model/results/delay_histogram.h"
#include "model/results/results.h"

namespace qoslab {

/// The bins of a DelayHistogram that are not empty, or so many neighbours of them joined to one bin: with the number of
/// the first. An octave has a whole number of such bins.
struct Histogram {
  std::vector<DelayHistogram::Bin> bins;
  std::uint32_t joined = 1;  ///< a power of two
};

/// Joins neighbours two by two until there are at most `most` bins, or only one an octave.
Histogram shortened(Histogram histogram, std::size_t most);

struct FlowHistograms {
  Histogram delays;
  Histogram jitter;  ///< of the estimate after each packet (analysis/jitter.h)
};

/// All of these, as if they were one. At most 512 bins each.
FlowHistograms flow_histograms(const std::vector<const FlowResults*>& replications);

}  // namespace qoslab
