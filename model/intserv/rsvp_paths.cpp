// PATH and PATHTEAR: RFC 2205 sections 3.1.3 and 3.1.5, RFC 2209 section 2 (PATH MESSAGE ARRIVES, PATH REFRESH).
#include "model/intserv/adspec.h"
#include "model/intserv/rsvp_machine.h"

namespace qoslab {

using rsvp::MessageType;
using rsvp::PathState;

namespace {
constexpr std::uint8_t first_ttl = 64;
}

void RsvpNode::Machine::announce(const Session& session, const rsvp::Sender& sender, const TSpec& tspec, Instant now) {
  PathState fresh;
  fresh.sender = {sender, tspec, fresh_adspec()};
  fresh.ttl = first_ttl + 1;
  fresh.police_at_entry = true;
  accept_path(session, sessions_[session], std::move(fresh), now);
  settle(session, now);
}

void RsvpNode::Machine::withdraw(const Session& session, const rsvp::Sender& sender, Instant now) {
  const auto state = sessions_.find(session);
  if (state == sessions_.end()) return;
  const auto path = state->second.paths.find(sender);
  if (path == state->second.paths.end() || path->second.previous) return;
  forget_path(session, state->second, path);
  settle(session, now);
}

void RsvpNode::Machine::on_path(const Message& m, const Arrival& from, Instant now) {
  if (const auto code = port_conflict(m)) return send_path_error(m, from, {.code = *code});
  auto& state = sessions_[m.session];
  const auto known = state.paths.find(m.sender->sender);
  const bool echo_of_own = known != state.paths.end() && !known->second.previous;
  if (!echo_of_own) {
    PathState fresh;
    fresh.sender = *m.sender;
    fresh.previous = m.hop;
    fresh.incoming = from.interface;
    fresh.ttl = from.ttl;
    fresh.police_at_entry = m.police_at_entry;
    fresh.skipped_hop = from.ttl != m.send_ttl;
    fresh.opaque = m.opaque;
    fresh.expires = now + lifetime(*m.refresh);
    accept_path(m.session, state, std::move(fresh), now);
  }
  settle(m.session, now);
}

/// Port zero beside other ports: the flows could not be told apart (RFC 2205 section 3.2).
std::optional<std::uint8_t> RsvpNode::Machine::port_conflict(const Message& m) const {
  for (const auto& [session, state] : sessions_) {
    const bool same_place = session.destination == m.session.destination && session.protocol == m.session.protocol;
    if (same_place && !state.paths.empty() && (session.port == 0) != (m.session.port == 0)) {
      return rsvp::error_code::conflicting_ports;
    }
  }
  const auto state = sessions_.find(m.session);
  if (state == sessions_.end()) return std::nullopt;
  for (const auto& [sender, path] : state->second.paths) {
    const bool same_host = sender.address == m.sender->sender.address;
    if (same_host && (sender.port == 0) != (m.sender->sender.port == 0)) {
      return rsvp::error_code::conflicting_sender_ports;
    }
  }
  return std::nullopt;
}

void RsvpNode::Machine::accept_path(const Session& session, State& state, PathState fresh, Instant now) {
  fresh.routes = routes_of(session, fresh);
  const auto [place, is_new] = state.paths.try_emplace(fresh.sender.sender, fresh);
  PathState& path = place->second;
  const bool says_news = is_new || !path.says_what(fresh);
  const bool moved = path.routes != fresh.routes;
  fresh.refresh = path.refresh;
  path = std::move(fresh);
  if (says_news || moved) send_path(session, path, now);
  if (says_news && path.routes.local) {
    note({.kind = RsvpNotice::Kind::path, .session = session, .sender = path.sender});
  }
}

void RsvpNode::Machine::on_path_tear(const Message& m, Instant now) {
  const auto state = sessions_.find(m.session);
  if (state == sessions_.end()) return;
  const auto path = state->second.paths.find(m.sender->sender);
  if (path == state->second.paths.end() || path->second.previous != m.hop) return;
  forget_path(m.session, state->second, path);
  settle(m.session, now);
}

/// Passes the end of the path on, and takes back what was asked of the previous hop: it needs no RESVTEAR.
RsvpNode::Machine::Paths::iterator RsvpNode::Machine::forget_path(const Session& session, State& state,
                                                                  Paths::iterator path) {
  const PathState& gone = path->second;
  send_path_tear(session, gone);
  if (gone.routes.local) {
    note({.kind = RsvpNotice::Kind::path_gone, .session = session, .sender = gone.sender});
  }
  const auto previous = gone.previous;
  const int incoming = gone.incoming;
  const rsvp::Sender sender = path->first;
  const auto next = state.paths.erase(path);
  prune_reservations(state);
  if (!previous) return next;
  const rsvp::PreviousHop hop{incoming, *previous};
  const auto asked = state.forwarded.find(hop);
  if (asked == state.forwarded.end()) return next;
  if (!rsvp::previous_hops(state).contains(hop)) {
    state.forwarded.erase(asked);
    return next;
  }
  auto& flows = asked->second.request.flows;
  for (auto& flow : flows) std::erase(flow.filters, sender);
  if (asked->second.request.style == ReservationStyle::fixed_filter) {
    std::erase_if(flows, [](const rsvp::FlowDescriptor& flow) { return flow.filters.empty(); });
  }
  return next;
}

RouteSet RsvpNode::Machine::routes_of(const Session& session, const PathState& path) const {
  RouteSet routes = routes_.routes(session.destination, path.sender.sender.address);
  std::erase_if(routes.out, [&](const Route& r) { return r.interface == path.incoming; });
  return routes;
}

rsvp::Message RsvpNode::Machine::path_message(const Session& session, const PathState& path, int interface) const {
  Message m;
  m.session = session;
  m.hop = rsvp::Hop{address_of(interface), static_cast<std::uint32_t>(interface)};
  m.sender = path.sender;
  m.send_ttl = static_cast<std::uint8_t>(path.ttl - 1);
  m.opaque = path.opaque;
  return m;
}

void RsvpNode::Machine::send_path(const Session& session, PathState& path, Instant now) {
  path.refresh = now + jittered();
  if (path.ttl <= 1) return;
  for (const Route& route : path.routes.out) {
    const auto& interface = interfaces_.at(static_cast<std::size_t>(route.interface));
    Message m = path_message(session, path, route.interface);
    m.type = MessageType::path;
    m.refresh = timing_.refresh;
    m.police_at_entry = path.police_at_entry && !interface.traffic_control;
    if (m.sender->adspec) m.sender->adspec = composed(*path.sender.adspec, interface, path.skipped_hop);
    send(m, route.interface, session.destination, route.next_hop);
  }
}

void RsvpNode::Machine::send_path_tear(const Session& session, const PathState& path) {
  if (path.ttl <= 1) return;
  for (const Route& route : path.routes.out) {
    Message m = path_message(session, path, route.interface);
    m.type = MessageType::path_tear;
    m.sender->adspec.reset();
    send(m, route.interface, session.destination, route.next_hop);
  }
}

}  // namespace qoslab
