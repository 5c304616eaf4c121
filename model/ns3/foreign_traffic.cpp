#include "model/ns3/foreign_traffic.h"

#include <algorithm>
#include <utility>

#include "model/ns3/clock.h"
#include "model/ns3/packet_facts.h"
#include "model/scenario/plain_fifo.h"

namespace qoslab {

ForeignTraffic::ForeignTraffic(const GatewaysSpec& scenario, const GatewaySpec& gateway, GatewayLinks links,
                               bng::Gateway& data_plane, Ledger& ledger)
    : name_{gateway.name}, links_{std::move(links)}, data_plane_{data_plane}, ledger_{ledger} {
  std::map<std::string, std::size_t> groups;
  for (const auto& group : scenario.groups)
    if (group.gateway == name_) groups.emplace(group.name, groups.size());
  for (const auto& link : links_.ends) {
    const auto number = ends_.size();
    auto& end = ends_.emplace_back(End{link.device, link.delay, {}, {}});
    for (const auto& host : scenario.hosts)
      if (host.node == link.node && host.gateway == name_ && !host.group.empty())
        end.subscriber = Subscriber{groups.at(host.group), host.number};
    link.device->forward_by([this, number](const Held& held) { arrive(number, held); });
  }
}

Duration ForeignTraffic::longest_window() const {
  return std::min_element(ends_.begin(), ends_.end(), [](const End& a, const End& b) { return a.delay < b.delay; })
      ->delay;
}

std::optional<int> ForeignTraffic::way_to(IpAddress destination) {
  const auto known = ways_.find(destination);
  if (known != ways_.end()) return known->second;
  return ways_[destination] = links_.way_to(destination);
}

void ForeignTraffic::arrive(std::size_t in, const Held& held) {
  const auto& from = ends_[in];
  const auto facts = facts_of(*held.packet);
  const auto lose = [&](DropReason reason) {
    ledger_.dropped(held.ticket, facts.ip_size, Ledger::From::under_way, name_, reason);
  };
  const auto way = way_to(facts.tuple.destination);
  if (!way) return lose(DropReason::no_route);
  const auto out = static_cast<std::size_t>(*way);
  const auto& to = ends_[out];
  if (from.subscriber.has_value() == to.subscriber.has_value()) return lose(DropReason::no_route);
  const auto packet = forwarded(*held.packet);
  if (packet == nullptr) return lose(DropReason::ttl);
  const auto direction = from.subscriber ? Direction::upstream : Direction::downstream;
  const auto& subscriber = from.subscriber ? *from.subscriber : *to.subscriber;
  data_plane_.inject({.at = now(),
                      .id = next_,
                      .group = subscriber.group,
                      .number = subscriber.number,
                      .direction = direction,
                      .dscp = facts.dscp,
                      .ip_size = facts.ip_size});
  inside_.emplace(next_++, Inside{{packet, held.ticket}, out});
}

/// In order of time, since several lines of the gateway may lead to one node.
void ForeignTraffic::settle() {
  auto outcomes = data_plane_.take_outcomes();
  std::sort(outcomes.begin(), outcomes.end(), [](const bng::ForeignOutcome& a, const bng::ForeignOutcome& b) {
    return std::pair{a.at, a.id} < std::pair{b.at, b.id};
  });
  for (const auto& outcome : outcomes) {
    const auto found = inside_.find(outcome.id);
    const auto packet = std::move(found->second);
    inside_.erase(found);
    if (outcome.dropped.empty()) {
      leave(packet, outcome.at);
    } else {
      ledger_.dropped(packet.held.ticket, Bytes{packet.held.packet->GetSize()}, Ledger::From::under_way,
                      outcome.dropped);
    }
  }
}

std::int64_t ForeignTraffic::book_waiting() {
  const auto waiting = data_plane_.waiting();
  for (const auto id : waiting) {
    const auto& held = inside_.at(id).held;
    ledger_.queued(held.ticket, Bytes{held.packet->GetSize()});
  }
  return static_cast<std::int64_t>(waiting.size());
}

void ForeignTraffic::leave(const Inside& packet, Instant when) {
  auto& end = ends_[packet.out];
  while (!end.line.empty() && end.line.front() <= when) end.line.pop_front();
  if (end.line.size() > static_cast<std::size_t>(plain_fifo_packets))
    return end.device->lose(packet.held, DropReason::queue_full);
  const Instant begin = end.line.empty() ? when : end.line.back();
  end.line.push_back(end.device->put_on_line(packet.held, begin));
}

}  // namespace qoslab
