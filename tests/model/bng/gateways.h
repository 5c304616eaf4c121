// Gateways for tests, in code.
#pragma once

#include <string>

#include "model/scenario/gateway_spec.h"

namespace qoslab::bng {

inline SizeMix imix() {
  SizeMix mix;
  for (const auto& [frame, weight] : {std::pair{66, 18}, std::pair{128, 3}, std::pair{373, 1}, std::pair{570, 4},
                                      std::pair{1280, 5}, std::pair{1492, 7}}) {
    mix.ipv4.push_back({Bytes{frame}, weight});
    mix.ipv6.push_back({Bytes{frame == 66 ? 86 : frame}, weight});
  }
  return mix;
}

/// Three classes, policers under two tiers, queues on two levels of the port scheduler.
inline ProfileSpec three_classes() {
  ProfileSpec p;
  p.name = "three";
  p.arbiters = {{.name = "root", .parent = "", .rate = Rate::mbps(40)},
                {.name = "tier", .parent = "root", .rate = Rate::mbps(30)}};
  int level = 1;
  for (const std::string name : {"be", "af", "ef"}) {
    ProfileClassSpec c;
    c.name = name;
    if (name == "af") c.dscps = {Dscp{34}};
    if (name == "ef") c.dscps = {Dscp{46}};
    c.queue.name = name;
    c.queue.pir = Rate::mbps(20);
    c.queue.mbs = Bytes{60'000};
    c.queue.cir = Rate::mbps(name == "be" ? 0 : 2);
    c.queue.level = level;
    c.queue.cir_level = level;
    SubscriberPolicerSpec policer;
    policer.name = name;
    policer.cir = Rate::mbps(4);
    policer.pir = Rate::mbps(20);
    policer.mbs = Bytes{60'000};
    policer.parent = name == "ef" ? "root" : "tier";
    policer.level = level;
    c.policer = policer;
    p.classes.push_back(c);
    level = name == "be" ? 4 : 8;
  }
  return p;
}

inline GroupTrafficSpec traffic(Direction direction, Rate rate) {
  GroupTrafficSpec t;
  t.direction = direction;
  t.rate = {rate, Layer::line};
  t.sizes = imix();
  t.classes = {{"be", Dscp{}, 0.7}, {"af", Dscp{34}, 0.2}, {"ef", Dscp{46}, 0.1}};
  return t;
}

/// `subscribers` dual-stack ones behind 4 + 4 links, at `load` (1: the links are full).
inline GatewaysSpec imix_gateway(std::int64_t subscribers, double load, std::int64_t link_mbps) {
  GatewaySpec g;
  g.name = "bng";
  g.latency = Duration::microseconds(20);
  ProcessorSpec cpu;
  cpu.cores = 6;
  cpu.cycles_per_packet = 300;
  cpu.cycles_per_vector = 500;
  cpu.cycles_per_entry = 1;
  g.processor = cpu;
  g.access.links = g.network.links = 4;
  g.access.rate = g.network.rate = Rate::mbps(link_mbps);
  GatewaysSpec all;
  all.gateways = {g};
  AclEntrySpec denied;
  denied.match.dscps = {Dscp{63}};
  denied.permit = false;
  denied.times = 99;
  all.access_lists = {{"filter", {denied, AclEntrySpec{}}}};
  all.profiles = {three_classes()};
  all.profiles[0].access_list = "filter";
  SubscriberGroupSpec group;
  group.name = "homes";
  group.gateway = "bng";
  group.profile = "three";
  group.count = subscribers;
  group.outer = VlanRange{};
  group.ipv4 = Prefix{IpAddress::v4(0x0a000000), 96 + 8};
  group.ipv6 = Prefix{{0x20010db8'00000000ULL, 0}, 32};
  const auto rate = Rate::bps(static_cast<std::int64_t>(static_cast<double>(link_mbps) * 4e6 * load));
  group.traffic = {traffic(Direction::upstream, rate), traffic(Direction::downstream, rate)};
  all.groups = {group};
  return all;
}

}  // namespace qoslab::bng
