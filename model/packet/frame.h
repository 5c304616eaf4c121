// What an Ethernet frame says of the packet in it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "model/packet/packet.h"

namespace qoslab {

namespace ether_type {
inline constexpr std::uint16_t ipv4 = 0x0800;
inline constexpr std::uint16_t arp = 0x0806;
inline constexpr std::uint16_t ipv6 = 0x86dd;
inline constexpr std::uint16_t pppoe_session = 0x8864;
/// IEEE 802.1Q, 802.1ad, and what was used before it.
constexpr bool is_vlan(std::uint16_t type) { return type == 0x8100 || type == 0x88a8 || type == 0x9100; }
}  // namespace ether_type

/// Why a frame cannot be what it says it is.
enum class FrameFault : std::uint8_t {
  runt,      ///< shorter than a MAC header
  tags,      ///< ends within its tags
  header,    ///< ends within its IP header, or another version than its type says
  length,    ///< lengths that cannot be true
  checksum,  ///< of the IPv4 header
};
inline constexpr std::array<std::string_view, 5> frame_fault_names = {"runt", "cut_off_in_tags", "ip_header",
                                                                      "ip_length", "ip_checksum"};

/// Everything about a frame but its contents.
struct FrameFacts {
  Packet packet;                        ///< tuple, code point, size; without IP: only the size behind the tags
  Bytes frame;                          ///< at the frame layer: padded, with check sequence
  Bytes tags;                           ///< VLAN tags, PPPoE and PPP
  std::array<std::uint16_t, 2> vlan{};  ///< outer, inner; 0: no tag, or a priority tag
  std::uint8_t vlans = 0;               ///< how many tags
  std::uint16_t session = 0;            ///< of PPPoE
  std::uint16_t type = 0;               ///< behind the tags, as an Ethernet type; 0: PPP that is not IP
  std::uint32_t ip_at = 0;              ///< where the IP header begins
  bool ip = false;
  bool fragment = false;  ///< a later one: without ports
};

/// Reads what is before the packet; false: the frame ends there. Precondition: it has a MAC header.
bool read_tags(std::span<const std::uint8_t> bytes, FrameFacts& facts);

/// Reads a frame without its check sequence. Passes over any number of VLAN tags and one PPPoE session (RFC 2516). IPv4
/// with options, and IPv6 with extension headers (RFC 8200 section 4; up to eight), are read up to the ports.
/// `checked`: the IPv4 header's checksum is verified.
std::optional<FrameFault> read_frame(std::span<const std::uint8_t> bytes, FrameFacts& facts, bool checked = true);

/// Writes another code point into the frame and keeps its checksum right (RFC 1624). Precondition: read_frame took it
/// for IP.
void write_dscp(std::span<std::uint8_t> bytes, const FrameFacts& facts, Dscp dscp);

}  // namespace qoslab
