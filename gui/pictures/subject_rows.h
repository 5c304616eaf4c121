// Flows, gateways' traffic and accounts of emulations, told apart no more: what every view of a whole run lists.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "helpers/recorded/results.h"

namespace qoslab::gui {

struct SubjectRow {
  std::string name;                             ///< with the sweep's point
  std::string brief;                            ///< likewise, where there is little room
  recorded::Point point;                        ///< of the sweep
  bool fine = false;                            ///< a class of a gateway, or a sample: part of a coarser row
  recorded::Measured offered_bps, carried_bps;  ///< at one layer
  recorded::Measured goodput_bps, loss_percent, jitter_ms;
  recorded::Delays delay_ms;
  const std::vector<recorded::Bin>* histogram_ns;  ///< may be empty
  const recorded::ByReason* drops;
};

/// In the order of the file; accounts to which a frame came. They point into `results`.
std::vector<SubjectRow> subject_rows(const recorded::Results& results);

}  // namespace qoslab::gui
