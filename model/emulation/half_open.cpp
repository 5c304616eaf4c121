#include "model/emulation/half_open.h"

#include <algorithm>

#include "model/packet/packet.h"
#include "model/packet/transport.h"

namespace qoslab::emulation {
namespace {

using Octets = std::span<const std::uint8_t>;

// Where an IPv4 packet without options and a TCP segment have what (RFC 791, RFC 9293).
constexpr std::size_t addresses = 12;
constexpr std::size_t segment = 20;
constexpr std::size_t sequence = segment + 4;
constexpr std::size_t acknowledgement = segment + 8;
constexpr std::size_t flags = segment + 13;
constexpr std::size_t shortest = segment + 20;

constexpr std::uint8_t syn = 0x02;
constexpr std::uint8_t rst = 0x04;
constexpr std::uint8_t ack = 0x10;

bool is_tcp(Octets packet) { return packet.size() >= shortest && packet[9] == ip_protocol::tcp; }

std::uint32_t number_at(Octets packet, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = number << 8 | packet[at + i];
  return number;
}

std::uint16_t port_of(Octets packet) { return static_cast<std::uint16_t>(packet[segment] << 8 | packet[segment + 1]); }

/// Source, destination, and their ports; `reversed`: the other way round.
std::array<std::uint8_t, 12> ends_of(Octets packet, bool reversed) {
  std::array<std::uint8_t, 12> ends{};
  std::copy_n(packet.begin() + addresses, 8, ends.begin());
  std::copy_n(packet.begin() + segment, 4, ends.begin() + 8);
  if (!reversed) return ends;
  std::swap_ranges(ends.begin(), ends.begin() + 4, ends.begin() + 4);
  std::swap_ranges(ends.begin() + 8, ends.begin() + 10, ends.begin() + 10);
  return ends;
}

/// With the sequence number that the other side waits for, so that it believes it (RFC 5961 section 3.2).
std::vector<std::uint8_t> reset_for(Octets packet) {
  std::vector<std::uint8_t> reset(shortest);
  const auto ends = ends_of(packet, true);
  reset[0] = 0x45;
  reset[3] = shortest;
  reset[8] = 64;
  reset[9] = ip_protocol::tcp;
  std::copy_n(ends.begin(), 8, reset.begin() + addresses);
  std::copy_n(ends.begin() + 8, 4, reset.begin() + segment);
  std::copy_n(packet.begin() + acknowledgement, 4, reset.begin() + sequence);
  reset[segment + 12] = 0x50;
  reset[flags] = rst;
  sum_up(reset);
  return reset;
}

}  // namespace

void HalfOpen::left(Octets packet) {
  if (is_tcp(packet) && (packet[flags] & (syn | ack)) == syn)
    asked_[ends_of(packet, true)] = number_at(packet, sequence);
}

std::optional<std::vector<std::uint8_t>> HalfOpen::answer(Octets packet) {
  if (!is_tcp(packet)) return std::nullopt;
  const auto asked = asked_.find(ends_of(packet, false));
  if (asked == asked_.end()) return std::nullopt;
  const std::uint8_t set = packet[flags] & (syn | rst | ack);
  if (set == ack && number_at(packet, acknowledgement) != asked->second + 1) return reset_for(packet);
  if ((set & (syn | rst)) != 0) connected_[port_of(packet)] |= (set & syn) != 0;
  asked_.erase(asked);
  return std::nullopt;
}

std::set<std::uint16_t> HalfOpen::closed() const {
  std::set<std::uint16_t> closed;
  for (const auto& [port, connected] : connected_)
    if (!connected) closed.insert(port);
  return closed;
}

}  // namespace qoslab::emulation
