#include "helpers/traffic_trace/ethernet.h"

#include <algorithm>
#include <iterator>

#include "helpers/traffic_trace/capture.h"
#include "model/packet/frame.h"
#include "model/packet/layers.h"

namespace qoslab {

std::variant<TracePacket, TraceFault> trace_packet(std::span<const std::uint8_t> bytes, std::int64_t length) {
  const ByteFields frame{bytes, true};
  FrameFacts facts;
  if (std::ssize(bytes) < header::mac.count() || !read_tags(bytes, facts)) return TraceFault::no_header;
  if (!facts.ip) return TraceFault::not_ip;

  TracePacket packet;
  packet.ipv6 = facts.type == ether_type::ipv6;
  const std::size_t at = facts.ip_at;
  const std::int64_t header_length = packet.ipv6 ? 40 : 20;
  const std::int64_t untagged = length - facts.tags.count();
  if (frame.size() < at + 2 || frame.u8(at) >> 4 != (packet.ipv6 ? 6 : 4)) return TraceFault::no_header;
  if (length < std::ssize(bytes) || untagged < header::mac.count() + header_length) return TraceFault::no_header;
  if (untagged + header::fcs.count() > largest_trace_frame) return TraceFault::giant;
  const int traffic_class = packet.ipv6 ? frame.u16(at) >> 4 & 0xff : frame.u8(at + 1);
  packet.dscp.value = static_cast<std::uint8_t>(traffic_class >> 2);
  packet.frame = static_cast<std::uint16_t>(std::max(untagged + header::fcs.count(), header::smallest_frame.count()));
  return packet;
}

}  // namespace qoslab
