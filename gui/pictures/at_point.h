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

}  // namespace qoslab::gui
