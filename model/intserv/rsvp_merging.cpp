#include "model/intserv/rsvp_merging.h"

#include <algorithm>

#include "model/intserv/flowspec_order.h"
#include "model/intserv/wire.h"

namespace qoslab::rsvp {
namespace {

constexpr auto wildcard = ReservationStyle::wildcard_filter;
constexpr auto fixed = ReservationStyle::fixed_filter;

using Entry = std::pair<const ReservationId, Reservation>;
using Entries = std::vector<const Entry*>;

/// Does the sender's traffic reach the one who made the request, and is it meant?
bool applies(const Entry& entry, const PathState& path) {
  return path.leads_to(entry.first.interface) && entry.second.serves(path.sender.sender);
}

template <typename T>
void add_missing(std::vector<T>& to, const std::vector<T>& from) {
  for (const T& item : from) {
    if (std::ranges::find(to, item) == to.end()) to.push_back(item);
  }
}

/// The requests that go into one order, and the senders whose packets it will serve.
struct OrderParts {
  Entries requests;
  std::set<const PathState*> senders;
};

std::map<ReservationKey, OrderParts> parts_of_orders(const Session& session, const SessionState& state) {
  std::map<ReservationKey, OrderParts> parts;
  for (const Entry& entry : state.reservations) {
    if (entry.first.interface == local_interface) continue;
    const ReservationKey key{entry.first.interface, session, entry.first.sender};
    for (const auto& [sender, path] : state.paths) {
      if (!applies(entry, path)) continue;
      auto& part = parts[key];
      if (part.requests.empty() || part.requests.back() != &entry) part.requests.push_back(&entry);
      part.senders.insert(&path);
    }
  }
  return parts;
}

bool come_from_several_hops(const std::set<const PathState*>& senders) {
  return std::ranges::any_of(senders, [&](const PathState* p) {
    return p->previous != (*senders.begin())->previous || p->incoming != (*senders.begin())->incoming;
  });
}

ReservationOrder order_from(const OrderParts& parts) {
  const Reservation& first = parts.requests.front()->second;
  ReservationOrder order;
  order.flowspec = *first.flow.flowspec;
  for (const Entry* e : parts.requests) order.flowspec = merged(order.flowspec, *e->second.flow.flowspec);
  std::optional<TSpec> together;
  for (const PathState* path : parts.senders) {
    together = together ? summed(*together, path->sender.tspec) : path->sender.tspec;
    order.police_entry = order.police_entry || path->police_at_entry;
    if (first.style != wildcard) order.filters.push_back(path->sender.sender);
  }
  std::ranges::sort(order.filters);
  order.flowspec.tspec = smaller(order.flowspec.tspec, *together);
  order.police_merge = first.style != fixed && come_from_several_hops(parts.senders);
  return order;
}

/// The requests at `hop` for some senders, apart from those that a blockade keeps back.
struct Candidates {
  Entries free;
  Entries blockaded;
  [[nodiscard]] bool none() const { return free.empty() && blockaded.empty(); }
};

bool is_blockaded(const SessionState& state, const PreviousHop& hop, const Entry& entry, const Sender& sender) {
  const auto key = entry.second.style == wildcard ? std::optional<Sender>{} : sender;
  const auto blockade = state.blockades.find({hop.hop, key});
  return blockade != state.blockades.end() && !strictly_larger(blockade->second.failed, *entry.second.flow.flowspec);
}

bool comes_from(const PathState& path, const PreviousHop& hop) {
  return path.previous == hop.hop && path.incoming == hop.interface;
}

std::vector<const PathState*> senders_behind(const SessionState& state, const PreviousHop& hop) {
  std::vector<const PathState*> senders;
  for (const auto& [sender, path] : state.paths) {
    if (comes_from(path, hop)) senders.push_back(&path);
  }
  return senders;
}

Candidates candidates(const SessionState& state, const PreviousHop& hop, const std::vector<const PathState*>& senders) {
  Candidates found;
  for (const Entry& entry : state.reservations) {
    bool any = false;
    bool kept_back = false;
    for (const PathState* path : senders) {
      if (!applies(entry, *path)) continue;
      any = true;
      kept_back = kept_back || is_blockaded(state, hop, entry, path->sender.sender);
    }
    if (any) (kept_back ? found.blockaded : found.free).push_back(&entry);
  }
  return found;
}

FlowSpec request_from(const Candidates& found) {
  const bool all_blockaded = found.free.empty();
  const Entries& entries = all_blockaded ? found.blockaded : found.free;
  FlowSpec flowspec = *entries.front()->second.flow.flowspec;
  for (const Entry* e : entries) {
    const FlowSpec& other = *e->second.flow.flowspec;
    flowspec = all_blockaded ? common_part(flowspec, other) : merged(flowspec, other);
  }
  return flowspec;
}

/// What was last asked of the hop for this sender.
std::optional<FlowSpec> asked_before(const SessionState& state, const PreviousHop& hop,
                                     const std::optional<Sender>& sender) {
  const auto last = state.forwarded.find(hop);
  if (last == state.forwarded.end()) return std::nullopt;
  for (const auto& flow : last->second.request.flows) {
    if (!sender || std::ranges::find(flow.filters, *sender) != flow.filters.end()) return flow.flowspec;
  }
  return std::nullopt;
}

FlowSpec request_on(Occasion occasion, const SessionState& state, const PreviousHop& hop, const Candidates& found,
                    const std::optional<Sender>& sender) {
  if (occasion == Occasion::error && found.free.empty()) {
    if (const auto before = asked_before(state, hop, sender)) return *before;
  }
  return request_from(found);
}

void collect(UpstreamRequest& request, const Candidates& found, const std::vector<const PathState*>& senders,
             bool with_scope) {
  for (const Entries* entries : {&found.free, &found.blockaded}) {
    for (const Entry* e : *entries) add_missing(request.opaque, e->second.opaque);
  }
  if (!with_scope) return;
  for (const PathState* path : senders) add_missing(request.scope, {path->sender.sender.address});
}

}  // namespace

bool is_multicast(IpAddress a) { return is_v4(a) ? (a.low >> 28 & 0xf) == 0xe : a.high >> 56 == 0xff; }

std::map<ReservationKey, ReservationOrder> wanted_orders(const Session& session, const SessionState& state) {
  std::map<ReservationKey, ReservationOrder> orders;
  for (const auto& [key, parts] : parts_of_orders(session, state)) orders.emplace(key, order_from(parts));
  for (auto& [key, order] : orders) {
    order.police_branch = std::ranges::any_of(orders, [&](const auto& other) {
      return other.first.interface != key.interface && other.first.sender == key.sender &&
             !at_least_as_large(order.flowspec, other.second.flowspec);
    });
  }
  return orders;
}

std::set<PreviousHop> previous_hops(const SessionState& state) {
  std::set<PreviousHop> hops;
  for (const auto& [sender, path] : state.paths) {
    if (path.previous) hops.insert({path.incoming, *path.previous});
  }
  return hops;
}

std::optional<UpstreamRequest> wanted_upstream(const Session& session, const SessionState& state,
                                               const PreviousHop& hop, Occasion occasion) {
  if (state.reservations.empty()) return std::nullopt;
  UpstreamRequest request;
  request.style = state.reservations.begin()->second.style;
  std::vector<const PathState*> reserved;
  for (const PathState* path : senders_behind(state, hop)) {
    const auto found = candidates(state, hop, {path});
    if (found.none()) continue;
    reserved.push_back(path);
    if (request.style != fixed) continue;
    const Sender& sender = path->sender.sender;
    request.flows.push_back({request_on(occasion, state, hop, found, sender), {sender}});
    collect(request, found, {path}, false);
  }
  if (reserved.empty()) return std::nullopt;
  if (request.style == fixed) return request;
  const auto found = candidates(state, hop, reserved);
  FlowDescriptor flow{request_on(occasion, state, hop, found, std::nullopt), {}};
  if (request.style != wildcard) {
    for (const PathState* path : reserved) flow.filters.push_back(path->sender.sender);
  }
  request.flows.push_back(std::move(flow));
  collect(request, found, reserved, request.style == wildcard && is_multicast(session.destination));
  return request;
}

bool covered_by_another(const SessionState& state, const PreviousHop& hop, const ReservationId& id) {
  const auto& own = *state.reservations.at(id).flow.flowspec;
  std::vector<const PathState*> served;
  for (const PathState* path : senders_behind(state, hop)) {
    if (applies(*state.reservations.find(id), *path)) served.push_back(path);
  }
  return std::ranges::all_of(served, [&](const PathState* path) {
    return std::ranges::any_of(state.reservations, [&](const Entry& other) {
      return other.first != id && applies(other, *path) && at_least_as_large(*other.second.flow.flowspec, own);
    });
  });
}

bool meet(const Reservation& a, const Reservation& b) {
  if (a.style != fixed || b.style != fixed) return true;
  return a.flow.filters == b.flow.filters;
}

}  // namespace qoslab::rsvp
