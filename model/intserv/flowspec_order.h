// How traffic descriptions and requests are merged, added and compared: RFC 2210 section 2, RFC 2211 and RFC 2212
// ("Ordering and Merging").
#pragma once

#include "model/intserv/flowspec.h"

namespace qoslab {

/// Adequate for any one of two flows: the larger rates and bucket, the smaller packets (so that they fit every
/// branch).
TSpec merged(const TSpec& a, const TSpec& b);
/// Of two flows together. Saturates at `largest_rate`; an unlimited peak stays unlimited.
TSpec summed(const TSpec& a, const TSpec& b);
/// What satisfies both descriptions of one flow: the smaller rates and packets, and the larger bucket unless one
/// description is smaller throughout.
TSpec smaller(const TSpec& a, const TSpec& b);

/// Guaranteed and Controlled-Load requests cannot be merged (RFC 2210 section 3.4: service conflict).
bool mergeable(const FlowSpec& a, const FlowSpec& b);
/// The least upper bound: satisfies both requests. Precondition: mergeable.
FlowSpec merged(const FlowSpec& a, const FlowSpec& b);
/// The greatest lower bound: no more than either request. Precondition: mergeable.
FlowSpec common_part(const FlowSpec& a, const FlowSpec& b);
/// a asks for at least what b asks in every respect. Packet sizes do not count, since what merging does to them says
/// nothing of the resources taken.
bool at_least_as_large(const FlowSpec& a, const FlowSpec& b);
/// ... and for more in at least one.
bool strictly_larger(const FlowSpec& a, const FlowSpec& b);

}  // namespace qoslab
