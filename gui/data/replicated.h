// What several replications of a curve say together.
#pragma once

#include <span>
#include <vector>

#include "gui/data/picture.h"

namespace qoslab::gui {

struct Replicated {
  std::vector<Point> means;   ///< over the replications that have a value at this time; in order of time
  std::vector<Whisker> ci95;  ///< of each mean; not a number where only one replication has a value
};

/// Each in order of time. Values belong together if their times are the same.
Replicated together(std::span<const std::vector<Point>> replications);

}  // namespace qoslab::gui
