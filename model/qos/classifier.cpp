#include "model/qos/classifier.h"

#include <algorithm>
#include <utility>

namespace qoslab {
namespace {

/// The `n` leading bits of 64, set.
constexpr std::uint64_t leading_bits(int n) {
  if (n <= 0) return 0;
  return n >= 64 ? ~std::uint64_t{0} : ~std::uint64_t{0} << (64 - n);
}

bool contains(const Prefix& prefix, const IpAddress& address) {
  const auto differs = [](std::uint64_t a, std::uint64_t b, std::uint64_t mask) { return ((a ^ b) & mask) != 0; };
  return !differs(prefix.address.high, address.high, leading_bits(prefix.length)) &&
         !differs(prefix.address.low, address.low, leading_bits(prefix.length - 64));
}

bool contains(const PortRange& range, std::uint16_t port) { return range.first <= port && port <= range.last; }

template <typename Condition, typename Value>
bool absent_or_contains(const std::optional<Condition>& condition, const Value& value) {
  return !condition || contains(*condition, value);
}

}  // namespace

bool Match::matches(const Packet& packet) const {
  const auto& tuple = packet.tuple;
  return (dscps.empty() || std::ranges::find(dscps, packet.dscp) != dscps.end()) &&
         (!protocol || *protocol == tuple.protocol) && absent_or_contains(source, tuple.source) &&
         absent_or_contains(destination, tuple.destination) && absent_or_contains(source_ports, tuple.source_port) &&
         absent_or_contains(destination_ports, tuple.destination_port);
}

Classifier::Classifier(std::vector<Rule> rules) : rules_{std::move(rules)} {}

std::optional<int> Classifier::classify(const Packet& packet) const {
  const auto rule = std::ranges::find_if(rules_, [&](const Rule& r) { return r.match.matches(packet); });
  return rule != rules_.end() ? std::optional{rule->target} : std::nullopt;
}

}  // namespace qoslab
