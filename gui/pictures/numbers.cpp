#include "gui/pictures/numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace qoslab::gui {

std::string number_text(double value) {
  struct Prefix {
    double factor;
    const char* letter;
  };
  static constexpr std::array<Prefix, 3> prefixes{{{1e9, " G"}, {1e6, " M"}, {1e3, " k"}}};
  std::array<char, 32> text{};
  for (const auto& [factor, letter] : prefixes)
    if (std::abs(value) >= (factor == 1e3 ? 9999.5 : factor)) {  // what would be 1e+04
      std::snprintf(text.data(), text.size(), "%.4g%s", value / factor, letter);
      return text.data();
    }
  std::snprintf(text.data(), text.size(), "%.4g", value);
  return text.data();
}

std::string number_text(const std::optional<double>& value) { return value ? number_text(*value) : "–"; }

std::string time_text(const std::optional<double>& ns) {
  if (!ns) return "–";
  if (*ns >= 1e9) return number_text(*ns / 1e9) + " s";
  if (*ns >= 1e6) return number_text(*ns / 1e6) + " ms";
  if (*ns >= 1e3) return number_text(*ns / 1e3) + " µs";
  return number_text(*ns) + " ns";
}

Whisker interval_at(double x, const recorded::Measure& measure) {
  return {x, std::max(0.0, measure.value - *measure.ci95), measure.value + *measure.ci95};
}

std::string measured_text(const recorded::Measured& value) {
  if (!value) return "–";
  return number_text(value->value) + (value->ci95 ? " ± " + number_text(*value->ci95) : "");
}

}  // namespace qoslab::gui
