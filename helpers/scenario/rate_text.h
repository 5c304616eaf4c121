// Estimates for messages.
#pragma once

#include <fmt/format.h>

#include <string>

namespace qoslab {

/// To three digits, without an exponent.
inline std::string three_digits(double value) {
  return value >= 999.5 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

inline std::string about(double bits_per_second) {
  if (bits_per_second >= 1e9) return three_digits(bits_per_second / 1e9) + " Gbit/s";
  if (bits_per_second >= 1e6) return three_digits(bits_per_second / 1e6) + " Mbit/s";
  return three_digits(bits_per_second / 1e3) + " kbit/s";
}

inline std::string about_time(double seconds) {
  return seconds >= 1e-3 ? three_digits(seconds * 1e3) + " ms" : three_digits(seconds * 1e6) + " us";
}

/// By more than rounding.
inline bool exceeds(double load, double capacity) {
  constexpr double rounding = 1.0005;
  return load > capacity * rounding;
}

/// By how much a load exceeds what carries it: "12.5 %"; of loads that are no larger but by rounding, nothing.
inline std::string excess(double load, double capacity) {
  return !exceeds(load, capacity) ? "" : three_digits(100 * (load / capacity - 1)) + " %";
}

}  // namespace qoslab
