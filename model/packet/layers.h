// All arithmetic between the layers at which bytes are counted.
#pragma once

#include "model/units/layer.h"
#include "model/units/rate.h"

namespace qoslab {

namespace header {
inline constexpr Bytes ipv4{20};
inline constexpr Bytes udp{8};
inline constexpr Bytes tcp{20};
inline constexpr Bytes rtp{12};
inline constexpr Bytes mac{14};
inline constexpr Bytes fcs{4};
inline constexpr Bytes preamble_and_gap{20};
inline constexpr Bytes smallest_frame{64};
inline constexpr Bytes largest_ip_packet{1500};  ///< of a host's Ethernet frame
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

/// The bytes that `layer` counts of a frame, check sequence included, with so many bytes of tags (VLAN, PPPoE) between
/// the MAC header and the IP packet. Padding counts with the packet. Precondition: as size_at.
constexpr Bytes count_of_frame(Layer layer, Bytes frame, Bytes tags) {
  if (layer == Layer::ip || layer == Layer::payload) return frame - header::mac - tags - header::fcs;
  if (layer == Layer::ethernet) return frame - header::fcs;
  return layer == Layer::frame ? frame : frame + header::preamble_and_gap;
}

/// The frame when its tags have been taken off.
constexpr Bytes without_tags(Bytes frame, Bytes tags) {
  return frame - tags < header::smallest_frame ? header::smallest_frame : frame - tags;
}

}  // namespace qoslab
