// At which layer bytes are counted, and all arithmetic between the layers.
#pragma once

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

namespace header {
inline constexpr Bytes ipv4{20};
inline constexpr Bytes udp{8};
inline constexpr Bytes tcp{20};
inline constexpr Bytes rtp{12};
inline constexpr Bytes mac{14};
inline constexpr Bytes fcs{4};
inline constexpr Bytes preamble_and_gap{20};
inline constexpr Bytes smallest_frame{64};
}  // namespace header

/// The bytes that an IP packet of `ip_size` counts at `layer`. Precondition: layer is not payload, whose size
/// depends on the transport and is known to the source only.
constexpr Bytes size_at(Layer layer, Bytes ip_size) {
  if (layer == Layer::ip || layer == Layer::payload) return ip_size;
  const Bytes ethernet = ip_size + header::mac;
  if (layer == Layer::ethernet) return ethernet;
  const Bytes whole = ethernet + header::fcs;
  const Bytes frame = whole < header::smallest_frame ? header::smallest_frame : whole;
  return layer == Layer::frame ? frame : frame + header::preamble_and_gap;
}

/// A rate that says at which layer it counts.
struct LayeredRate {
  Rate rate;
  Layer layer = Layer::ip;
  auto operator<=>(const LayeredRate&) const = default;
};

}  // namespace qoslab
