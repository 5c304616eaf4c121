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

/// A swept parameter and its values, in their order.
struct SweepAxis {
  std::string name;
  std::vector<std::string> values;
};

/// What is to be other than the file says.
struct ParameterChanges {
  Settings set;                  ///< override parameters and stop their sweep
  std::vector<SweepAxis> sweep;  ///< instead of the file's of the same name, else behind the file's
};

/// One combination of the swept values.
struct Point {
  Settings swept;  ///< the swept ones only
  Settings all;
};

/// The points of a draft, in the order of the file: the parameter swept last changes fastest. Exactly one without a
/// sweep.
std::vector<Point> points_of(const Draft& draft, const ParameterChanges& changes, Diagnostics& out);

/// `value` with every parameter replaced, outside 'parameters' and 'sweep'.
Value substituted(const Value& root, const Settings& settings, Diagnostics& out);

/// Warns of parameters of the file itself (not of its includes, which others may share) to which nothing refers.
void warn_of_unused(const Draft& draft, Diagnostics& out);

}  // namespace qoslab
