// What the QoS algorithms may know of a packet: facts, not contents.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "model/units/rate.h"
#include "model/units/time.h"

namespace qoslab {

/// The drop precedence that a meter gives (RFC 2697, 2698, 4115).
enum class Color : std::uint8_t { green, yellow, red };

/// A differentiated services code point, 0..63 (RFC 2474).
struct Dscp {
  std::uint8_t value = 0;
  auto operator<=>(const Dscp&) const = default;
};

/// An IPv6 address, or an IPv4 one in its mapped form ::ffff:a.b.c.d (RFC 4291 section 2.5.5.2).
struct IpAddress {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  static constexpr IpAddress v4(std::uint32_t address) { return {0, 0x0000'ffff'0000'0000ULL | address}; }
  auto operator<=>(const IpAddress&) const = default;
};

namespace ip_protocol {
inline constexpr std::uint8_t tcp = 6;
inline constexpr std::uint8_t udp = 17;
inline constexpr std::uint8_t rsvp = 46;
}  // namespace ip_protocol

struct FiveTuple {
  IpAddress source;
  IpAddress destination;
  std::uint16_t source_port = 0;
  std::uint16_t destination_port = 0;
  std::uint8_t protocol = 0;
  auto operator<=>(const FiveTuple&) const = default;
};

struct Packet {
  std::uint64_t id = 0;  ///< the owner's handle: who carries the bytes finds them by it
  FiveTuple tuple;
  Bytes ip_size;
  Instant arrived;  ///< at the queue in which it waits; set by that queue's owner
  Dscp dscp;
  Color color = Color::green;
};

/// Why a packet ended before its destination. The reasons are the books' columns: every drop has exactly one.
enum class DropReason : std::uint8_t {
  queue_full,   ///< tail or head drop at the limit
  early,        ///< RED, WRED, RIO before the limit
  sojourn,      ///< CoDel
  conditioner,  ///< a meter's verdict at the edge
  overlimit,    ///< CBQ: class over its rate and not allowed to wait
  no_class,     ///< the port has no class for it
  no_route,
  ttl,
  link_down,
  host,  ///< the end system had no socket, or its stack refused
};
inline constexpr std::array drop_reason_names = {"queue_full", "early",    "sojourn", "conditioner", "overlimit",
                                                 "no_class",   "no_route", "ttl",     "link_down",   "host"};
constexpr const char* name_of(DropReason r) { return drop_reason_names.at(static_cast<std::size_t>(r)); }

}  // namespace qoslab
