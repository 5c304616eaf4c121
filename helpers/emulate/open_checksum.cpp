#include "helpers/emulate/open_checksum.h"

#include <cstddef>

#include "model/packet/layers.h"

namespace qoslab::emulation {
namespace {

using Octets = std::span<const std::uint8_t>;

/// RFC 1071, without the complement.
std::uint32_t sum_of(Octets bytes, std::uint64_t sum) {
  std::size_t i = 0;
  for (; i + 1 < bytes.size(); i += 2) sum += static_cast<std::uint64_t>(bytes[i] << 8 | bytes[i + 1]);
  if (i < bytes.size()) sum += static_cast<std::uint64_t>(bytes[i] << 8);
  while (sum >> 16 != 0) sum = (sum & 0xffff) + (sum >> 16);
  return static_cast<std::uint32_t>(sum);
}

}  // namespace

bool has_open_checksum(Octets bytes, const FrameFacts& facts) {
  const auto protocol = facts.packet.tuple.protocol;
  if (protocol != ip_protocol::tcp && protocol != ip_protocol::udp) return false;
  const std::size_t ip = facts.ip_at;
  const bool ipv4 = facts.type == ether_type::ipv4;
  constexpr int more_fragments = 0x20;
  if (facts.fragment || (ipv4 ? (bytes[ip + 6] & more_fragments) != 0 : bytes[ip + 6] != protocol)) return false;
  const std::size_t upper = ip + (ipv4 ? std::size_t{bytes[ip]} % 16 * 4 : 40);
  const std::size_t end = ip + static_cast<std::size_t>(facts.packet.ip_size.count());
  const std::size_t place = upper + (protocol == ip_protocol::tcp ? 16 : 6);
  if (place + 2 > end) return false;
  const auto addresses = ipv4 ? bytes.subspan(ip + 12, 8) : bytes.subspan(ip + 8, 32);
  const auto pseudo = sum_of(addresses, std::uint64_t{protocol} + (end - upper));
  if (static_cast<std::uint32_t>(bytes[place] << 8 | bytes[place + 1]) != pseudo) return false;
  return sum_of(bytes.subspan(upper, end - upper), pseudo) != 0xffff;
}

}  // namespace qoslab::emulation
