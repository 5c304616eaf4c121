// How far two measurements of the same thing may be apart.
#pragma once

#include <optional>
#include <string>

#include "helpers/results/results_file.h"

namespace qoslab {

/// What certificates and chance allow for.
struct Allowance {
  double lateness_ms = 0;  ///< what the certificates say 99 % of the departures were not later than
  double seconds = 0;      ///< the shorter of the two runs

  /// The largest difference of a metric that is no disagreement; absent: the metric is not judged.
  /// - A mean delay: the lateness, and what the mean of n independent delays is off by at most in 19 of 20 cases,
  ///   whatever their distribution: 0.98 (max - min) / sqrt(n).
  /// - A 99th percentile: the lateness, of an account's own departures where it is known, and what is between it and
  /// its neighbours of the ranks that are as likely.
  /// - Loss: 1.96 standard deviations of n independent losses, and a packet.
  /// - Carried: the same of what is not lost, and what is on its way when a run begins and ends.
  /// Chance is that of arrivals that are not at the same instants; delays that do not vary are allowed none.
  [[nodiscard]] std::optional<double> of(const std::string& metric, const Subject& first, const Subject& second) const;
};

}  // namespace qoslab
