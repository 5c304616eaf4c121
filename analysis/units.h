// From the base units in which analysis computes to those in which a reader thinks.
#pragma once

#include <optional>
#include <string_view>

namespace qoslab {

/// `value` counted in `from`, counted in `to`. Units: "s" "ms" "us" "ns"; "bit/s" "kbit/s" "Mbit/s" "Gbit/s"; "1" "%".
/// Absent if a unit is unknown or the two measure different things. Powers of ten are exact integers, so that
/// a round value stays round.
std::optional<double> convert(double value, std::string_view from, std::string_view to);

}  // namespace qoslab
