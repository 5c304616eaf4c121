#include "analysis/flow_histograms.h"

#include <algorithm>
#include <cmath>

#include "analysis/jitter.h"

namespace qoslab {
namespace {

constexpr std::size_t most_bins = 512;
constexpr std::uint32_t one_an_octave = 1024;

}  // namespace

Histogram shortened(Histogram histogram, std::size_t most) {
  auto& [bins, joined] = histogram;
  while (bins.size() > most && joined < one_an_octave) {
    joined *= 2;
    std::size_t kept = 0;
    for (const auto& [number, count] : bins) {
      const auto first = number / joined * joined;
      if (kept > 0 && bins[kept - 1].number == first) {
        bins[kept - 1].count += count;
      } else {
        bins[kept++] = {first, count};
      }
    }
    bins.resize(kept);
  }
  return histogram;
}

FlowHistograms flow_histograms(const std::vector<const FlowResults*>& replications) {
  DelayHistogram delays;
  DelayHistogram jitter;
  for (const auto* flow : replications) {
    for (const auto& sample : flow->delays) delays.add(std::max(sample.delay, Duration{}));
    for (const auto& point : jitter_over_time(flow->delays))
      jitter.add(Duration::picoseconds(std::llround(point.jitter_s * 1e12)));
  }
  return {shortened({delays.bins()}, most_bins), shortened({jitter.bins()}, most_bins)};
}

}  // namespace qoslab
