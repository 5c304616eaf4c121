#include "helpers/results/agreement.h"

#include <algorithm>
#include <cmath>

namespace qoslab {
namespace {

constexpr double sigmas = 1.96;       ///< 19 of 20
constexpr double resolution = 0.001;  ///< of a percentile out of a histogram

double value_of(const Subject& subject, const std::string& metric) {
  const auto found = subject.metrics.find(metric);
  return found == subject.metrics.end() ? 0 : found->second;
}

/// Of a mean of two such numbers of samples, in those of one sample.
double uncertainty(double n, double m) { return n > 0 && m > 0 ? std::sqrt(1 / n + 1 / m) : 0; }

double of_delivered(const Subject& first, const Subject& second) {
  return uncertainty(first.delivered, second.delivered);
}

double of_mean_delay(const Subject& first, const Subject& second) {
  const auto& known = first.delays.min ? first.delays : second.delays;
  if (!known.min || !known.max) return 0;
  return sigmas / 2 * (*known.max - *known.min) * of_delivered(first, second);
}

/// Linear between the percentiles that are known.
double of_p99(const Subject& first, const Subject& second) {
  const auto& known = first.delays.p999 ? first.delays : second.delays;
  if (!known.p95 || !known.p99 || !known.p999) return 0;
  constexpr double share = 0.99;
  const double ranks = sigmas * std::sqrt(share * (1 - share)) * of_delivered(first, second);
  return std::max((*known.p99 - *known.p95) * std::min(1.0, ranks / 0.04),
                  (*known.p999 - *known.p99) * std::min(1.0, ranks / 0.009));
}

double of_loss(const Subject& first, const Subject& second) {
  const double n = std::min(first.decided, second.decided);
  if (n <= 0) return 0;
  const double lost = std::clamp((value_of(first, "loss, %") + value_of(second, "loss, %")) / 200, 0.0, 1.0);
  return 100 * (sigmas * std::sqrt(lost * (1 - lost)) * uncertainty(first.decided, second.decided) + 1 / n);
}

}  // namespace

std::optional<double> Allowance::of(const std::string& metric, const Subject& first, const Subject& second) const {
  if (metric == "delay.mean, ms") return lateness_ms + of_mean_delay(first, second);
  if (metric == "delay.p99, ms")
    return std::max(lateness_ms, first.lateness_ms.value_or(0) + second.lateness_ms.value_or(0)) +
           of_p99(first, second) + resolution * value_of(first, metric);
  if (metric == "loss, %") return of_loss(first, second);
  if (!metric.starts_with("carried") || seconds <= 0) return std::nullopt;
  const double longest_s =
      (std::max(value_of(first, "delay.max, ms"), value_of(second, "delay.max, ms")) + lateness_ms) / 1000;
  const double passed = std::max(1 - value_of(first, "loss, %") / 100, 1e-9);
  const double share = of_loss(first, second) / 100 / passed + longest_s / std::max(seconds - longest_s, 1e-9);
  return value_of(first, metric) * share;
}

}  // namespace qoslab
