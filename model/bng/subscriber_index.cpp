#include "model/bng/subscriber_index.h"

#include "model/dataplane/access_list.h"

namespace qoslab::bng {
namespace {

__extension__ using Unsigned128 = unsigned __int128;

Unsigned128 number_of(const IpAddress& address) { return (Unsigned128{address.high} << 64) | address.low; }

/// How many steps of 2^shift an address is behind the first one, if it is one of `count`.
std::optional<std::int64_t> steps(const IpAddress& first, const IpAddress& address, int shift, std::int64_t count) {
  const Unsigned128 from = number_of(first);
  const Unsigned128 to = number_of(address);
  if (to < from) return std::nullopt;
  const Unsigned128 step = (to - from) >> shift;
  if (step >= static_cast<std::uint64_t>(count)) return std::nullopt;
  return static_cast<std::int64_t>(step);
}

constexpr bool within(const VlanRange& range, int tag) { return range.first <= tag && tag <= range.last; }

}  // namespace

SubscriberIndex::SubscriberIndex(const std::vector<SubscriberGroupSpec>& groups) {
  for (const auto& spec : groups) {
    auto& group = groups_.emplace_back();
    group.count = spec.count;
    if (spec.outer) group.outer = *spec.outer;
    if (spec.inner) group.inner = *spec.inner;
    if (spec.inner) group.tags = spec.outer ? 2 : 1;
    if (spec.ipv4) group.ipv4 = dataplane::subscriber_address(spec, false, 0);
    if (spec.ipv6) group.ipv6 = dataplane::subscriber_address(spec, true, 0);
    group.ipv6_length = spec.ipv6_length;
  }
}

/// Subscribers take the inner tags of the first outer tag, then of the next.
std::optional<std::int64_t> SubscriberIndex::by_tags(const Group& group, const FrameFacts& facts) {
  if (group.tags == 0 || facts.vlans != group.tags) return std::nullopt;
  const int inner = facts.vlan[group.tags - 1];
  const int outer = facts.vlan[0];
  if (!within(group.inner, inner) || (group.tags == 2 && !within(group.outer, outer))) return std::nullopt;
  const std::int64_t inner_tags = group.inner.last - group.inner.first + 1;
  const std::int64_t rows = group.tags == 2 ? outer - group.outer.first : 0;
  const std::int64_t number = rows * inner_tags + inner - group.inner.first;
  return number < group.count ? std::optional{number} : std::nullopt;
}

std::optional<std::int64_t> SubscriberIndex::by_address(const Group& group, const FrameFacts& facts,
                                                        Direction direction) {
  if (!facts.ip) return std::nullopt;
  const auto& tuple = facts.packet.tuple;
  const auto& address = direction == Direction::upstream ? tuple.source : tuple.destination;
  if (facts.type == ether_type::ipv4) return group.ipv4 ? steps(*group.ipv4, address, 0, group.count) : std::nullopt;
  return group.ipv6 ? steps(*group.ipv6, address, 128 - group.ipv6_length, group.count) : std::nullopt;
}

std::optional<SubscriberIndex::Subscriber> SubscriberIndex::find(const FrameFacts& facts, Direction direction) const {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const bool tagged = groups_[g].tags > 0 && facts.vlans == groups_[g].tags;
    const auto number = tagged ? by_tags(groups_[g], facts) : by_address(groups_[g], facts, direction);
    if (number) return Subscriber{g, *number};
  }
  return std::nullopt;
}

}  // namespace qoslab::bng
