// RESV and RESVTEAR: RFC 2205 sections 3.1.4 and 3.1.6, RFC 2209 section 2 (RESV MESSAGE ARRIVES, UPDATE TRAFFIC
// CONTROL).
#include <algorithm>

#include "model/intserv/flowspec_order.h"
#include "model/intserv/rsvp_machine.h"

namespace qoslab {

using rsvp::FlowDescriptor;
using rsvp::Reservation;
using rsvp::ReservationId;

namespace {

ReservationId id_of(int interface, IpAddress next_hop, ReservationStyle style, const FlowDescriptor& flow) {
  ReservationId id{interface, next_hop, std::nullopt};
  if (style == ReservationStyle::fixed_filter) id.sender = flow.filters.front();
  return id;
}

}  // namespace

void RsvpNode::Machine::reserve(const Session& session, const Request& request, Instant now) {
  auto& state = sessions_[session];
  std::map<ReservationId, Reservation> wanted;
  for (const FlowDescriptor& flow : request.flows) {
    Reservation fresh{.style = request.style, .flow = flow, .scope = {}, .opaque = {}, .confirm = {}};
    if (request.confirm) fresh.confirm = interfaces_.front().address;
    wanted.emplace(id_of(rsvp::local_interface, {}, request.style, flow), std::move(fresh));
  }
  std::erase_if(state.reservations, [&](const auto& entry) {
    return entry.first.interface == rsvp::local_interface && !wanted.contains(entry.first);
  });
  for (auto& [id, fresh] : wanted) {
    const FlowDescriptor flow = fresh.flow;
    if (const auto refusal = try_reservation(session, state, id, std::move(fresh), now)) {
      note({.kind = RsvpNotice::Kind::resv_error,
            .session = session,
            .flow = flow,
            .error = {.node = interfaces_.front().address, .code = refusal->code, .value = refusal->value}});
    }
  }
  settle(session, now);
}

void RsvpNode::Machine::release(const Session& session, Instant now) {
  const auto state = sessions_.find(session);
  if (state == sessions_.end()) return;
  std::erase_if(state->second.reservations,
                [](const auto& entry) { return entry.first.interface == rsvp::local_interface; });
  settle(session, now);
}

void RsvpNode::Machine::on_resv(const Message& m, Instant now) {
  if (m.hop->handle >= interfaces_.size()) return;
  const auto known = sessions_.find(m.session);
  const auto leads_there = [&](const auto& path) { return path.second.leads_to(static_cast<int>(m.hop->handle)); };
  if (known == sessions_.end() || std::ranges::none_of(known->second.paths, leads_there)) {
    for (const auto& flow : m.flows) send_resv_error(m, flow, {.code = rsvp::error_code::no_path});
    return;
  }
  for (const auto& flow : m.flows) accept_flow(known->second, m, flow, now);
  settle(m.session, now);
}

void RsvpNode::Machine::accept_flow(State& state, const Message& m, FlowDescriptor flow, Instant now) {
  const int interface = static_cast<int>(m.hop->handle);
  Reservation fresh{.style = *m.style,
                    .flow = {flow.flowspec, {}},
                    .scope = m.scope,
                    .opaque = m.opaque,
                    .confirm = m.confirm,
                    .expires = now + lifetime(*m.refresh)};
  FlowDescriptor strangers{flow.flowspec, {}};
  for (const rsvp::Sender& filter : flow.filters) {
    const auto path = state.paths.find(filter);
    const bool found = path != state.paths.end() && path->second.leads_to(interface);
    (found ? fresh.flow : strangers).filters.push_back(filter);
  }
  if (!strangers.filters.empty()) send_resv_error(m, strangers, {.code = rsvp::error_code::no_sender});
  if (fresh.flow.filters.empty() && !flow.filters.empty()) return;
  const auto id = id_of(interface, m.hop->address, *m.style, flow);
  const FlowDescriptor asked = fresh.flow;
  const bool stood = state.reservations.contains(id);
  if (const auto refusal = try_reservation(m.session, state, id, std::move(fresh), now)) {
    send_resv_error(m, asked, {.in_place = stood, .code = refusal->code, .value = refusal->value});
  }
}

/// What speaks against a request before anybody is asked for resources.
std::optional<Refusal> RsvpNode::Machine::objection(const State& state, const ReservationId& id,
                                                    const Reservation& fresh) const {
  for (const auto& [other_id, other] : state.reservations) {
    const bool same_place = other_id.interface == id.interface && other_id.next_hop == id.next_hop;
    if (other.style != fresh.style && !same_place) return Refusal{rsvp::error_code::conflicting_style, 0};
    if (other_id != id && other.style == fresh.style && rsvp::meet(other, fresh) &&
        !mergeable(*other.flow.flowspec, *fresh.flow.flowspec)) {
      return Refusal{rsvp::error_code::traffic_control, rsvp::traffic_control_value::service_conflict};
    }
  }
  return std::nullopt;
}

std::optional<Refusal> RsvpNode::Machine::try_reservation(const Session& session, State& state, const ReservationId& id,
                                                          Reservation fresh, Instant now) {
  if (const auto reason = objection(state, id, fresh)) return reason;
  std::erase_if(state.reservations, [&](const auto& entry) {
    return entry.second.style != fresh.style;  // of this same next hop, as the objection would have said
  });
  std::optional<Reservation> before;
  if (const auto known = state.reservations.find(id); known != state.reservations.end()) before = known->second;
  const Instant expires = fresh.expires;
  state.reservations[id] = std::move(fresh);
  const auto refused = install(session, state, now);
  const auto own = refused.find({id.interface, session, id.sender});
  if (own == refused.end()) return std::nullopt;
  if (before) {
    before->expires = expires;  // its owner asks for more, so for this much still
    state.reservations[id] = std::move(*before);
  } else {
    state.reservations.erase(id);
  }
  return own->second;
}

/// Makes the interfaces hold what the state wants; what is refused stays as it was.
std::map<ReservationKey, Refusal> RsvpNode::Machine::install(const Session& session, State& state, Instant now) {
  const auto wanted = rsvp::wanted_orders(session, state);
  std::erase_if(state.installed, [&](const auto& entry) {
    if (wanted.contains(entry.first)) return false;
    if (interfaces_.at(static_cast<std::size_t>(entry.first.interface)).traffic_control) {
      control_.remove(entry.first, now);
    }
    tell_senders(state, entry.first, entry.second, RsvpNotice::Kind::unreserved);
    return true;
  });
  std::map<ReservationKey, Refusal> refused;
  for (const auto& [key, request] : wanted) {
    const auto known = state.installed.find(key);
    const bool is_new = known == state.installed.end();
    if (!is_new && known->second == request) continue;
    if (const auto refusal = order(key, is_new ? nullptr : &known->second, request, now)) {
      refused.emplace(key, *refusal);
      continue;
    }
    state.installed[key] = request;
    tell_senders(state, key, request, RsvpNotice::Kind::reserved);
  }
  return refused;
}

std::optional<Refusal> RsvpNode::Machine::order(const ReservationKey& key, const ReservationOrder* before,
                                                const ReservationOrder& wanted, Instant now) {
  if (!interfaces_.at(static_cast<std::size_t>(key.interface)).traffic_control) return std::nullopt;
  return before != nullptr ? control_.modify(key, wanted, now) : control_.admit(key, wanted, now);
}

void RsvpNode::Machine::tell_senders(const State& state, const ReservationKey& key, const ReservationOrder& order,
                                     RsvpNotice::Kind kind) {
  for (const auto& [sender, path] : state.paths) {
    const bool served = order.filters.empty() || std::ranges::find(order.filters, sender) != order.filters.end();
    if (path.previous || !served) continue;
    note({.kind = kind, .session = key.session, .sender = path.sender, .flow = {order.flowspec, {sender}}});
  }
}

void RsvpNode::Machine::on_resv_tear(const Message& m, Instant now) {
  const auto known = sessions_.find(m.session);
  if (known == sessions_.end()) return;
  auto& reservations = known->second.reservations;
  for (const FlowDescriptor& flow : m.flows) {
    const auto torn = reservations.find(id_of(static_cast<int>(m.hop->handle), m.hop->address, *m.style, flow));
    if (torn == reservations.end() || torn->second.style != *m.style) continue;
    for (const rsvp::Sender& filter : flow.filters) std::erase(torn->second.flow.filters, filter);
    if (torn->second.flow.filters.empty()) reservations.erase(torn);
  }
  settle(m.session, now);
}

}  // namespace qoslab
