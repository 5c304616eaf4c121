#include "model/packet/transport.h"

#include "model/packet/packet.h"

namespace qoslab {
namespace {

constexpr std::uint8_t icmp = 1;

using Octets = std::span<const std::uint8_t>;

std::uint16_t u16(Octets bytes, std::size_t at) { return static_cast<std::uint16_t>(bytes[at] << 8 | bytes[at + 1]); }

/// RFC 1071; an odd last byte counts as the high one of two.
std::uint64_t sum_of(Octets bytes) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) sum += u16(bytes, i);
  if (bytes.size() % 2 == 1) sum += static_cast<std::uint64_t>(bytes.back()) << 8;
  return sum;
}

std::uint16_t folded(std::uint64_t sum) {
  while (sum >> 16 != 0) sum = (sum & 0xffff) + (sum >> 16);
  return static_cast<std::uint16_t>(sum);
}

bool sums_up(std::uint64_t sum) { return folded(sum) == 0xffff; }

/// With the addresses, the protocol and the length, as TCP and UDP do.
std::uint64_t sum_with_addresses(Octets packet, Octets segment) {
  return sum_of(packet.subspan(12, 8)) + packet[9] + segment.size() + sum_of(segment);
}
bool sums_up_with_addresses(Octets packet, Octets segment) { return sums_up(sum_with_addresses(packet, segment)); }

bool options_are_a_list(Octets options) {
  constexpr std::uint8_t end = 0;
  constexpr std::uint8_t nothing = 1;
  for (std::size_t at = 0; at < options.size() && options[at] != end;) {
    if (options[at] == nothing) {
      ++at;
      continue;
    }
    if (at + 1 >= options.size()) return false;
    const std::size_t length = options[at + 1];
    if (length < 2 || at + length > options.size()) return false;
    at += length;
  }
  return true;
}

bool sound_tcp(Octets packet, Octets segment) {
  constexpr std::size_t shortest = 20;
  if (segment.size() < shortest) return false;
  const std::size_t header = std::size_t{segment[12]} / 16 * 4;
  if (header < shortest || header > segment.size()) return false;
  return options_are_a_list(segment.subspan(shortest, header - shortest)) && sums_up_with_addresses(packet, segment);
}

bool sound_udp(Octets packet, Octets datagram) {
  constexpr std::size_t header = 8;
  if (datagram.size() < header) return false;
  const std::size_t length = u16(datagram, 4);
  if (length != datagram.size()) return false;
  return u16(datagram, 6) == 0 || sums_up_with_addresses(packet, datagram);
}

/// Destination unreachable, source quench, redirect, time exceeded, parameter problem.
constexpr bool is_error(std::uint8_t type) { return type == 3 || type == 4 || type == 5 || type == 11 || type == 12; }

bool sound_icmp(Octets message) {
  constexpr std::size_t header = 8;
  constexpr std::size_t quoted = 20 + 8;
  if (message.size() < header || !sums_up(sum_of(message))) return false;
  if (!is_error(message[0])) return true;
  return message.size() >= header + quoted && message[header] == 0x45;
}

}  // namespace

bool carries_sound_transport(std::span<const std::uint8_t> packet) {
  const auto body = packet.subspan(std::size_t{packet[0]} % 16 * 4);
  switch (packet[9]) {
    case ip_protocol::tcp:
      return sound_tcp(packet, body);
    case ip_protocol::udp:
      return sound_udp(packet, body);
    case icmp:
      return sound_icmp(body);
    default:
      return true;
  }
}

void sum_up_datagram(std::span<std::uint8_t> packet) {
  const auto datagram = packet.subspan(std::size_t{packet[0]} % 16 * 4);
  if (packet[9] != ip_protocol::udp || u16(datagram, 6) != 0) return;
  const auto sum = static_cast<std::uint16_t>(~folded(sum_with_addresses(packet, datagram)));
  const std::uint16_t written = sum == 0 ? 0xffff : sum;
  datagram[6] = static_cast<std::uint8_t>(written >> 8);
  datagram[7] = static_cast<std::uint8_t>(written);
}

void sum_up(std::span<std::uint8_t> packet) {
  const auto write = [](std::span<std::uint8_t> at, auto sum_of_all) {
    at[0] = at[1] = 0;
    const auto sum = static_cast<std::uint16_t>(~folded(sum_of_all()));
    at[0] = static_cast<std::uint8_t>(sum >> 8);
    at[1] = static_cast<std::uint8_t>(sum);
  };
  const auto header = packet.first(std::size_t{packet[0]} % 16 * 4);
  const auto segment = packet.subspan(header.size());
  write(header.subspan(10, 2), [&] { return sum_of(header); });
  write(segment.subspan(16, 2), [&] { return sum_with_addresses(packet, segment); });
}

void open_window(std::span<std::uint8_t> packet) {
  const auto segment = packet.subspan(std::size_t{packet[0]} % 16 * 4);
  if (packet[9] != ip_protocol::tcp || u16(segment, 14) != 0) return;
  segment[15] = 1;
  const auto before = static_cast<std::uint16_t>(~u16(segment, 16));
  const auto sum = static_cast<std::uint16_t>(~folded(std::uint32_t{before} + 0xffffU + 1U));
  segment[16] = static_cast<std::uint8_t>(sum >> 8);
  segment[17] = static_cast<std::uint8_t>(sum);
}

}  // namespace qoslab
