// From the state of a session to what should be installed and asked for: the merging rules, without side effects.
// RFC 2205 sections 2.2, 2.5 and 3.8; RFC 2209 section 2 (UPDATE TRAFFIC CONTROL, RESV REFRESH).
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "model/intserv/rsvp_state.h"

namespace qoslab::rsvp {

bool is_multicast(IpAddress address);

/// The reservations that this node's interfaces should hold.
std::map<ReservationKey, ReservationOrder> wanted_orders(const Session& session, const SessionState& state);

/// The neighbours from which PATH messages came.
std::set<PreviousHop> previous_hops(const SessionState& state);

enum class Occasion : std::uint8_t {
  change,  ///< state changed, or a refresh is due
  error,   ///< a request has just failed: do not repeat it at once
};
/// What `hop` should be asked for; nothing: no reservation concerns it. Blockaded requests are left out, unless all
/// are: then their greatest lower bound is tried.
std::optional<UpstreamRequest> wanted_upstream(const Session& session, const SessionState& state,
                                               const PreviousHop& hop, Occasion occasion);

/// Is some other request at least as large as this one, for all the senders at `hop` that it serves? Then a
/// confirmation of this one need not come from further upstream (RFC 2205 section 2.6).
bool covered_by_another(const SessionState& state, const PreviousHop& hop, const ReservationId& id);

/// Would the two end in one flowspec, here or upstream?
bool meet(const Reservation& a, const Reservation& b);

}  // namespace qoslab::rsvp
