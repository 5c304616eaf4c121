// How the numbers of integrated services look on the wire, and the numbers that name them: RFC 2210, 2215, 2212.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "model/intserv/flowspec.h"
#include "model/intserv/wire.h"

namespace qoslab::rsvp {

namespace service {
inline constexpr std::uint8_t general = 1;
inline constexpr std::uint8_t guaranteed = 2;
inline constexpr std::uint8_t controlled_load = 5;
}  // namespace service
namespace parameter {
inline constexpr std::uint8_t hops = 4;
inline constexpr std::uint8_t bandwidth = 6;
inline constexpr std::uint8_t latency = 8;
inline constexpr std::uint8_t mtu = 10;
inline constexpr std::uint8_t tspec = 127;
inline constexpr std::uint8_t rspec = 130;
inline constexpr std::uint8_t c_total = 133;
inline constexpr std::uint8_t d_total = 134;
inline constexpr std::uint8_t c_since_reshaping = 135;
inline constexpr std::uint8_t d_since_reshaping = 136;
}  // namespace parameter

/// Bits per second from bytes per second. Nothing: not a number, negative, or beyond `largest_rate`.
inline std::optional<Rate> rate_of(float bytes_per_second) {
  const double bits = 8.0 * static_cast<double>(bytes_per_second);
  if (!(bits >= 0 && bits <= static_cast<double>(largest_rate.bps()))) return std::nullopt;
  return Rate::bps(std::llround(bits));
}
inline float float_of(Rate r) {
  if (r == unlimited) return std::numeric_limits<float>::infinity();
  return static_cast<float>(static_cast<double>(r.bps()) / 8);
}

inline std::uint32_t saturated(std::int64_t n) {
  constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(n, 0, most));
}
inline std::uint32_t microseconds_down(Duration d) { return saturated(d / Duration::microseconds(1)); }
inline std::uint32_t microseconds_up(Duration d) {
  const Duration one = Duration::microseconds(1);
  return saturated(d / one + (Duration::picoseconds(d.ps() % one.ps()) > Duration{} ? 1 : 0));
}

inline void write_parameter_header(Writer& out, std::uint8_t id, std::uint16_t words) {
  out.u8(id);
  out.u8(0);
  out.u16(words);
}

}  // namespace qoslab::rsvp
