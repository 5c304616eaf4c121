// Gateways of every kind, by number.
#pragma once

#include <random>
#include <string>

#include "model/scenario/gateway_spec.h"

namespace qoslab::bng {

class RandomGateway {
 public:
  explicit RandomGateway(std::uint64_t number) : random_{number}, by_rate_{chance(4)} {
    GatewaySpec g;
    g.name = "bng";
    g.layer = one_of({Layer::frame, Layer::ethernet, Layer::ip, Layer::line});
    g.latency = chance(3) ? Duration{} : Duration::microseconds(below(80));
    if (!chance(4)) g.processor = processor();
    g.access = side();
    g.network = side();
    g.network.buffer = Bytes{2000 + below(chance(2) ? 20'000 : 400'000)};
    g.access.scheduler = scheduler(g.access.rate);
    spec.gateways = {g};
    spec.access_lists = {access_list()};
    for (auto n = 1 + below(2); n > 0; --n) spec.profiles.push_back(profile("p" + std::to_string(n)));
    for (auto n = 1 + below(2); n > 0; --n) spec.groups.push_back(group("g" + std::to_string(n)));
  }

  std::int64_t below(std::int64_t n) { return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(n)); }
  bool chance(std::int64_t in) { return below(in) == 0; }
  template <typename T>
  T one_of(std::initializer_list<T> choices) {
    return *(choices.begin() + below(static_cast<std::int64_t>(choices.size())));
  }

  GatewaysSpec spec;

 private:
  ShareBy share_by() { return by_rate_ && !chance(3) ? ShareBy::rate : ShareBy::weight; }
  ProcessorSpec processor() {
    ProcessorSpec p;
    p.cores = static_cast<int>(1 + below(5));
    p.cycles_per_packet = one_of<std::int64_t>({0, 300, 3000, 9000});
    p.cycles_per_vector = one_of<std::int64_t>({0, 500, 8000});
    p.cycles_per_entry = one_of<std::int64_t>({0, 3, 40});
    p.vector = one_of({1, 2, 8, 256});
    p.ring = one_of({1, 2, 5, 32, 4096});
    if (chance(2))
      p.stalls = StallSpec{Duration::microseconds(100 + below(2000)), Duration::microseconds(1 + below(600)), chance(2),
                           chance(2)};
    return p;
  }
  GatewaySideSpec side() {
    GatewaySideSpec s;
    s.links = static_cast<int>(1 + below(4));
    s.rate = Rate::mbps(one_of<std::int64_t>({100, 250, 997, 1000}));
    s.delay = chance(3) ? Duration{} : Duration::microseconds(below(300));
    return s;
  }
  Rate part_of(Rate rate, std::int64_t parts) { return Rate::bps(rate.bps() / (1 + below(parts))); }
  Bytes burst() { return Bytes{1600 + below(chance(2) ? 3000 : 60'000)}; }

  PortSchedulerSpec scheduler(Rate line) {
    PortSchedulerSpec s;
    if (chance(3)) s.rate = part_of(line, 3);
    s.burst = burst();
    s.children = share_by();
    for (auto& level : s.levels)
      if (chance(5)) level = LevelRate{part_of(line, 6), burst()};
    std::int64_t size = 200;
    for (auto n = below(3); n > 0; --n) {
      AggregateLevelSpec level;
      level.name = "level" + std::to_string(n);
      size = std::max<std::int64_t>(1, size / one_of<std::int64_t>({2, 4, 10}));
      level.subscribers = size;
      for (auto rates = below(3); rates > 0; --rates) level.rates.push_back(part_of(line, 10));
      for (auto weights = below(3); weights > 0; --weights) level.weights.push_back(1 + below(9));
      level.burst = burst();
      level.children = share_by();
      s.aggregates.push_back(level);
    }
    return s;
  }
  AccessListSpec access_list() {
    AccessListSpec list{"filter", {}};
    for (auto n = 1 + below(6); n > 0; --n) {
      AclEntrySpec e;
      e.permit = chance(2);
      e.times = 1 + below(30);
      auto& address = chance(2) ? e.match.source : e.match.destination;
      address = Prefix{IpAddress::v4(0x0a000000U + static_cast<std::uint32_t>(below(200))),
                       static_cast<int>(96 + 26 + below(7))};
      if (chance(2)) e.match.dscps = {Dscp{static_cast<std::uint8_t>(46 * below(2))}};
      list.entries.push_back(e);
    }
    if (!chance(5)) list.entries.emplace_back();
    return list;
  }
  SubscriberQueueSpec queue() {
    SubscriberQueueSpec q;
    if (chance(2)) q.pir = Rate::kbps(500 + below(20'000));
    if (chance(2)) q.cir = Rate::kbps(100 + below(5'000));
    q.mbs = burst();
    q.cbs = burst();
    q.level = static_cast<int>(by_rate_ ? 1 + below(8) : below(9));
    q.cir_level = static_cast<int>(1 + below(8));
    q.weight = one_of<std::int64_t>({by_rate_ ? 1 : 0, 1, 1, 3, 100});
    q.cir_weight = one_of<std::int64_t>({0, 1, 1, 5});
    q.limit.packets = 1 + below(chance(2) ? 8 : 64);
    if (chance(3)) q.limit.bytes = Bytes{1600 + below(20'000)};
    return q;
  }
  SubscriberPolicerSpec policer(const ProfileSpec& p) {
    SubscriberPolicerSpec s;
    using Kind = SubscriberPolicerSpec::Kind;
    s.kind = one_of({Kind::two_rate, Kind::single_rate, Kind::two_rate_excess});
    s.cir = Rate::kbps(300 + below(4'000));
    s.pir = s.cir + Rate::kbps(below(10'000));
    s.cbs = burst();
    s.mbs = s.cbs + burst();
    if (!p.arbiters.empty() && !chance(3))
      s.parent = p.arbiters[static_cast<std::size_t>(below(static_cast<std::int64_t>(p.arbiters.size())))].name;
    s.level = static_cast<int>(1 + below(8));
    s.weight = 1 + below(5);
    return s;
  }
  ProfileSpec profile(const std::string& name) {
    ProfileSpec p;
    p.name = name;
    if (chance(2)) p.access_list = "filter";
    if (chance(2)) {
      p.arbiters.push_back({"root", "", Rate::kbps(500 + below(6'000)), Bytes{3000 + below(40'000)}, 1, 1});
      if (chance(2))
        p.arbiters.push_back({"tier", "root", Rate::kbps(300 + below(3'000)), Bytes{3000 + below(20'000)}, 2, 1});
    }
    if (chance(2)) p.rate = Rate::kbps(1000 + below(30'000));
    p.burst = burst();
    p.weight = 1 + below(4);
    p.children = share_by();
    const auto classes = 1 + below(3);
    for (std::int64_t c = 0; c < classes; ++c) {
      ProfileClassSpec k;
      k.name = std::to_string(c);
      if (c > 0) k.dscps = {Dscp{static_cast<std::uint8_t>(c == 1 ? 46 : 34)}};
      k.queue = queue();
      if (!chance(3)) k.policer = policer(p);
      p.classes.push_back(k);
    }
    return p;
  }
  GroupTrafficSpec traffic(const SubscriberGroupSpec& group, const ProfileSpec& p, Direction direction) {
    GroupTrafficSpec t;
    t.direction = direction;
    const auto& side = direction == Direction::upstream ? spec.gateways[0].access : spec.gateways[0].network;
    t.rate = {Rate::bps(side.rate.bps() * side.links / 100 * (5 + below(80))), Layer::line};
    for (auto n = 1 + below(4); n > 0; --n) {
      const SizeMix::Entry entry{Bytes{one_of<std::int64_t>({90, 128, 373, 570, 1280, 1518})}, 1 + below(5)};
      t.sizes.ipv4.push_back(entry);
      t.sizes.ipv6.push_back(entry);
    }
    t.pacing = one_of({Pacing::constant, Pacing::poisson, Pacing::on_off, Pacing::bursts});
    t.burst = 1 + below(40);
    t.mean_on = Duration::microseconds(50 + below(3000));
    t.mean_off = Duration::microseconds(50 + below(3000));
    for (const auto& c : p.classes)
      t.classes.push_back({c.name, c.dscps.empty() ? Dscp{} : c.dscps[0], static_cast<double>(1 + below(9))});
    if (chance(4)) t.loaded = 1 + below(group.count);
    if (chance(5)) t.start = Instant::at(Duration::microseconds(below(2000)));
    return t;
  }
  SubscriberGroupSpec group(const std::string& name) {
    SubscriberGroupSpec g;
    g.name = name;
    g.gateway = "bng";
    const auto& p = spec.profiles[static_cast<std::size_t>(below(static_cast<std::int64_t>(spec.profiles.size())))];
    g.profile = p.name;
    g.count = 1 + below(chance(2) ? 10 : 200);
    if (chance(2)) g.framing = Framing::pppoe;
    if (chance(2)) g.outer = VlanRange{};
    if (chance(2)) g.inner = VlanRange{};
    g.ipv4 = Prefix{IpAddress::v4(0x0a000000), 96 + 8};
    if (chance(2)) g.ipv6 = Prefix{{0x20010db8'00000000ULL, 0}, 32};
    for (const auto direction : {Direction::upstream, Direction::downstream})
      for (auto n = below(3); n > 0; --n) g.traffic.push_back(traffic(g, p, direction));
    return g;
  }

  std::mt19937_64 random_;
  bool by_rate_;  ///< then there are no orphans: their share has no rate
};

}  // namespace qoslab::bng
