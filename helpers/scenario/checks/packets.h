// How large the packets of a flow are, and how far apart.
#pragma once

#include <optional>

#include "model/scenario/flow_spec.h"

namespace qoslab::checks {

bool over_tcp(const Traffic& traffic);

/// IP bytes of the largest packet from source to destination; of answers, from destination to source (TCP only).
Bytes largest_packet(const FlowSpecification& flow);
Bytes largest_answer(const FlowSpecification& flow);
/// IP bytes of the smallest data packet of open-loop traffic.
Bytes smallest_packet(const Traffic& traffic);

/// At which a source is asked to send; nothing for voice and TCP.
std::optional<LayeredRate> rate_of(const Traffic& traffic);
/// From packet to packet of traffic that does not wait for answers.
std::optional<Duration> mean_gap(const Traffic& traffic);
/// The IP bits per second that an open-loop source offers in the mean; nothing for TCP.
std::optional<double> mean_ip_rate(const Traffic& traffic);

}  // namespace qoslab::checks
