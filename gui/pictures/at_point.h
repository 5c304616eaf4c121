// How views call what belongs to a point of a sweep.
#pragma once

#include <string>

#include "helpers/recorded/results.h"

namespace qoslab::gui {

/// "call at rate=1"; without a sweep "call".
inline std::string at_point(const std::string& name, const std::string& point) {
  return point.empty() ? name : name + " at " + point;
}
inline std::string at_point(const std::string& name, const recorded::Point& point) {
  return at_point(name, recorded::name_of(point));
}

/// "call (1)", where there is little room: the parameters are named by parameters_of.
inline std::string briefly_at(const std::string& name, const recorded::Point& point) {
  std::string values;
  for (const auto& [parameter, value] : point) values += (values.empty() ? "" : ", ") + value;
  return values.empty() ? name : name + " (" + values + ")";
}
/// "(rate, size)"; without a sweep nothing.
inline std::string parameters_of(const recorded::Point& point) {
  std::string names;
  for (const auto& [parameter, value] : point) names += (names.empty() ? "" : ", ") + parameter;
  return names.empty() ? "" : "(" + names + ")";
}

}  // namespace qoslab::gui
