// At which layer bytes are counted.
#pragma once

#include <compare>
#include <cstdint>

#include "model/units/rate.h"

namespace qoslab {

/// Where the bytes of a rate or a size are counted. Sources: RFC 791, 793, 768, 3550; IEEE 802.3.
enum class Layer : std::uint8_t {
  payload,   ///< what the application handed over: without RTP, TCP, UDP and IP headers
  ip,        ///< the whole IP packet
  ethernet,  ///< IP packet + 14 B of MAC header: what an operating system's queue counts (ALTQ, Linux tc)
  frame,     ///< Ethernet with its 4 B check sequence, at least 64 B: what testers count (RFC 2544)
  line,      ///< frame + 20 B of preamble and gap: the time on the wire
};

/// A rate that says at which layer it counts.
struct LayeredRate {
  Rate rate;
  Layer layer = Layer::ip;
  auto operator<=>(const LayeredRate&) const = default;
};

}  // namespace qoslab
