// How reports spell what the model enumerates.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "analysis/report.h"
#include "helpers/recorded/results.h"

namespace qoslab {

inline std::string name_of(const MetricName& name) { return name.subject + "." + name.metric; }

inline std::string name_of(const SweepPoint& point) { return recorded::name_of(point); }

/// A point of a scenario, among several scenarios.
inline std::string name_of(const std::string& scenario, const SweepPoint& point) {
  return point.empty() ? scenario : scenario + " " + name_of(point);
}

/// Of all points, each once.
inline std::vector<std::string> notes_of(const Report& report) {
  std::vector<std::string> all;
  for (const auto& point : report.points)
    for (const auto& note : point.notes)
      if (std::find(all.begin(), all.end(), note) == all.end()) all.push_back(note);
  return all;
}

constexpr const char* name_of(Reference::Kind kind) {
  return kind == Reference::Kind::predicted ? "predicted" : "calibrated";
}

constexpr const char* name_of(Parameter::Kind kind) {
  switch (kind) {
    case Parameter::Kind::documented:
      return "documented";
    case Parameter::Kind::assumed:
      return "assumed";
    case Parameter::Kind::calibrated:
      break;
  }
  return "calibrated";
}

/// Books that do not balance make every other number doubtful.
inline const char* status_of(const Report& report) {
  if (!report.balanced()) return "invalid";
  return report.complete() ? "complete" : "incomplete";
}

}  // namespace qoslab
