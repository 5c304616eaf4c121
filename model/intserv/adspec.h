// What a node adds to the ADSPEC that passes it: RFC 2210 section 3.3, RFC 2215, RFC 2212.
#pragma once

#include "model/intserv/rsvp_objects.h"

namespace qoslab {

struct RsvpInterface;

/// As the sender starts it, before its own interface is composed in.
rsvp::Adspec fresh_adspec();

/// With the outgoing interface `out` composed in: one more hop, the smaller bandwidth and MTU, the sums of latency, C
/// and D. `skipped_hop`: a router without RSVP lay before this node, so nothing is known of its service. A
/// service other than the two of RFC 2211 and 2212 is marked broken.
rsvp::Adspec composed(rsvp::Adspec adspec, const RsvpInterface& out, bool skipped_hop);

}  // namespace qoslab
