#include "model/intserv/rsvp_node.h"

#include <algorithm>
#include <utility>

#include "model/intserv/rsvp_machine.h"

namespace qoslab {

using rsvp::MessageType;

namespace {

constexpr std::uint8_t hop_by_hop_ttl = 64;
/// A neighbour that announces a longer period is not believed: its state would outlive every run.
constexpr Duration longest_refresh = Duration::seconds(86'400);

bool goes_end_to_end(MessageType type) {
  return type == MessageType::path || type == MessageType::path_tear || type == MessageType::resv_confirm;
}

}  // namespace

RsvpNode::Machine::Machine(std::vector<RsvpInterface> interfaces, const RouteLookup& routes, TrafficControl& control,
                           std::uint64_t seed, Timing timing)
    : interfaces_{std::move(interfaces)}, routes_{routes}, control_{control}, random_{seed}, timing_{timing} {}

void RsvpNode::Machine::receive(std::span<const std::uint8_t> bytes, const Arrival& from, Instant now) {
  const auto decoded = rsvp::decode(bytes);
  if (const auto* failure = std::get_if<rsvp::DecodeFailure>(&decoded)) return on_unreadable(*failure, from);
  const Message& m = std::get<Message>(decoded);
  switch (m.type) {
    case MessageType::path:
      return on_path(m, from, now);
    case MessageType::resv:
      return on_resv(m, now);
    case MessageType::path_error:
      return on_path_error(m);
    case MessageType::resv_error:
      return on_resv_error(m, from, now);
    case MessageType::path_tear:
      return on_path_tear(m, now);
    case MessageType::resv_tear:
      return on_resv_tear(m, now);
    case MessageType::resv_confirm:
      return on_confirm(m, from);
  }
}

void RsvpNode::Machine::advance(Instant now) {
  std::vector<Session> names;
  for (const auto& [session, state] : sessions_) names.push_back(session);
  for (const Session& session : names) advance_session(session, sessions_.at(session), now);
}

void RsvpNode::Machine::advance_session(const Session& session, State& state, Instant now) {
  bool changed = drop_expired(session, state, now);
  changed = refresh_paths(session, state, now) || changed;
  for (auto& [hop, asked] : state.forwarded) {
    if (asked.refresh > now) continue;
    if (const auto wanted = rsvp::wanted_upstream(session, state, hop, rsvp::Occasion::change)) asked.request = *wanted;
    send_resv(session, hop, asked.request, std::nullopt);
    asked.refresh = now + jittered();
  }
  if (changed) settle(session, now);
}

/// State that nobody refreshed (RFC 2205 section 3.7).
bool RsvpNode::Machine::drop_expired(const Session& session, State& state, Instant now) {
  const auto expired = [now](const auto& entry) { return entry.second.expires <= now; };
  const auto dropped = std::erase_if(state.blockades, expired) + std::erase_if(state.reservations, expired);
  bool changed = dropped > 0;
  for (auto path = state.paths.begin(); path != state.paths.end();) {
    if (path->second.expires > now) {
      ++path;
      continue;
    }
    path = forget_path(session, state, path);
    changed = true;
  }
  return changed;
}

/// True: a route has changed.
bool RsvpNode::Machine::refresh_paths(const Session& session, State& state, Instant now) {
  bool changed = false;
  for (auto& [sender, path] : state.paths) {
    if (path.refresh > now) continue;
    RouteSet routes = routes_of(session, path);
    changed = changed || routes != path.routes;
    path.routes = std::move(routes);
    send_path(session, path, now);
  }
  return changed;
}

/// Requests of neighbours are for senders that PATH messages lead to them; those of applications wait for one.
void RsvpNode::Machine::prune_reservations(State& state) {
  for (auto& [id, reservation] : state.reservations) {
    if (id.interface == rsvp::local_interface) continue;
    std::erase_if(reservation.flow.filters, [&state, interface = id.interface](const rsvp::Sender& s) {
      const auto path = state.paths.find(s);
      return path == state.paths.end() || !path->second.leads_to(interface);
    });
  }
  std::erase_if(state.reservations, [&](const auto& entry) {
    const auto& [id, reservation] = entry;
    if (id.interface == rsvp::local_interface) return false;
    if (reservation.style != ReservationStyle::wildcard_filter) return reservation.flow.filters.empty();
    return std::ranges::none_of(state.paths, [&](const auto& p) { return p.second.leads_to(entry.first.interface); });
  });
}

Instant RsvpNode::Machine::deadline() const {
  Instant first = Instant::never();
  for (const auto& [session, state] : sessions_) {
    for (const auto& [sender, path] : state.paths) first = std::min({first, path.expires, path.refresh});
    for (const auto& [id, reservation] : state.reservations) first = std::min(first, reservation.expires);
    for (const auto& [id, blockade] : state.blockades) first = std::min(first, blockade.expires);
    for (const auto& [hop, asked] : state.forwarded) first = std::min(first, asked.refresh);
  }
  return first;
}

/// Uniform in 0.5 R .. 1.5 R (RFC 2205 section 3.7).
Duration RsvpNode::Machine::jittered() {
  const auto span = static_cast<std::uint64_t>(timing_.refresh.ps()) + 1;
  return timing_.refresh / 2 + Duration::picoseconds(static_cast<std::int64_t>(random_() % span));
}

/// (K + 0.5) x 1.5 x R.
Duration RsvpNode::Machine::lifetime(Duration refresh) const {
  return std::min(refresh, longest_refresh) * (3 * (2 * timing_.losses + 1)) / 4;
}

bool RsvpNode::Machine::is_own(IpAddress address) const {
  return std::ranges::any_of(interfaces_, [address](const RsvpInterface& i) { return i.address == address; });
}

IpAddress RsvpNode::Machine::address_of(int interface) const {
  return interfaces_.at(static_cast<std::size_t>(interface)).address;
}

void RsvpNode::Machine::send(const Message& m, int interface, IpAddress destination, IpAddress next_hop) {
  Message out = m;
  if (out.send_ttl == 0) out.send_ttl = hop_by_hop_ttl;
  const bool from_sender = m.type == MessageType::path || m.type == MessageType::path_tear;
  actions_.emplace_back(RsvpTransmission{
      .bytes = rsvp::encode(out),
      .source = from_sender ? m.sender->sender.address : address_of(interface),
      .destination = destination,
      .next_hop = next_hop,
      .interface = interface,
      .router_alert = goes_end_to_end(m.type),
      .ttl = out.send_ttl,
  });
}

std::vector<RsvpAction> RsvpNode::Machine::take_actions() { return std::exchange(actions_, {}); }

RsvpNode::RsvpNode(std::vector<RsvpInterface> interfaces, const RouteLookup& routes, TrafficControl& control,
                   std::uint64_t seed, Timing timing)
    : machine_{std::make_unique<Machine>(std::move(interfaces), routes, control, seed, timing)} {}
RsvpNode::~RsvpNode() = default;

void RsvpNode::announce(const rsvp::Session& session, const rsvp::Sender& sender, const TSpec& tspec, Instant now) {
  machine_->announce(session, sender, tspec, now);
}
void RsvpNode::withdraw(const rsvp::Session& session, const rsvp::Sender& sender, Instant now) {
  machine_->withdraw(session, sender, now);
}
void RsvpNode::reserve(const rsvp::Session& session, const Request& request, Instant now) {
  machine_->reserve(session, request, now);
}
void RsvpNode::release(const rsvp::Session& session, Instant now) { machine_->release(session, now); }
void RsvpNode::receive(std::span<const std::uint8_t> bytes, const Arrival& from, Instant now) {
  machine_->receive(bytes, from, now);
}
void RsvpNode::advance(Instant now) { machine_->advance(now); }
Instant RsvpNode::deadline() const { return machine_->deadline(); }
std::vector<RsvpAction> RsvpNode::take_actions() { return machine_->take_actions(); }

}  // namespace qoslab
