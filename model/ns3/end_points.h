// The two ends of a simulated flow on real ns-3 sockets.
#pragma once

#include <ns3/node.h>
#include <ns3/ptr.h>

#include <cstdint>
#include <memory>

#include "model/ns3/ledger.h"
#include "model/ns3/udp_receiver.h"
#include "model/scenario/flow_spec.h"

namespace qoslab {

/// Where a flow begins and ends; null: outside, at a real host.
struct FlowEnds {
  ns3::Ptr<ns3::Node> from;
  ns3::Ptr<ns3::Node> to;
  FiveTuple forward;  ///< of the packets from `from` to `to`
};

/// A running flow; alive as long as the simulation.
class FlowApplication {
 public:
  virtual ~FlowApplication() = default;
};

/// Opens the sockets at the simulated ends and schedules the flow's traffic. Null: nothing has to stay alive for it.
/// Application bytes and exchanges are booked to `account`, which outlives the result.
std::unique_ptr<FlowApplication> start_flow(const FlowSpecification& flow, const FlowEnds& ends, std::uint64_t seed,
                                            Ledger& ledger, std::uint32_t account, UdpReceivers& receivers);

}  // namespace qoslab
