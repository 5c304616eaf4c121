// From the base units in which analysis computes to those in which a reader thinks.
#pragma once

#include <optional>
#include <string_view>

namespace qoslab {

/// `value` counted in `from`, counted in `to`. Units: those of times, rates and packet rates in
/// model/units/unit_table.h, "1" and "%". Absent if a unit is unknown or the two measure different things. The factor
/// is a fraction of whole numbers in lowest terms, so that a round value stays round.
std::optional<double> convert(double value, std::string_view from, std::string_view to);

}  // namespace qoslab
