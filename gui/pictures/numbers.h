// Numbers as tables show them.
#pragma once

#include <optional>
#include <string>

#include "helpers/recorded/results.h"

namespace qoslab::gui {

/// Four significant digits, with k, M or G above 10,000: "64 k", "1.25 G".
std::string number_text(double value);
/// Nothing: "–".
std::string number_text(const std::optional<double>& value);
/// Of nanoseconds: "12 µs", "1.5 ms".
std::string time_text(const std::optional<double>& ns);
/// "9.53 ± 0.12".
std::string measured_text(const recorded::Measured& value);

}  // namespace qoslab::gui
