// Parameters and sweeps: $name as a whole value, ${name} inside a text.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "helpers/scenario/draft.h"
#include "helpers/scenario/value.h"

namespace qoslab {

inline constexpr std::size_t most_points = 1'000;

/// Parameter name to its value as written.
using Settings = std::map<std::string, std::string>;

/// One combination of the swept values.
struct Point {
  Settings swept;  ///< the swept ones only
  Settings all;
};

/// The points of a draft, in the order of the file: the parameter swept last changes fastest. Exactly one without a
/// sweep. `set` overrides parameters and stops their sweep.
std::vector<Point> points_of(const Draft& draft, const Settings& set, Diagnostics& out);

/// `value` with every parameter replaced, outside 'parameters' and 'sweep'.
Value substituted(const Value& root, const Settings& settings, Diagnostics& out);

/// Warns of parameters of the file itself (not of its includes, which others may share) to which nothing refers.
void warn_of_unused(const Draft& draft, Diagnostics& out);

}  // namespace qoslab
