// What several replications, or several flows, say together.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>

namespace qoslab {

/// A mean over independent replications.
struct Estimate {
  double mean = 0;
  std::optional<double> ci95;  ///< half the width of the 95 % confidence interval; absent with one value
  std::int64_t count = 0;      ///< values that it is the mean of
};

/// By metric name, in base units. A metric that no replication has is not in it.
using Estimates = std::map<std::string, Estimate, std::less<>>;

/// Student's interval: mean ± t(0.975; n - 1)·s/√n, with s the sample's standard deviation. Absent without values.
std::optional<Estimate> estimate(std::span<const double> values);

/// The t that a Student variable with `degrees` of freedom does not exceed, either way, with probability `confidence`.
/// Closed form for whole degrees of freedom (Abramowitz and Stegun 26.7.3 and 26.7.4), inverted by bisection.
/// Preconditions: degrees >= 1, 0 < confidence < 1.
double student_t(int degrees, double confidence);

/// Jain's index: (Σx)²/(n·Σx²), 1 when all are equal and 1/n when one has everything. Absent if nobody has anything.
std::optional<double> fairness(std::span<const double> shares);

}  // namespace qoslab
