#include "model/dataplane/access_list.h"

#include <algorithm>
#include <set>

namespace qoslab::dataplane {
namespace {

__extension__ using Unsigned128 = unsigned __int128;

Unsigned128 number_of(const IpAddress& address) { return (Unsigned128{address.high} << 64) | address.low; }
IpAddress address_of(Unsigned128 number) {
  return {static_cast<std::uint64_t>(number >> 64), static_cast<std::uint64_t>(number)};
}

struct AddressRange {
  Unsigned128 first;
  Unsigned128 last;
};

AddressRange range_of(const Prefix& prefix) {
  const Unsigned128 below = prefix.length >= 128 ? 0 : ~Unsigned128{0} >> prefix.length;
  const Unsigned128 address = number_of(prefix.address);
  return {.first = address & ~below, .last = address | below};
}

/// The group's subscribers have addresses at equal distances.
struct Addresses {
  Addresses(const SubscriberGroupSpec& group, bool ipv6)
      : first{range_of(ipv6 ? *group.ipv6 : *group.ipv4).first},
        distance{ipv6 ? Unsigned128{1} << (128 - group.ipv6_length) : Unsigned128{1}} {}
  /// The first subscriber, of `count`, whose address is at least `address`.
  [[nodiscard]] std::int64_t reaching(Unsigned128 address, std::int64_t count) const {
    if (address <= first) return 0;
    const Unsigned128 steps = (address - first - 1) / distance + 1;
    return steps >= static_cast<std::uint64_t>(count) ? count : static_cast<std::int64_t>(steps);
  }

  Unsigned128 first;
  Unsigned128 distance;
};

/// Subscriber numbers at which the outcome may change.
std::set<std::int64_t> bounds(const AccessListSpec& list, const SubscriberGroupSpec& group, Direction direction,
                              const Addresses& addresses) {
  std::set<std::int64_t> result{0};
  for (const auto& entry : list.entries) {
    const auto& prefix = direction == Direction::upstream ? entry.match.source : entry.match.destination;
    if (!prefix) continue;
    const AddressRange range = range_of(*prefix);
    result.insert(addresses.reaching(range.first, group.count));
    if (range.last != ~Unsigned128{0}) result.insert(addresses.reaching(range.last + 1, group.count));
  }
  if (group.count > 0) result.erase(group.count);
  return result;
}

}  // namespace

AclOutcome first_match(const AccessListSpec& list, const Packet& packet) {
  std::int64_t compared = 0;
  for (const auto& entry : list.entries) {
    if (entry.match.matches(packet)) return {entry.permit, static_cast<std::uint32_t>(compared + 1)};
    compared += entry.times;
  }
  return {false, static_cast<std::uint32_t>(compared)};
}

IpAddress subscriber_address(const SubscriberGroupSpec& group, bool ipv6, std::int64_t subscriber) {
  const Addresses addresses{group, ipv6};
  return address_of(addresses.first + addresses.distance * static_cast<std::uint64_t>(subscriber));
}

Packet subscriber_packet(const SubscriberGroupSpec& group, Direction direction, bool ipv6, Dscp dscp,
                         std::int64_t subscriber) {
  Packet packet;
  packet.dscp = dscp;
  packet.tuple.protocol = ip_protocol::udp;
  const bool upstream = direction == Direction::upstream;
  (upstream ? packet.tuple.source : packet.tuple.destination) = subscriber_address(group, ipv6, subscriber);
  (upstream ? packet.tuple.destination : packet.tuple.source) = ipv6 ? IpAddress{} : IpAddress::v4(0);
  return packet;
}

CompiledAccessList::CompiledAccessList(const AccessListSpec& list, const SubscriberGroupSpec& group,
                                       Direction direction, bool ipv6, Dscp dscp) {
  for (const std::int64_t first : bounds(list, group, direction, Addresses{group, ipv6})) {
    const AclOutcome outcome = first_match(list, subscriber_packet(group, direction, ipv6, dscp, first));
    if (intervals_.empty() || intervals_.back().outcome != outcome) intervals_.push_back({first, outcome});
  }
}

AclOutcome CompiledAccessList::find(std::int64_t subscriber) const {
  const auto next = std::ranges::upper_bound(intervals_, subscriber, {}, &Interval::first);
  return std::prev(next)->outcome;
}

}  // namespace qoslab::dataplane
