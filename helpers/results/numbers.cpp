#include "helpers/results/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace qoslab {
namespace {

int decimals_for(double value) {
  if (value == 0) return 0;
  const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(value))));
  return std::clamp(3 - magnitude, 0, 5);
}

}  // namespace

std::string figures(double value) { return fmt::format("{:.{}f}", value, decimals_for(value)); }

std::string figures(const std::optional<Estimate>& estimate) {
  if (!estimate) return "-";
  if (!estimate->ci95) return figures(estimate->mean);
  const int decimals = decimals_for(std::max(std::abs(estimate->mean), *estimate->ci95));
  return fmt::format("{:.{}f} ± {:.{}f}", estimate->mean, decimals, *estimate->ci95, decimals);
}

std::string amount(double value) {
  return value == std::round(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.1f}", value);
}

std::string percentage(double value) { return fmt::format("{:+.{}f} %", value, std::abs(value) < 100 ? 1 : 0); }

std::string as_written(double value) { return fmt::format("{}", value); }

}  // namespace qoslab
