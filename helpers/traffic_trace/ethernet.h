// What a trace keeps of an Ethernet frame.
#pragma once

#include <cstdint>
#include <span>
#include <variant>

#include "model/traffic/trace.h"

namespace qoslab {

/// The trace's packet (without its time) in a frame of `length` bytes without check sequence, of which `bytes` were
/// captured; or why it is none. Passes over VLAN tags (IEEE 802.1Q, 802.1ad) and PPPoE sessions (RFC 2516).
std::variant<TracePacket, TraceFault> trace_packet(std::span<const std::uint8_t> bytes, std::int64_t length);

}  // namespace qoslab
