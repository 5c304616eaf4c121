// PATHERR, RESVERR and RESVCONF: RFC 2205 sections 2.5, 3.1.7-3.1.9; RFC 2209 section 2.
#include <algorithm>

#include "model/intserv/flowspec_order.h"
#include "model/intserv/rsvp_machine.h"

namespace qoslab {

using rsvp::MessageType;

void RsvpNode::Machine::on_path_error(const Message& m) {
  const auto state = sessions_.find(m.session);
  if (state == sessions_.end()) return;
  const auto known = state->second.paths.find(m.sender->sender);
  if (known == state->second.paths.end()) return;
  const rsvp::PathState& path = known->second;
  if (path.previous) {
    send(m, path.incoming, path.previous->address, path.previous->address);
  } else {
    note({.kind = RsvpNotice::Kind::path_error, .session = m.session, .sender = path.sender, .error = *m.error});
  }
}

void RsvpNode::Machine::on_resv_error(const Message& m, const Arrival& from, Instant now) {
  const auto known = sessions_.find(m.session);
  if (known == sessions_.end() || known->second.paths.empty()) return;
  State& state = known->second;
  const bool admission = m.error->code == rsvp::error_code::admission_failure;
  if (admission) blockade(state, m, now);
  const rsvp::FlowDescriptor& failed = m.flows.front();
  for (const auto& [id, reservation] : state.reservations) {
    const bool common = failed.filters.empty() || std::ranges::any_of(failed.filters, [&](const rsvp::Sender& s) {
                          return reservation.serves(s);
                        });
    if (id.interface == from.interface || reservation.style != *m.style || !common) continue;
    const bool innocent = strictly_larger(*failed.flowspec, *reservation.flow.flowspec);
    if (!(admission && m.error->in_place && innocent)) pass_error(state, id, reservation, m);
  }
  settle(m.session, now, rsvp::Occasion::error);
}

/// Keeps the failed request, and larger ones, from being asked for again until the blockade times out.
void RsvpNode::Machine::blockade(State& state, const Message& m, Instant now) {
  constexpr int blockade_refreshes = 4;  // Kb, RFC 2206
  const rsvp::FlowDescriptor& failed = m.flows.front();
  const rsvp::Blockade fresh{*failed.flowspec, now + timing_.refresh * blockade_refreshes};
  for (const auto& [sender, path] : state.paths) {
    if (!path.previous || path.previous->address != m.hop->address) continue;
    if (failed.filters.empty()) state.blockades[{*path.previous, std::nullopt}] = fresh;
    if (std::ranges::find(failed.filters, sender) != failed.filters.end()) {
      state.blockades[{*path.previous, sender}] = fresh;
    }
  }
}

void RsvpNode::Machine::pass_error(const State& state, const rsvp::ReservationId& id,
                                   const rsvp::Reservation& reservation, const Message& m) {
  rsvp::FlowDescriptor flow{m.flows.front().flowspec, {}};
  for (const rsvp::Sender& filter : m.flows.front().filters) {
    const auto path = state.paths.find(filter);
    const bool concerns = path != state.paths.end() && path->second.leads_to(id.interface);
    if (concerns && reservation.serves(filter)) flow.filters.push_back(filter);
  }
  if (flow.filters.empty() && !m.flows.front().filters.empty()) return;
  if (id.interface == rsvp::local_interface) {
    rsvp::Error error = *m.error;
    error.not_guilty = strictly_larger(*flow.flowspec, *reservation.flow.flowspec);
    note({.kind = RsvpNotice::Kind::resv_error, .session = m.session, .flow = reservation.flow, .error = error});
    return;
  }
  Message on = m;
  on.hop = rsvp::Hop{address_of(id.interface), static_cast<std::uint32_t>(id.interface)};
  on.flows = {std::move(flow)};
  send(on, id.interface, id.next_hop, id.next_hop);
}

void RsvpNode::Machine::on_confirm(const Message& m, const Arrival& from) {
  if (is_own(*m.confirm)) {
    for (const auto& flow : m.flows) {
      note({.kind = RsvpNotice::Kind::confirmed, .session = m.session, .flow = flow, .error = *m.error});
    }
    return;
  }
  const RouteSet routes = routes_.routes(*m.confirm, from.source);
  if (routes.out.empty() || from.ttl <= 1) return;
  Message on = m;
  on.send_ttl = static_cast<std::uint8_t>(from.ttl - 1);
  send(on, routes.out.front().interface, *m.confirm, routes.out.front().next_hop);
}

/// An object that we may not ignore, or a value that no service can grant: its sender hears of it.
void RsvpNode::Machine::on_unreadable(const rsvp::DecodeFailure& failure, const Arrival& from) {
  if (failure.code == 0) return;
  const Message& m = failure.understood;
  const rsvp::Error error{.node = {}, .code = failure.code, .value = failure.value};
  if (m.type == MessageType::path) send_path_error(m, from, error);
  if (m.type != MessageType::resv || !m.hop || m.hop->handle >= interfaces_.size()) return;
  for (const auto& flow : m.flows) send_resv_error(m, flow, error);
}

// What is answered may be incomplete; an error that could not be read either is not sent.

void RsvpNode::Machine::send_path_error(const Message& about, const Arrival& from, rsvp::Error error) {
  if (!about.hop || !about.sender) return;
  error.node = address_of(from.interface);
  Message m;
  m.type = MessageType::path_error;
  m.session = about.session;
  m.error = error;
  m.sender = about.sender;
  m.sender->adspec.reset();
  if (rsvp::well_formed(m)) send(m, from.interface, about.hop->address, about.hop->address);
}

void RsvpNode::Machine::send_resv_error(const Message& about, rsvp::FlowDescriptor flow, rsvp::Error error) {
  const int interface = static_cast<int>(about.hop->handle);
  error.node = address_of(interface);
  Message m;
  m.type = MessageType::resv_error;
  m.session = about.session;
  m.hop = rsvp::Hop{error.node, about.hop->handle};
  m.error = error;
  m.scope = about.scope;
  m.style = about.style;
  m.flows = {std::move(flow)};
  if (rsvp::well_formed(m)) send(m, interface, about.hop->address, about.hop->address);
}

}  // namespace qoslab
