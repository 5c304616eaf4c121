#include "tests/model/intserv/rsvp_network.h"

#include <algorithm>
#include <deque>

namespace qoslab::testing {

using namespace literals;

namespace {
Rate taken(const ReservationOrder& order) {
  return order.flowspec.guaranteed ? order.flowspec.guaranteed->rate : order.flowspec.tspec.rate;
}
}  // namespace

bool BookedControl::fits(const ReservationKey& key, const ReservationOrder& order) const {
  Rate sum = taken(order);
  for (const auto& [other, installed_order] : installed) {
    if (other != key && other.interface == key.interface) sum += taken(installed_order);
  }
  return sum <= capacity;
}

std::optional<Refusal> BookedControl::admit(const ReservationKey& key, const ReservationOrder& order, Instant /*now*/) {
  if (!fits(key, order)) {
    ++refusals;
    return Refusal{};
  }
  if (!installed.emplace(key, order).second) throw std::logic_error{"admitted twice"};
  return std::nullopt;
}

std::optional<Refusal> BookedControl::modify(const ReservationKey& key, const ReservationOrder& order,
                                             Instant /*now*/) {
  auto& known = installed.at(key);
  if (!fits(key, order)) {
    ++refusals;
    return Refusal{};
  }
  known = order;
  return std::nullopt;
}

void BookedControl::remove(const ReservationKey& key, Instant /*now*/) {
  if (installed.erase(key) != 1) throw std::logic_error{"removed what was not there"};
}

void RsvpNetwork::add(const std::string& name, bool is_router, bool speaks_rsvp) {
  auto node = std::make_unique<Node>();
  node->net = this;
  node->name = name;
  node->is_router = is_router;
  node->speaks_rsvp = speaks_rsvp;
  nodes_[name] = std::move(node);
}

void RsvpNetwork::link(const std::string& a, const std::string& b) {
  const std::uint32_t base = 0x0a000000 + (++links_ << 8);
  std::uint32_t host = 1;
  for (const auto& [near, far] : {std::pair{a, b}, std::pair{b, a}}) {
    Node& node = *nodes_.at(near);
    node.interfaces.push_back({.address = IpAddress::v4(base + host++),
                               .bandwidth = Rate::mbps(1),
                               .mtu = Bytes{1500},
                               .latency = 1_ms,
                               .errors = {Bytes{1500}, 12_ms},
                               .traffic_control = node.is_router});
    node.neighbours.push_back(far);
  }
}

void RsvpNetwork::start(std::uint64_t seed) {
  for (auto& [name, node] : nodes_) {
    node->rsvp = std::make_unique<RsvpNode>(node->interfaces, *node, node->control, seed++, RsvpNode::Timing{});
  }
}

void RsvpNetwork::cut(const std::string& a, const std::string& b) {
  cut_.insert({{a, b}, {b, a}});
  ways_.clear();
}

std::string RsvpNetwork::owner(IpAddress a) const {
  for (const auto& [name, node] : nodes_) {
    if (std::ranges::any_of(node->interfaces, [a](const auto& i) { return i.address == a; })) return name;
  }
  return {};
}

/// The nodes from `from` to `to`, both included, over the fewest links.
const std::vector<std::string>& RsvpNetwork::way(const std::string& from, const std::string& to) const {
  const auto [place, is_new] = ways_.try_emplace({from, to});
  if (is_new) place->second = find_way(from, to);
  return place->second;
}

std::vector<std::string> RsvpNetwork::find_way(const std::string& from, const std::string& to) const {
  std::map<std::string, std::string> before{{from, from}};
  std::deque<std::string> open{from};
  while (!open.empty() && !before.contains(to)) {
    const std::string at = open.front();
    open.pop_front();
    if (at != from && !nodes_.at(at)->is_router) continue;
    for (const auto& next : nodes_.at(at)->neighbours) {
      if (!cut_.contains({at, next}) && before.emplace(next, at).second) open.push_back(next);
    }
  }
  if (!before.contains(to)) return {};
  std::vector<std::string> back{to};
  while (back.back() != from) back.push_back(before.at(back.back()));
  return {back.rbegin(), back.rend()};
}

RouteSet RsvpNetwork::routes(const Node& from, IpAddress destination, IpAddress source) const {
  RouteSet result;
  const auto group = groups_.find(destination);
  const std::set<std::string> members = group != groups_.end() ? group->second : std::set{owner(destination)};
  std::set<std::string> next_nodes;
  for (const auto& member : members) {
    if (member == from.name) {
      result.local = true;
      continue;
    }
    const auto& path = way(group != groups_.end() ? owner(source) : from.name, member);
    const auto here = std::ranges::find(path, from.name);
    if (here != path.end() && here + 1 != path.end()) next_nodes.insert(*(here + 1));
  }
  for (const auto& next : next_nodes) {
    const auto i = std::ranges::find(from.neighbours, next) - from.neighbours.begin();
    const auto& peer = *nodes_.at(next);
    const auto j = std::ranges::find(peer.neighbours, from.name) - peer.neighbours.begin();
    result.out.push_back({static_cast<int>(i), peer.interfaces[static_cast<std::size_t>(j)].address});
  }
  return result;
}

void RsvpNetwork::transmit(const Node& from, RsvpTransmission packet, bool forwarded) {
  const std::string to = from.neighbours.at(static_cast<std::size_t>(packet.interface));
  const Node& peer = *nodes_.at(to);
  const auto arrives_on = std::ranges::find(peer.neighbours, from.name) - peer.neighbours.begin();
  const auto decoded = rsvp::decode(packet.bytes);
  Sent s{now_, from.name, to, std::get<rsvp::Message>(decoded), packet};
  if (!forwarded) sent.push_back(s);
  if (cut_.contains({s.from, s.to}) || lose(s)) return;
  wire_.push({now_ + 1_ms, order_++, to, static_cast<int>(arrives_on), std::move(packet)});
}

void RsvpNetwork::collect(Node& node) {
  for (auto& action : node.rsvp->take_actions()) {
    if (auto* notice = std::get_if<RsvpNotice>(&action)) {
      node.notices.push_back(*notice);
    } else if (!node.dead) {
      transmit(node, std::get<RsvpTransmission>(action), false);
    }
  }
}

void RsvpNetwork::deliver(const InFlight& f) {
  Node& node = *nodes_.at(f.to);
  if (node.dead) return;
  const bool for_me = owner(f.packet.destination) == node.name;
  if (node.speaks_rsvp && (for_me || f.packet.router_alert)) {
    node.rsvp->receive(f.packet.bytes, {f.interface, f.packet.source, f.packet.ttl}, now_);
    collect(node);
    return;
  }
  if (for_me || f.packet.ttl <= 1) return;
  for (const Route& r : routes(node, f.packet.destination, f.packet.source).out) {
    RsvpTransmission on = f.packet;
    on.interface = r.interface;
    on.next_hop = r.next_hop;
    --on.ttl;
    transmit(node, std::move(on), true);
  }
}

void RsvpNetwork::run_for(Duration d) {
  const Instant end = now_ + d;
  for (auto& [name, node] : nodes_) collect(*node);
  while (true) {
    Instant next = wire_.empty() ? Instant::never() : wire_.top().at;
    for (auto& [name, node] : nodes_) next = std::min(next, node->rsvp->deadline());
    if (next > end) break;
    now_ = std::max(now_, next);
    while (!wire_.empty() && wire_.top().at <= now_) {
      const InFlight f = wire_.top();
      wire_.pop();
      deliver(f);
    }
    for (auto& [name, node] : nodes_) {
      if (node->rsvp->deadline() > now_) continue;
      node->rsvp->advance(now_);
      if (node->rsvp->deadline() <= now_) throw std::logic_error{"a deadline that does not move on"};
      collect(*node);
    }
  }
  now_ = end;
}

std::vector<RsvpNetwork::Sent> RsvpNetwork::sent_of(rsvp::MessageType type) const {
  std::vector<Sent> found;
  std::ranges::copy_if(sent, std::back_inserter(found), [type](const Sent& s) { return s.message.type == type; });
  return found;
}

int RsvpNetwork::count(const std::string& node, RsvpNotice::Kind kind) const {
  return static_cast<int>(std::ranges::count(nodes_.at(node)->notices, kind, &RsvpNotice::kind));
}

}  // namespace qoslab::testing
