// Interarrival jitter: RFC 3550 section 6.4.1.
#pragma once

#include <optional>
#include <vector>

#include "analysis/records.h"
#include "model/results/results.h"

namespace qoslab {

/// The estimate J as it stands after a packet.
struct JitterPoint {
  Instant sent;  ///< of that packet
  double jitter_s = 0;
};

/// J += (|D| - J)/16, where D is the difference between the delays of two packets, and J begins at 0. The first packet
/// has no predecessor, hence no point. Packets are taken in order of sending: where a network reorders, RFC 3550's
/// receiver, which takes them as they arrive, sees other pairs. A lost packet is passed over.
std::vector<JitterPoint> jitter_over_time(std::vector<DelaySample> delays);

struct JitterStatistics {
  double mean_s = 0;  ///< over all points
  double max_s = 0;
  std::optional<double> record_min_s;  ///< points averaged over each record that has any: the smallest
  std::optional<double> record_max_s;  ///< the largest
};

/// Absent without points, that is with fewer than two packets.
std::optional<JitterStatistics> jitter_statistics(const std::vector<JitterPoint>& points, const Records& records);

/// The mean of each record's points; absent where it has none.
std::vector<std::optional<double>> jitter_by_record(const std::vector<JitterPoint>& points, const Records& records);

}  // namespace qoslab
