// Numbers as tables show them.
#pragma once

#include <optional>
#include <string>

#include "gui/data/picture.h"
#include "helpers/recorded/results.h"

namespace qoslab::gui {

/// Four significant digits, with k, M or G above 10,000: "64 k", "1.25 G".
std::string number_text(double value);
/// Nothing: "–".
std::string number_text(const std::optional<double>& value);
/// Of nanoseconds: "12 µs", "1.5 ms".
std::string time_text(const std::optional<double>& ns);
/// Its 95 % confidence interval, which it has. No metric is below 0, so the interval ends there.
Whisker interval_at(double x, const recorded::Measure& measure);
/// "9.53 ± 0.12".
std::string measured_text(const recorded::Measured& value);

}  // namespace qoslab::gui
