// The arithmetic of Guaranteed service: RFC 2212.
#pragma once

#include <optional>

#include "model/intserv/flowspec.h"
#include "model/units/rate.h"
#include "model/units/time.h"

namespace qoslab {

/// How far network elements deviate from the fluid model (RFC 2212, "Exported Information"): a packet leaves at most
/// C/R + D later than from a line of rate R of its own. Of one element, or summed along a path.
struct ErrorTerms {
  Bytes c;     ///< depends on the rate
  Duration d;  ///< does not
  auto operator<=>(const ErrorTerms&) const = default;
  friend constexpr ErrorTerms operator+(ErrorTerms a, ErrorTerms b) { return {a.c + b.c, a.d + b.d}; }
};

/// The terms of a weighted fair queueing port (RFC 2212, "Exported Information"): C is the flow's largest packet,
/// D the time that the link takes for the largest packet of anybody. Precondition: link > 0.
ErrorTerms weighted_fair_error(Bytes largest_of_flow, Bytes largest_of_link, Rate link);

// Everywhere below: r <= p, r <= R, R > 0; sizes below 2^32 bytes, rates at most `largest_rate` (a peak may be
// `unlimited`). Exact in integers; what does not come out whole is rounded to the safe side.

/// The longest that a conforming packet can wait end to end, propagation excluded; rounded up to a picosecond.
/// RFC 2212, equations for p > R >= r and for R >= p >= r.
Duration delay_bound(const TSpec& tspec, Rate reserved, const ErrorTerms& total);

/// The least R in r..most whose bound does not exceed `wanted`; nothing if there is none.
std::optional<Rate> rate_for_bound(const TSpec& tspec, Duration wanted, const ErrorTerms& total, Rate most);

/// What a receiver that tolerates `wanted` should ask for: the least rate that the bound needs, and as slack what
/// whole bits per second leave over. Nothing if no rate up to `most` keeps the bound.
std::optional<RSpec> rspec_for_bound(const TSpec& tspec, Duration wanted, const ErrorTerms& total, Rate most);

/// An element that can give only `given`, r <= given <= R, may spend slack on it: the RSpec that it passes upstream,
/// or nothing if the slack does not suffice. `upstream_c` sums C from the sender to this element, itself included.
/// Keeps RFC 2212's inequality, S_out + (b + C)/R_out <= S_in + (b + C)/R_in, and beyond it the end-to-end bound: with
/// a finite peak the inequality alone lets the bound grow by more than the slack that it takes.
std::optional<RSpec> spend_slack(const TSpec& tspec, const RSpec& asked, Rate given, Bytes upstream_c);

/// The most data of the flow that can wait in an element, so the buffer without loss. `since_reshaping` sums the
/// terms from the last point that reshapes the flow to this element, itself included.
Bytes buffer_bound(const TSpec& tspec, Rate reserved, const ErrorTerms& since_reshaping);

}  // namespace qoslab
