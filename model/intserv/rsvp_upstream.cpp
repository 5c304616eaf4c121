// What is asked of the previous hops, and confirmations: RFC 2209 section 2 (RESV REFRESH), RFC 2205 section 2.6.
#include "model/intserv/rsvp_machine.h"

namespace qoslab {

using rsvp::MessageType;
using rsvp::Occasion;
using rsvp::PreviousHop;
using rsvp::UpstreamRequest;

void RsvpNode::Machine::settle(const Session& session, Instant now, Occasion occasion) {
  const auto known = sessions_.find(session);
  if (known == sessions_.end()) return;
  State& state = known->second;
  install(session, state, now);
  confirm_to_local_senders(session, state);
  auto hops = rsvp::previous_hops(state);
  for (const auto& [hop, asked] : state.forwarded) hops.insert(hop);
  for (const PreviousHop& hop : hops) ask_upstream(session, state, hop, occasion, now);
  if (state.paths.empty() && state.reservations.empty()) sessions_.erase(known);
}

void RsvpNode::Machine::ask_upstream(const Session& session, State& state, const PreviousHop& hop, Occasion occasion,
                                     Instant now) {
  const auto wanted = rsvp::wanted_upstream(session, state, hop, occasion);
  const auto confirm_for = confirmations(session, state, hop);
  const auto asked = state.forwarded.find(hop);
  if (asked != state.forwarded.end()) tear_difference(session, hop, asked->second.request, wanted);
  if (!wanted) {
    if (asked != state.forwarded.end()) state.forwarded.erase(asked);
    return;
  }
  const bool news = asked == state.forwarded.end() || asked->second.request != *wanted;
  if (!news && confirm_for.empty()) return;
  if (confirm_for.empty()) send_resv(session, hop, *wanted, std::nullopt);
  for (const IpAddress receiver : confirm_for) send_resv(session, hop, *wanted, receiver);
  state.forwarded[hop] = {*wanted, now + jittered()};
}

/// RESVTEAR for the senders that were reserved and are no longer wanted.
void RsvpNode::Machine::tear_difference(const Session& session, const PreviousHop& hop, const UpstreamRequest& before,
                                        const std::optional<UpstreamRequest>& wanted) {
  const bool same_style = wanted && wanted->style == before.style;
  Message m;
  m.type = MessageType::resv_tear;
  m.session = session;
  m.hop = rsvp::Hop{address_of(hop.interface), hop.hop.handle};
  m.style = before.style;
  m.scope = before.scope;
  for (const auto& flow : before.flows) {
    rsvp::FlowDescriptor gone{std::nullopt, {}};
    for (const auto& filter : flow.filters) {
      const bool kept = same_style && std::ranges::any_of(wanted->flows, [&](const auto& w) {
                          return std::ranges::find(w.filters, filter) != w.filters.end();
                        });
      if (!kept) gone.filters.push_back(filter);
    }
    const bool wildcard_gone = before.style == ReservationStyle::wildcard_filter && !same_style;
    if (!gone.filters.empty() || wildcard_gone) m.flows.push_back(std::move(gone));
  }
  if (!m.flows.empty()) send(m, hop.interface, hop.hop.address, hop.hop.address);
}

void RsvpNode::Machine::send_resv(const Session& session, const PreviousHop& hop, const UpstreamRequest& request,
                                  std::optional<IpAddress> confirm) {
  Message m;
  m.type = MessageType::resv;
  m.session = session;
  m.hop = rsvp::Hop{address_of(hop.interface), hop.hop.handle};
  m.refresh = timing_.refresh;
  m.confirm = confirm;
  m.style = request.style;
  m.flows = request.flows;
  m.scope = request.scope;
  m.opaque = request.opaque;
  send(m, hop.interface, hop.hop.address, hop.hop.address);
}

/// Takes the confirmations that are due for requests concerning this hop: those that another request covers are given
/// from here, the receivers of the others are returned, to be named in the RESV.
std::set<IpAddress> RsvpNode::Machine::confirmations(const Session& session, State& state, const PreviousHop& hop) {
  std::set<IpAddress> forward;
  for (auto& [id, reservation] : state.reservations) {
    if (!reservation.confirm) continue;
    const bool concerns = std::ranges::any_of(state.paths, [&](const auto& entry) {
      const rsvp::PathState& path = entry.second;
      return path.previous == hop.hop && path.incoming == hop.interface && path.leads_to(id.interface) &&
             reservation.serves(entry.first);
    });
    if (!concerns) continue;
    if (rsvp::covered_by_another(state, hop, id)) {
      confirm(session, id, reservation);
    } else {
      forward.insert(id.interface == rsvp::local_interface ? address_of(hop.interface) : *reservation.confirm);
    }
    reservation.confirm.reset();
  }
  return forward;
}

/// The sender is here: nobody further upstream has to agree.
void RsvpNode::Machine::confirm_to_local_senders(const Session& session, State& state) {
  for (auto& [id, reservation] : state.reservations) {
    if (!reservation.confirm) continue;
    const bool serves_local = std::ranges::any_of(state.paths, [&](const auto& entry) {
      return !entry.second.previous && entry.second.leads_to(id.interface) && reservation.serves(entry.first);
    });
    if (!serves_local) continue;
    confirm(session, id, reservation);
    reservation.confirm.reset();
  }
}

void RsvpNode::Machine::confirm(const Session& session, const rsvp::ReservationId& id,
                                const rsvp::Reservation& reservation) {
  if (id.interface == rsvp::local_interface) {
    note({.kind = RsvpNotice::Kind::confirmed, .session = session, .flow = reservation.flow});
    return;
  }
  Message m;
  m.type = MessageType::resv_confirm;
  m.session = session;
  m.error = rsvp::Error{.node = address_of(id.interface), .code = rsvp::error_code::confirmation};
  m.confirm = reservation.confirm;
  m.style = reservation.style;
  m.flows = {reservation.flow};
  send(m, id.interface, *reservation.confirm, id.next_hop);
}

}  // namespace qoslab
