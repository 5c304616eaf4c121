// What a flow says of itself and what it asks for: RFC 2210, 2211, 2212, 2215.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "model/units/rate.h"
#include "model/units/time.h"

namespace qoslab {

/// The largest rate that a TSpec or RSpec may hold, and what a peak without limit is written as (RFC 2210 allows
/// positive infinity).
inline constexpr Rate largest_rate = Rate::bps(std::int64_t{1} << 50);
inline constexpr Rate unlimited = Rate::bps(std::numeric_limits<std::int64_t>::max());

/// TOKEN_BUCKET_TSPEC (RFC 2215). All sizes and rates count IP bytes.
struct TSpec {
  Rate rate;          ///< r
  Bytes bucket;       ///< b
  Rate peak;          ///< p; at least r; may be `unlimited`
  Bytes min_policed;  ///< m: smaller packets count as this
  Bytes max_packet;   ///< M
  auto operator<=>(const TSpec&) const = default;
};

/// Guaranteed service's RSpec (RFC 2212).
struct RSpec {
  Rate rate;       ///< R; at least the TSpec's r
  Duration slack;  ///< S
  auto operator<=>(const RSpec&) const = default;
};

/// A Controlled-Load request has no RSpec.
struct FlowSpec {
  TSpec tspec;
  std::optional<RSpec> guaranteed;
  auto operator<=>(const FlowSpec&) const = default;
};

enum class ReservationStyle : std::uint8_t { fixed_filter, wildcard_filter, shared_explicit };  // RFC 2205 section 1.3

}  // namespace qoslab
