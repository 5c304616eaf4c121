// What a capture says of traffic: when packets came, how large they were, how they were marked.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "model/packet/packet.h"
#include "model/units/time.h"

namespace qoslab {

struct TracePacket {
  Duration at;              ///< since the first packet; never decreases
  std::uint16_t frame = 0;  ///< bytes of its frame without tags and PPPoE, check sequence included
  Dscp dscp;
  bool ipv6 = false;
};

/// What a capture may hold besides sound packets in order of time. The first ones cost the packet, the last two only
/// its time.
enum class TraceFault : std::uint8_t {
  cut_off,     ///< the file ends within it
  unreadable,  ///< lengths that cannot be true: it and the rest of the file
  other_link,  ///< not from an Ethernet
  not_ip,
  no_header,  ///< cut off, or broken, before its code point
  giant,      ///< beyond largest_trace_frame
  no_time,
  beyond,   ///< after the most packets or the longest time that are read
  earlier,  ///< a little before its predecessor: sent together with it
  step,     ///< the clock was set: the gap is left out
};
inline constexpr std::array<std::string_view, 10> trace_fault_names = {
    "cut off by the end of the file",
    "unreadable, with the rest of the file",
    "not from an Ethernet link",
    "not IP",
    "without a sound IP header",
    "too large for a frame",
    "without a time",
    "beyond the longest trace that is read",
    "earlier than the packet before, sent together with it",
    "after a step of the clock, sent without the gap",
};

inline constexpr std::int64_t largest_trace_frame = 65'000;

struct Trace {
  std::vector<TracePacket> packets;
  std::array<std::int64_t, trace_fault_names.size()> faults{};  ///< packets, by TraceFault

  std::int64_t& operator[](TraceFault fault) { return faults[static_cast<std::size_t>(fault)]; }
  std::int64_t operator[](TraceFault fault) const { return faults[static_cast<std::size_t>(fault)]; }
};

/// Without tags and PPPoE.
inline Bytes largest_frame(const Trace& trace) {
  std::uint16_t largest = 0;
  for (const auto& packet : trace.packets) largest = std::max(largest, packet.frame);
  return Bytes{largest};
}

}  // namespace qoslab
