#include "model/packet/frame.h"

#include <algorithm>
#include <cstring>

#include "model/packet/layers.h"

namespace qoslab {
namespace {

constexpr std::size_t vlan_tag = 4;
constexpr std::size_t pppoe_and_ppp = 8;
constexpr std::size_t largest_frame = 65'535;

using Octets = std::span<const std::uint8_t>;

std::uint16_t u16(Octets bytes, std::size_t at) { return static_cast<std::uint16_t>(bytes[at] << 8 | bytes[at + 1]); }
std::uint64_t u64(Octets bytes, std::size_t at) {
  std::uint64_t result = 0;
  for (std::size_t i = 0; i < 8; ++i) result = result << 8 | bytes[at + i];
  return result;
}
std::uint32_t u32(Octets bytes, std::size_t at) {
  return static_cast<std::uint32_t>(u16(bytes, at)) << 16 | u16(bytes, at + 2);
}

/// The type that an Ethernet type has for PPP's protocol number, 0 for all but IP (RFC 1332, 5072).
constexpr std::uint16_t type_of_ppp(std::uint16_t protocol) {
  if (protocol == 0x0021) return ether_type::ipv4;
  return protocol == 0x0057 ? ether_type::ipv6 : std::uint16_t{0};
}

constexpr bool has_ports(std::uint8_t protocol) {
  constexpr std::uint8_t sctp = 132;
  return protocol == ip_protocol::tcp || protocol == ip_protocol::udp || protocol == sctp;
}

void read_ports(Octets bytes, std::size_t at, std::size_t end, FiveTuple& tuple) {
  if (!has_ports(tuple.protocol) || at + 4 > end) return;
  tuple.source_port = u16(bytes, at);
  tuple.destination_port = u16(bytes, at + 2);
}

/// RFC 1071, over a header whose checksum is right.
bool sums_up(Octets header) {
  std::uint64_t sum = 0;  // of words of the machine's order: which one does not matter (RFC 1071 section 2)
  for (std::size_t i = 0; i < header.size(); i += 4) {
    std::uint32_t word = 0;
    std::memcpy(&word, &header[i], sizeof word);
    sum += word;
  }
  for (int i = 0; i < 3; ++i) sum = (sum & 0xffff) + (sum >> 16);
  return sum == 0xffff;
}

std::optional<FrameFault> read_ipv4(Octets bytes, std::size_t at, FrameFacts& facts, bool checked) {
  constexpr std::size_t shortest = 20;
  if (bytes.size() < at + shortest || bytes[at] >> 4 != 4) return FrameFault::header;
  const std::size_t header = std::size_t{bytes[at]} % 16 * 4;
  const std::size_t total = u16(bytes, at + 2);
  if (header < shortest || bytes.size() < at + header) return FrameFault::header;
  if (total < header || bytes.size() < at + total) return FrameFault::length;
  if (checked && !sums_up(bytes.subspan(at, header))) return FrameFault::checksum;
  auto& p = facts.packet;
  p.ip_size = Bytes{static_cast<std::int64_t>(total)};
  p.dscp.value = static_cast<std::uint8_t>(bytes[at + 1] >> 2);
  p.tuple.protocol = bytes[at + 9];
  p.tuple.source = IpAddress::v4(u32(bytes, at + 12));
  p.tuple.destination = IpAddress::v4(u32(bytes, at + 16));
  facts.fragment = (u16(bytes, at + 6) & 0x1fff) != 0;
  if (!facts.fragment) read_ports(bytes, at + header, at + total, p.tuple);
  return std::nullopt;
}

/// Where the upper protocol begins, its number in `protocol`.
std::size_t pass_extensions(Octets bytes, std::size_t at, std::size_t end, FrameFacts& facts) {
  enum : std::uint8_t { hop_by_hop = 0, routing = 43, fragment = 44, authentication = 51, options = 60 };
  auto& protocol = facts.packet.tuple.protocol;
  for (int passed = 0; passed < 8 && at + 8 <= end; ++passed) {
    if (protocol == fragment) {
      facts.fragment = (u16(bytes, at + 2) & 0xfff8) != 0;
      protocol = bytes[at];
      at += 8;
      if (facts.fragment) return end;
    } else if (protocol == hop_by_hop || protocol == routing || protocol == options || protocol == authentication) {
      const std::size_t units = bytes[at + 1];
      const std::size_t length = protocol == authentication ? (units + 2) * 4 : (units + 1) * 8;
      protocol = bytes[at];
      at += length;
    } else {
      return at;
    }
  }
  return at;
}

std::optional<FrameFault> read_ipv6(Octets bytes, std::size_t at, FrameFacts& facts) {
  constexpr std::size_t header = 40;
  if (bytes.size() < at + header || bytes[at] >> 4 != 6) return FrameFault::header;
  const std::size_t total = header + u16(bytes, at + 4);
  if (bytes.size() < at + total) return FrameFault::length;
  auto& p = facts.packet;
  p.ip_size = Bytes{static_cast<std::int64_t>(total)};
  p.dscp.value = static_cast<std::uint8_t>((u16(bytes, at) >> 4 & 0xff) >> 2);
  p.tuple.protocol = bytes[at + 6];
  p.tuple.source = {u64(bytes, at + 8), u64(bytes, at + 16)};
  p.tuple.destination = {u64(bytes, at + 24), u64(bytes, at + 32)};
  const std::size_t upper = pass_extensions(bytes, at + header, at + total, facts);
  if (!facts.fragment) read_ports(bytes, upper, at + total, p.tuple);
  return std::nullopt;
}

}  // namespace

bool read_tags(std::span<const std::uint8_t> bytes, FrameFacts& facts) {
  constexpr auto mac = static_cast<std::size_t>(header::mac.count());
  std::size_t at = mac;
  facts.type = u16(bytes, at - 2);
  for (; ether_type::is_vlan(facts.type); facts.type = u16(bytes, at - 2)) {
    if (bytes.size() < at + vlan_tag) return false;
    if (facts.vlans < facts.vlan.size()) facts.vlan[facts.vlans] = u16(bytes, at) & 0x0fff;
    facts.vlans = static_cast<std::uint8_t>(std::min(facts.vlans + 1, 255));
    at += vlan_tag;
  }
  if (facts.type == ether_type::pppoe_session) {
    if (bytes.size() < at + pppoe_and_ppp) return false;
    facts.session = u16(bytes, at + 2);
    at += pppoe_and_ppp;
    facts.type = type_of_ppp(u16(bytes, at - 2));
  }
  facts.tags = Bytes{static_cast<std::int64_t>(at - mac)};
  facts.ip_at = static_cast<std::uint32_t>(at);
  facts.ip = facts.type == ether_type::ipv4 || facts.type == ether_type::ipv6;
  return true;
}

std::optional<FrameFault> read_frame(std::span<const std::uint8_t> bytes, FrameFacts& facts, bool checked) {
  facts = {};
  if (bytes.size() < static_cast<std::size_t>(header::mac.count())) return FrameFault::runt;
  if (bytes.size() > largest_frame) return FrameFault::length;
  const auto size = Bytes{static_cast<std::int64_t>(bytes.size())};
  facts.frame = std::max(size + header::fcs, header::smallest_frame);
  if (!read_tags(bytes, facts)) return FrameFault::tags;
  facts.packet.ip_size = size - header::mac - facts.tags;
  if (!facts.ip) return std::nullopt;
  const std::size_t at = facts.ip_at;
  return facts.type == ether_type::ipv4 ? read_ipv4(bytes, at, facts, checked) : read_ipv6(bytes, at, facts);
}

void write_dscp(std::span<std::uint8_t> bytes, const FrameFacts& facts, Dscp dscp) {
  const std::size_t at = facts.ip_at;
  if (facts.type == ether_type::ipv6) {
    bytes[at] = static_cast<std::uint8_t>((bytes[at] & 0xf0) | dscp.value >> 2);
    bytes[at + 1] = static_cast<std::uint8_t>((bytes[at + 1] & 0x3f) | (dscp.value & 0x03) << 6);
    return;
  }
  const std::uint16_t before = u16(bytes, at);
  bytes[at + 1] = static_cast<std::uint8_t>((bytes[at + 1] & 0x03) | dscp.value << 2);
  const std::uint16_t after = u16(bytes, at);
  std::uint32_t sum = static_cast<std::uint16_t>(~u16(bytes, at + 10));
  sum += static_cast<std::uint16_t>(~before);
  sum += after;
  sum = (sum & 0xffff) + (sum >> 16);
  sum = (sum & 0xffff) + (sum >> 16);
  const auto checksum = static_cast<std::uint16_t>(~sum);
  bytes[at + 10] = static_cast<std::uint8_t>(checksum >> 8);
  bytes[at + 11] = static_cast<std::uint8_t>(checksum & 0xff);
}

}  // namespace qoslab
