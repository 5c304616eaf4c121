// A scenario's flows as a real host sends and receives them: through sockets of the system.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "model/packet/packet.h"
#include "model/scenario/flow_spec.h"
#include "model/units/time.h"

namespace qoslab::emulation {

/// What became of a flow, as its two ends know it; lies in memory that both share.
struct SocketFlowResults {
  std::int64_t sent = 0;      ///< datagrams; of a connection: requests
  std::int64_t received = 0;  ///< datagrams; of a connection: answers
  std::int64_t payload = 0;   ///< bytes that came
  Duration busy;              ///< from the first bytes that came to the last
  std::int64_t delays = 0;    ///< how many were measured: of datagrams one way, of a connection until the answer
  Duration mean, p99, most;
};

struct SocketFlow {
  FlowSpecification flow;
  FiveTuple tuple;
  std::uint64_t seed = 1;
  std::int64_t start = 0;          ///< of the run, in nanoseconds of CLOCK_MONOTONIC
  const std::atomic<bool>* ended;  ///< end within a tenth of a second
  SocketFlowResults* results;
};

/// Sends until the flow stops: what does not wait for answers as datagrams when its source says so; files and
/// transactions over a connection, with the system's TCP under the scenario's window, segment and, where the system has
/// it, congestion control. Throws DeviceError.
void send_flow(const SocketFlow& flow);
/// Throws DeviceError.
void receive_flow(const SocketFlow& flow);

}  // namespace qoslab::emulation
