#include "model/emulation/network_passage.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "model/diffserv/phb.h"
#include "model/scenario/plain_fifo.h"
#include "model/units/send_time.h"

namespace qoslab::emulation {
namespace {

constexpr std::size_t reasons = drop_reason_names.size();

PortSpec port_of(const Scenario& scenario, const std::string& node, const LinkSpec& link) {
  const auto configured = std::find_if(scenario.ports.begin(), scenario.ports.end(),
                                       [&](const PortSpec& p) { return p.node == node && p.link == link.name; });
  PortSpec port = configured == scenario.ports.end() ? plain_fifo(node, link.name, link.rate) : *configured;
  port.link_rate = link.rate;
  return port;
}

std::string other_end(const LinkSpec& link, const std::string& node) { return link.a == node ? link.b : link.a; }

}  // namespace

/// A port, its line, and what the node at the line's end does to what arrives.
class NetworkPassage::Hop final : DropSink {
 public:
  struct Ends {
    const PortSpec& port;
    const LinkSpec& link;
    std::vector<ConditionerRule> ingress;  ///< at the other end
    Duration latency;                      ///< of the node there
    std::uint16_t first_reason = 0;
    std::uint16_t first_reason_there = 0;
  };
  Hop(const Ends& ends, std::uint64_t seed, std::vector<Inside>& inside)
      : inside_{inside},
        port_{ends.port, seed, *this},
        counts_tags_{ends.port.layer != Layer::ip},
        line_{ends.link.rate},
        delay_{ends.link.delay},
        latency_{ends.latency},
        first_reason_{ends.first_reason},
        first_reason_there_{ends.first_reason_there} {
    if (!ends.ingress.empty()) ingress_.emplace(ends.ingress);
  }

  void push(std::uint32_t frame, Instant now, std::vector<Departure>& out) {
    const Inside& inside = inside_[frame];
    Packet packet = inside.packet;
    packet.id = frame;
    packet.color = color_of(packet.dscp);
    if (counts_tags_) packet.ip_size += inside.tags;
    lost_ = &out;
    port_.push(packet, now);
    renew(now);
  }
  /// When the next packet begins to leave, or reaches the end of its way here.
  [[nodiscard]] Instant next() const {
    const Instant end = on_line_.empty() ? Instant::never() : on_line_.front().arrives;
    return std::min(begins_, end);
  }
  /// What happens at `now`, which is next(). What reaches the end is given to `reached`.
  template <typename Reached>
  void step(Instant now, std::vector<Departure>& out, Reached&& reached) {
    lost_ = &out;
    if (!on_line_.empty() && on_line_.front().arrives == now) {
      const auto frame = on_line_.front().frame;
      on_line_.pop_front();
      if (conditioned(frame, now, out)) reached(frame);
      return;
    }
    if (const auto packet = port_.pop(now)) transmit(*packet, now);
    renew(now);
  }

 private:
  struct OnLine {
    Instant arrives;
    std::uint32_t frame = 0;
  };
  void transmit(const Packet& packet, Instant now) {
    const auto frame = static_cast<std::uint32_t>(packet.id);
    const Inside& inside = inside_[frame];
    const Bytes size = size_at(Layer::line, inside.packet.ip_size + inside.tags);
    line_free_ = now + Duration::picoseconds(line_(size.count()));
    on_line_.push_back({line_free_ + delay_ + latency_, frame});
  }
  void renew(Instant now) {
    const Instant ready = port_.ready(std::max(now, line_free_));
    begins_ = ready == Instant::never() ? ready : std::max(ready, line_free_);
  }
  bool conditioned(std::uint32_t frame, Instant now, std::vector<Departure>& out) {
    if (!ingress_) return true;
    auto& packet = inside_[frame].packet;
    const auto passed = ingress_->pass(packet, now - latency_);
    if (passed)
      packet.dscp = passed->dscp;
    else
      lose(frame, now, first_reason_there_, DropReason::conditioner, out);
    return passed.has_value();
  }
  void lose(std::uint32_t frame, Instant now, std::uint16_t first, DropReason reason,
            std::vector<Departure>& out) const {
    Departure lost{now, frame, 0, inside_[frame].account, std::nullopt, {}};
    lost.reason = static_cast<std::uint16_t>(first + static_cast<std::uint16_t>(reason));
    out.push_back(lost);
  }
  void dropped(const Packet& packet, DropReason reason, Instant now) override {
    lose(static_cast<std::uint32_t>(packet.id), now, first_reason_, reason, *lost_);
  }

  std::vector<Inside>& inside_;
  QueueingPort port_;
  bool counts_tags_;
  SendTime line_;
  Duration delay_;
  Duration latency_;
  std::uint16_t first_reason_;
  std::uint16_t first_reason_there_;
  std::optional<Conditioner> ingress_;
  Ring<OnLine> on_line_;
  Instant line_free_;
  Instant begins_ = Instant::never();
  std::vector<Departure>* lost_ = nullptr;
};

NetworkPassage::NetworkPassage(const Scenario& scenario, const std::array<std::string, 2>& nodes, std::uint64_t seed) {
  const Topology topology{scenario};
  const auto place_of = [this](const std::string& place) {
    places_.push_back(place);
    return static_cast<std::uint16_t>((places_.size() - 1) * reasons);
  };
  for (std::size_t side = 0; side < nodes.size(); ++side) {
    auto& way = ways_[side];
    way.name = nodes[side] + "-" + nodes[1 - side];
    way.out = static_cast<std::uint8_t>(1 - side);
    std::string node = nodes[side];
    for (const auto number : topology.path(node, nodes[1 - side])) {
      const auto& link = scenario.links[number];
      const std::string there = other_end(link, node);
      const PortSpec port = port_of(scenario, node, link);
      const auto spec = std::find_if(scenario.nodes.begin(), scenario.nodes.end(),
                                     [&](const NodeSpec& n) { return n.name == there; });
      way.hops.push_back(
          std::make_unique<Hop>(Hop::Ends{port, link, port_of(scenario, there, link).ingress,
                                          spec == scenario.nodes.end() ? Duration{} : spec->latency,
                                          place_of(node + "." + link.name), place_of(there + "." + link.name)},
                                seed, inside_));
      node = there;
    }
    if (way.hops.empty()) throw std::invalid_argument{"no way from " + nodes[side] + " to " + nodes[1 - side]};
  }
}

NetworkPassage::~NetworkPassage() = default;

std::uint16_t NetworkPassage::account_of(Way& way, const FrameFacts& facts) {
  auto& account = way.account[facts.ip ? facts.packet.dscp.value : way.account.size() - 1];
  if (!account) {
    account = static_cast<std::uint16_t>(accounts_.size());
    accounts_.push_back(way.name + (facts.ip ? ".dscp" + std::to_string(facts.packet.dscp.value) : ".not_ip"));
  }
  return *account;
}

std::uint16_t NetworkPassage::arrive(const Arrival& arrival, const FrameFacts& facts) {
  auto& way = ways_[arrival.port];
  const auto account = account_of(way, facts);
  if (arrival.frame >= inside_.size()) inside_.resize(arrival.frame + 1);
  inside_[arrival.frame] = {facts.packet, facts.tags, facts.packet.dscp, account};
  way.pending.push_back({arrival.at, arrival.frame});
  return account;
}

NetworkPassage::Hop* NetworkPassage::first(const Way& way) {
  Hop* soonest = nullptr;
  Instant when = Instant::never();
  for (const auto& hop : way.hops) {
    const Instant next = hop->next();
    if (next >= when) continue;
    when = next;
    soonest = hop.get();
  }
  return soonest;
}

Instant NetworkPassage::run(Instant until, std::vector<Departure>& out) {
  for (auto& way : ways_) run(way, until, out);
  return until;
}

/// At one instant what comes in from outside is first.
void NetworkPassage::run(Way& way, Instant until, std::vector<Departure>& out) {
  for (;;) {
    Hop* const hop = first(way);
    const Instant happens = hop == nullptr ? Instant::never() : hop->next();
    const Instant comes = way.pending.empty() ? Instant::never() : way.pending.front().at;
    if (std::min(happens, comes) >= until) return;
    if (comes <= happens) {
      const auto frame = way.pending.front().frame;
      way.pending.pop_front();
      way.hops.front()->push(frame, comes, out);
      continue;
    }
    hop->step(happens, out, [&](std::uint32_t frame) {
      const auto behind =
          std::find_if(way.hops.begin(), way.hops.end(), [&](const auto& h) { return h.get() == hop; }) + 1;
      if (behind != way.hops.end()) return (*behind)->push(frame, happens, out);
      const Inside& inside = inside_[frame];
      Departure leaves{happens, frame, way.out, inside.account, {}, {}};
      if (inside.packet.dscp != inside.came_with) leaves.dscp = inside.packet.dscp;
      out.push_back(leaves);
    });
  }
}

Instant NetworkPassage::next() const {
  Instant soonest = Instant::never();
  for (const auto& way : ways_) {
    if (const Hop* hop = first(way)) soonest = std::min(soonest, hop->next());
    if (!way.pending.empty()) soonest = std::min(soonest, way.pending.front().at);
  }
  return soonest;
}

std::string NetworkPassage::reason(std::uint16_t number) const {
  return places_[number / reasons] + ": " + drop_reason_names.at(number % reasons);
}

}  // namespace qoslab::emulation
