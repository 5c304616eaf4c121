// What the leaves of a port may count on.
#pragma once

#include <map>
#include <string>

#include "helpers/scenario/checks/passages.h"
#include "model/scenario/port_spec.h"

namespace qoslab::advice {

inline constexpr Bytes usual_largest{1500};  ///< IP bytes, where nothing is known of the packets

/// At the port's layer, by name of the leaf: its rate while all others want theirs. Leaves of which the configuration
/// promises nothing (strict priority, nested schedulers) are missing.
std::map<std::string, Rate> assured_rates(const PortSpec& port);

/// The size at the port's layer of the largest packet that passes.
Bytes largest_at(const PortSpec& port, const checks::PortPassages& passing);

/// IP bits per second as seen at a layer, for packets of this size.
Rate at_layer(double ip_bits_per_second, Layer layer, Bytes ip_size);

}  // namespace qoslab::advice
