// Whether a run fits into the time and the memory that there are, told before it begins.
#pragma once

#include <cstdint>
#include <optional>

#include "cli/scenario_files.h"

namespace qoslab {

struct Means {
  double packets = 1e8;                ///< in each replication; 200 of a gateway's subscribers count as one
  std::optional<std::int64_t> memory;  ///< bytes; absent: what the system can give
  int processes = 1;                   ///< replications at the same time, at most
};

/// Says of each file that asks for more by how much, and what can be changed; false: there is one.
bool affordable(const ScenarioFiles& files, const Means& means);

}  // namespace qoslab
