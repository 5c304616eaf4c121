// The counters of a port: what the report of an emulation and its live lines say alike.
#pragma once

#include "helpers/results/json_parts.h"
#include "model/results/emulation_results.h"

namespace qoslab {

inline Json counters_of(const PortResults& port) {
  return {{"refused", port.refused},
          {"damaged", port.damaged},
          {"before_beginning", port.before_beginning},
          {"dropped_by_kernel", port.dropped_by_kernel},
          {"transmit_full", port.transmit_full},
          {"errors", port.errors},
          {"gaps", port.gaps},
          {"down_s", port.down.to_seconds()},
          {"removed", port.removed}};
}

}  // namespace qoslab
