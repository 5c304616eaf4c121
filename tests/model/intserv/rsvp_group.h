// Shorthand for the tests of several senders and receivers.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/model/intserv/rsvp_network.h"

namespace qoslab::testing {

using namespace literals;
using Kind = RsvpNotice::Kind;
using rsvp::FlowDescriptor;
using rsvp::MessageType;
using rsvp::Sender;
inline constexpr auto FF = ReservationStyle::fixed_filter;
inline constexpr auto WF = ReservationStyle::wildcard_filter;
inline constexpr auto SE = ReservationStyle::shared_explicit;

inline constexpr Duration lifetime = Duration::milliseconds(157'500);

inline TSpec tspec(std::int64_t kbps, std::int64_t bucket = 1000) {
  return {Rate::kbps(kbps), Bytes{bucket}, Rate::mbps(10), Bytes{60}, Bytes{1500}};
}
inline FlowSpec load(std::int64_t kbps) { return {tspec(kbps), std::nullopt}; }

inline std::vector<std::int64_t> rates(RsvpNetwork& net, const std::string& router) {
  std::vector<std::int64_t> kbps;
  for (const auto& [key, order] : net.control(router).installed) kbps.push_back(order.flowspec.tspec.rate.bps() / 1000);
  return kbps;
}
inline RsvpNetwork::Sent last(const RsvpNetwork& net, MessageType type, const std::string& to) {
  RsvpNetwork::Sent found;
  for (const auto& s : net.sent_of(type)) {
    if (s.to == to) found = s;
  }
  return found;
}

}  // namespace qoslab::testing
