// The same kind of work as ns-3 does it with what it brings.
#pragma once

#include <cstdint>

namespace qoslab::bench {

/// Nanoseconds of this thread for each packet that `subscribers` receive in `milliseconds` of simulated time.
double stock_ns3_ns_per_packet(std::uint32_t subscribers, int milliseconds);

}  // namespace qoslab::bench
