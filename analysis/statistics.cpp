#include "analysis/statistics.h"

#include <cmath>
#include <numbers>

namespace qoslab {
namespace {

/// The probability that |t| stays below √degrees·tan θ.
double two_sided_probability(int degrees, double theta) {
  const double cosine = std::cos(theta);
  const bool odd = degrees % 2 == 1;
  double term = odd ? cosine : 1.0;
  double sum = 0;
  for (int k = odd ? 1 : 0; k <= degrees - 2; k += 2) {
    sum += term;
    term *= cosine * cosine * (k + 1) / (k + 2);
  }
  const double series = std::sin(theta) * sum;
  return odd ? 2 / std::numbers::pi * (theta + series) : series;
}

}  // namespace

double student_t(int degrees, double confidence) {
  double low = 0;
  double high = std::numbers::pi / 2;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (two_sided_probability(degrees, middle) < confidence ? low : high) = middle;
  }
  return std::sqrt(degrees) * std::tan((low + high) / 2);
}

std::optional<Estimate> estimate(std::span<const double> values) {
  if (values.empty()) return std::nullopt;
  const auto n = static_cast<double>(values.size());
  double above_first = 0;  // so that the mean of equal values is that value, to the last bit
  for (const double value : values) above_first += value - values.front();
  Estimate result{.mean = values.front() + above_first / n,
                  .ci95 = std::nullopt,
                  .count = static_cast<std::int64_t>(values.size())};
  if (values.size() == 1) return result;
  double squares = 0;
  for (const double value : values) squares += (value - result.mean) * (value - result.mean);
  result.ci95 = student_t(static_cast<int>(values.size()) - 1, 0.95) * std::sqrt(squares / (n - 1) / n);
  return result;
}

std::optional<double> fairness(std::span<const double> shares) {
  double sum = 0;
  double squares = 0;
  for (const double share : shares) {
    sum += share;
    squares += share * share;
  }
  if (squares == 0) return std::nullopt;
  return sum * sum / (static_cast<double>(shares.size()) * squares);
}

}  // namespace qoslab
