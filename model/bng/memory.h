// What a gateway takes before it is built.
#pragma once

#include <cstdint>

#include "model/scenario/gateway_spec.h"

namespace qoslab::bng {

/// Bytes of memory, at most: subscribers, queues, policers, counters and histograms; packets that wait if all queues
/// and rings are full, of which there are no more than `packets`, those that are sent in the whole run. A gateway
/// with little traffic takes a fraction of it.
/// Precondition: the scenario is checked.
std::int64_t most_memory(const GatewaysSpec& scenario, const GatewaySpec& gateway, std::int64_t packets);

}  // namespace qoslab::bng
