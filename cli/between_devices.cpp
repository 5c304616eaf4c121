#include "cli/between_devices.h"

#include <string>

namespace qoslab {

const Scenario& only_point(const ScenarioFiles& files) {
  if (files.directory) throw emulation::CannotEmulate{"one file is emulated at a time, not a directory"};
  const auto& points = files.scenarios.front().points;
  if (points.size() > 1)
    throw emulation::CannotEmulate{"the file sweeps over " + std::to_string(points.size()) +
                                   " points; choose one with --set PARAMETER=VALUE"};
  return points.front();
}

}  // namespace qoslab
