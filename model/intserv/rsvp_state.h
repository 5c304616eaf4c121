// The state blocks of one session in one node: RFC 2209 section 1.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "model/intserv/rsvp_message.h"
#include "model/intserv/rsvp_node.h"
#include "model/intserv/traffic_control.h"

namespace qoslab::rsvp {

/// Stands for the applications of the node itself where an interface is named.
inline constexpr int local_interface = -1;

/// A sender, as PATH messages describe it (PSB).
struct PathState {
  SenderDescriptor sender;
  std::optional<Hop> previous;  ///< none: a local application sends
  int incoming = local_interface;
  std::uint8_t ttl = 0;
  bool police_at_entry = false;
  bool skipped_hop = false;  ///< a router without RSVP lies between the previous hop and here
  std::vector<OpaqueObject> opaque;

  RouteSet routes;  ///< without the incoming interface
  Instant expires = Instant::never();
  Instant refresh;

  [[nodiscard]] bool leads_to(int interface) const {
    if (interface == local_interface) return routes.local;
    return std::ranges::any_of(routes.out, [interface](const Route& r) { return r.interface == interface; });
  }
  /// Does the message that made this say the same as the one that made `other`?
  [[nodiscard]] bool says_what(const PathState& other) const {
    return sender == other.sender && previous == other.previous && incoming == other.incoming && ttl == other.ttl &&
           police_at_entry == other.police_at_entry && skipped_hop == other.skipped_hop && opaque == other.opaque;
  }
};

/// Whose request: a next hop on an outgoing interface, or the local application; one each for a fixed filter.
struct ReservationId {
  int interface = local_interface;
  IpAddress next_hop;
  std::optional<Sender> sender;  ///< fixed filter only
  auto operator<=>(const ReservationId&) const = default;
};

/// A request (RSB). All of a session have the same style and service.
struct Reservation {
  ReservationStyle style = ReservationStyle::fixed_filter;
  FlowDescriptor flow;
  std::vector<IpAddress> scope;
  std::vector<OpaqueObject> opaque;
  std::optional<IpAddress> confirm;  ///< who still waits for a confirmation
  Instant expires = Instant::never();

  [[nodiscard]] bool serves(const Sender& sender) const {
    if (style != ReservationStyle::wildcard_filter)
      return std::ranges::find(flow.filters, sender) != flow.filters.end();
    return scope.empty() || std::ranges::find(scope, sender.address) != scope.end();
  }
};

struct PreviousHop {
  int interface = 0;
  Hop hop;
  auto operator<=>(const PreviousHop&) const = default;
};

/// What a previous hop is asked for.
struct UpstreamRequest {
  ReservationStyle style = ReservationStyle::fixed_filter;
  std::vector<FlowDescriptor> flows;
  std::vector<IpAddress> scope;
  std::vector<OpaqueObject> opaque;
  auto operator<=>(const UpstreamRequest&) const = default;
};
struct Forwarded {
  UpstreamRequest request;
  Instant refresh;
};

/// A request that failed upstream (BSB, RFC 2205 section 2.5): for a wildcard at this hop, else for this sender.
struct BlockadeId {
  Hop previous;
  std::optional<Sender> sender;
  auto operator<=>(const BlockadeId&) const = default;
};
struct Blockade {
  FlowSpec failed;
  Instant expires;
};

struct SessionState {
  std::map<Sender, PathState> paths;
  std::map<ReservationId, Reservation> reservations;
  std::map<ReservationKey, ReservationOrder> installed;  // TCSB
  std::map<PreviousHop, Forwarded> forwarded;
  std::map<BlockadeId, Blockade> blockades;
};

}  // namespace qoslab::rsvp
