#include "model/emulation/gateway_passage.h"

#include <algorithm>

namespace qoslab::emulation {
namespace {

constexpr std::array<const char*, 2> way_names = {"access-network.", "network-access."};

/// A frame of any group may come from outside, as from a host behind the gateway.
GatewaysSpec open_to_all(GatewaysSpec scenario) {
  for (const auto& group : scenario.groups)
    scenario.hosts.push_back({.node = "", .gateway = group.gateway, .group = group.name, .number = 0});
  return scenario;
}

constexpr Direction direction_of(std::uint8_t port) { return port == 0 ? Direction::upstream : Direction::downstream; }

/// Who a frame is, as the data plane's number of it.
constexpr std::int64_t id_of(std::uint32_t frame, std::uint16_t account, std::uint8_t port) {
  return std::int64_t{port} << 48 | std::int64_t{account} << 32 | frame;
}

}  // namespace

GatewayPassage::GatewayPassage(const GatewaysSpec& scenario, const GatewaySpec& gateway, std::uint64_t seed,
                               int threads)
    : index_{bng::parts_of(scenario, gateway).groups},
      gateway_{open_to_all(scenario), gateway, seed, threads},
      beside_{gateway.latency + gateway.network.delay, gateway.latency + gateway.access.delay} {
  const auto parts = bng::parts_of(scenario, gateway);
  loaded_ = std::any_of(parts.groups.begin(), parts.groups.end(),
                        [](const SubscriberGroupSpec& group) { return !group.traffic.empty(); });
  for (const auto profile : parts.profile_of) groups_.push_back({parts.profiles[profile], {}});
  open_accounts(parts.groups);
}

void GatewayPassage::open_accounts(const std::vector<SubscriberGroupSpec>& groups) {
  for (std::size_t way = 0; way < way_names.size(); ++way) {
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      groups_[g].first_account[way] = static_cast<std::uint16_t>(accounts_.size());
      for (const auto& c : groups_[g].profile.classes)
        accounts_.push_back(way_names[way] + groups[g].name + "/" + c.name);
    }
    nobody_[way] = static_cast<std::uint16_t>(accounts_.size());
    accounts_.push_back(std::string{way_names[way]} + "nobody");
  }
}

std::uint16_t GatewayPassage::arrive(const Arrival& arrival, const FrameFacts& facts) {
  const auto way = arrival.port;
  const auto subscriber = index_.find(facts, direction_of(way));
  const auto out = static_cast<std::uint8_t>(1 - way);
  if (!subscriber) {
    besides_[way].push_back({arrival.at + beside_[way], arrival.frame, out, nobody_[way], {}, {}});
    return nobody_[way];
  }
  const auto& group = groups_[subscriber->group];
  const auto account =
      static_cast<std::uint16_t>(group.first_account[way] + bng::class_of(group.profile, facts.packet.dscp));
  coming_.push_back({.at = std::max(arrival.at, ran_),
                     .id = id_of(arrival.frame, account, out),
                     .group = subscriber->group,
                     .number = subscriber->number,
                     .direction = direction_of(way),
                     .dscp = facts.packet.dscp,
                     .ip_size = facts.packet.ip_size});
  ++inside_;
  return account;
}

std::uint16_t GatewayPassage::number_of(const std::string& reason) {
  const auto known = std::find(reasons_.begin(), reasons_.end(), reason);
  const auto number = static_cast<std::uint16_t>(known - reasons_.begin());
  if (known == reasons_.end()) reasons_.push_back(reason);
  return number;
}

Instant GatewayPassage::run(Instant until, std::vector<Departure>& out) {
  const auto first = static_cast<std::ptrdiff_t>(out.size());
  for (auto& waiting : besides_)
    for (; !waiting.empty() && waiting.front().at < until; waiting.pop_front()) out.push_back(waiting.front());
  std::stable_sort(coming_.begin(), coming_.end(),
                   [](const bng::ForeignPacket& a, const bng::ForeignPacket& b) { return a.at < b.at; });
  for (const auto& packet : coming_) gateway_.inject(packet);
  coming_.clear();
  gateway_.run(until);
  ran_ = until;
  for (const auto& outcome : gateway_.take_outcomes()) {
    --inside_;
    Departure departure{outcome.at,
                        static_cast<std::uint32_t>(outcome.id),
                        static_cast<std::uint8_t>(outcome.id >> 48),
                        static_cast<std::uint16_t>(outcome.id >> 32),
                        {},
                        {}};
    if (!outcome.dropped.empty()) departure.reason = number_of(outcome.dropped);
    out.push_back(departure);
  }
  std::stable_sort(out.begin() + first, out.end(), [](const Departure& a, const Departure& b) { return a.at < b.at; });
  return until;
}

Instant GatewayPassage::next() const {
  constexpr Duration longest_rest =
      Duration::milliseconds(1);  // or what the tester sends would have to be caught up with
  if (inside_ > 0) return ran_;
  Instant soonest = loaded_ ? ran_ + longest_rest : Instant::never();
  for (const auto& waiting : besides_)
    if (!waiting.empty()) soonest = std::min(soonest, waiting.front().at);
  return soonest;
}

}  // namespace qoslab::emulation
