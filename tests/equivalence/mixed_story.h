// The small network with real hosts in the places of a, b or both.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/ns3/mixed_passage.h"
#include "tests/helpers/emulate/real_hosts.h"
#include "tests/helpers/emulate/relay_story.h"
#include "tests/model/ns3/small_network.h"

namespace qoslab::emulation {

inline constexpr std::size_t ip = 14;
inline constexpr std::uint8_t icmp = 1;
// The small network's addresses: a and the router's, the router's and b.
inline constexpr std::uint8_t a = 1;
inline constexpr std::uint8_t router_of_a = 2;
inline constexpr std::uint8_t router_of_b = 5;
inline constexpr std::uint8_t b = 6;

inline RealHosts hosts_in(const Scenario& scenario, const std::vector<std::string>& names,
                          std::size_t most_events = SIZE_MAX) {
  return {std::make_unique<MixedPassage>(scenario, names, MixedPassage::Options{1, most_events}), names};
}

inline IpFrame from_a(std::uint8_t to, std::uint8_t protocol = ip_protocol::udp) {
  return {
      .to = edge_mac(router_of_a), .from = host_mac(a), .source = net(a), .destination = net(to), .protocol = protocol};
}

inline std::map<std::string, std::int64_t> drops_of(const EmulationResults& results) {
  std::map<std::string, std::int64_t> drops;
  for (const auto& books : results.accounts)
    for (const auto& [reason, count] : books.drops) drops[reason] += count.packets;
  return drops;
}

inline std::int64_t inside(const EmulationResults& results) {
  std::int64_t sum = 0;
  for (const auto& books : results.accounts) sum += books.inside.packets;
  return sum;
}

inline Octets packet_in(const Octets& frame) {
  return {frame.begin() + ip, frame.begin() + ip + static_cast<std::ptrdiff_t>(number_at(frame, ip + 2, 2))};
}

}  // namespace qoslab::emulation
