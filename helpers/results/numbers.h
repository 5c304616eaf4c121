// Numbers as a reader wants them: four figures, and no more decimals than the confidence allows to believe.
#pragma once

#include <optional>
#include <string>

#include "analysis/statistics.h"

namespace qoslab {

/// Four significant figures, at most five decimals.
std::string figures(double value);
/// The mean, and ± half of the confidence interval where there is one. Absent: "-".
std::string figures(const std::optional<Estimate>& estimate);
/// A number of things: whole, or with one decimal if it is a mean of whole ones.
std::string amount(double value);
/// With a sign and a percent sign.
std::string percentage(double value);
/// As short as it can be written: for what a person typed.
std::string as_written(double value);

}  // namespace qoslab
