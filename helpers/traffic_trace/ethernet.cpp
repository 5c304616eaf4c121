#include "helpers/traffic_trace/ethernet.h"

#include <algorithm>
#include <iterator>

#include "helpers/traffic_trace/capture.h"
#include "model/packet/layers.h"

namespace qoslab {
namespace {

constexpr std::size_t vlan_tag = 4;
constexpr std::size_t pppoe_and_ppp = 8;

namespace ether_type {
constexpr std::uint16_t ipv4 = 0x0800;
constexpr std::uint16_t ipv6 = 0x86dd;
constexpr std::uint16_t pppoe_session = 0x8864;
constexpr bool is_vlan(std::uint16_t type) { return type == 0x8100 || type == 0x88a8 || type == 0x9100; }
}  // namespace ether_type

/// The type that an Ethernet type has for PPP's protocol number, 0 for all but IP (RFC 1332, 5072).
constexpr std::uint16_t type_of_ppp(std::uint16_t protocol) {
  if (protocol == 0x0021) return ether_type::ipv4;
  return protocol == 0x0057 ? ether_type::ipv6 : std::uint16_t{0};
}

}  // namespace

std::variant<TracePacket, TraceFault> trace_packet(std::span<const std::uint8_t> bytes, std::int64_t length) {
  const Fields frame{bytes, true};
  std::size_t at = 14;  // behind the type
  if (frame.size() < at) return TraceFault::no_header;
  std::uint16_t type = frame.u16(at - 2);
  while (ether_type::is_vlan(type) || type == ether_type::pppoe_session) {
    at += type == ether_type::pppoe_session ? pppoe_and_ppp : vlan_tag;
    if (frame.size() < at) return TraceFault::no_header;
    type = type == ether_type::pppoe_session ? type_of_ppp(frame.u16(at - 2)) : frame.u16(at - 2);
  }
  if (type != ether_type::ipv4 && type != ether_type::ipv6) return TraceFault::not_ip;

  TracePacket packet;
  packet.ipv6 = type == ether_type::ipv6;
  const std::int64_t header_length = packet.ipv6 ? 40 : 20;
  const std::int64_t untagged = length - static_cast<std::int64_t>(at) + header::mac.count();
  if (frame.size() < at + 2 || frame.u8(at) >> 4 != (packet.ipv6 ? 6 : 4)) return TraceFault::no_header;
  if (length < std::ssize(bytes) || untagged < header::mac.count() + header_length) return TraceFault::no_header;
  if (untagged + header::fcs.count() > largest_trace_frame) return TraceFault::giant;
  const int traffic_class = packet.ipv6 ? frame.u16(at) >> 4 & 0xff : frame.u8(at + 1);
  packet.dscp.value = static_cast<std::uint8_t>(traffic_class >> 2);
  packet.frame = static_cast<std::uint16_t>(std::max(untagged + header::fcs.count(), header::smallest_frame.count()));
  return packet;
}

}  // namespace qoslab
