// How large the packets of a flow are, and how far apart.
#pragma once

#include <optional>

#include "model/scenario/flow_spec.h"

namespace qoslab::checks {

bool over_tcp(const Traffic& traffic);

/// IP bytes of the largest packet from source to destination; of answers, from destination to source (TCP only).
Bytes largest_packet(const FlowSpecification& flow);
Bytes largest_answer(const FlowSpecification& flow);

/// From packet to packet of traffic that does not wait for answers.
std::optional<Duration> mean_gap(const Traffic& traffic);
/// The IP bits per second that an open-loop source offers in the mean; nothing for TCP.
std::optional<double> mean_ip_rate(const Traffic& traffic);

}  // namespace qoslab::checks
