// Estimates for messages.
#pragma once

#include <fmt/format.h>

#include <string>

namespace qoslab {

/// To three digits.
inline std::string about(double bits_per_second) {
  if (bits_per_second >= 1e9) return fmt::format("{:.3g} Gbit/s", bits_per_second / 1e9);
  if (bits_per_second >= 1e6) return fmt::format("{:.3g} Mbit/s", bits_per_second / 1e6);
  return fmt::format("{:.3g} kbit/s", bits_per_second / 1e3);
}

inline std::string about_time(double seconds) {
  return seconds >= 1e-3 ? fmt::format("{:.3g} ms", seconds * 1e3) : fmt::format("{:.3g} us", seconds * 1e6);
}

/// By how much a load exceeds what carries it: "12.5 %"; of loads that are no larger but by rounding, nothing.
inline std::string excess(double load, double capacity) {
  constexpr double rounding = 1.0005;
  return load <= capacity * rounding ? "" : fmt::format("{:.3g} %", 100 * (load / capacity - 1));
}

}  // namespace qoslab
