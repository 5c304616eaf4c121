// The bodies of FLOWSPEC, SENDER_TSPEC and ADSPEC: RFC 2210 section 3.
#pragma once

#include <optional>

#include "model/intserv/rsvp_objects.h"
#include "model/intserv/wire.h"

namespace qoslab::rsvp {

// Nothing: not in the format, or a value that the service does not allow (RFC 2215 section 3.6, RFC 2212).
std::optional<TSpec> read_sender_tspec(Reader body);
std::optional<FlowSpec> read_flowspec(Reader body);
std::optional<Adspec> read_adspec(Reader body);

// Rates travel as single-precision bytes per second: below 2^24 bit/s exactly, above to the nearest of 24 bits; a
// bucket likewise. Slack and latency are cut to whole microseconds, D is rounded up; all saturate.
void write_sender_tspec(Writer& out, const TSpec& tspec);
void write_flowspec(Writer& out, const FlowSpec& flowspec);
void write_adspec(Writer& out, const Adspec& adspec);

}  // namespace qoslab::rsvp
