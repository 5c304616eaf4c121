// Hosts on both sides of a small gateway.
#pragma once

#include "tests/model/bng/gateways.h"
#include "tests/model/ns3/small_network.h"

namespace qoslab {

/// phone -(home: 100 Mbit/s, 30 us)- bng -(core: 100 Mbit/s, 50 us)- r -(inside: 1 Gbit/s, 2 ms)- server; the phone is
/// that of subscriber 5 of 40. The gateway's own links: 2 + 2 of 1 Gbit/s; nobody else sends.
inline Scenario home_network() {
  Scenario s;
  s.name = "home";
  for (const auto* name : {"phone", "r", "server"}) {
    NodeSpec node;
    node.name = name;
    node.router = node.name == "r";
    s.nodes.push_back(node);
  }
  s.links = {{"home", "phone", "bng", Rate::mbps(100), Duration::microseconds(30)},
             {"core", "bng", "r", Rate::mbps(100), Duration::microseconds(50)},
             {"inside", "r", "server", Rate::gbps(1), Duration::milliseconds(2)}};
  s.gateways = bng::imix_gateway(40, 0.5, 1000);
  auto& gateway = s.gateways.gateways[0];
  gateway.access.links = gateway.network.links = 2;
  gateway.access.delay = Duration::microseconds(5);
  gateway.network.delay = Duration::microseconds(7);
  gateway.processor.reset();
  s.gateways.groups[0].traffic.clear();
  s.gateways.hosts = {{"phone", "bng", "homes", 5}, {"r", "bng", "", 0}};
  s.runs.duration = Duration::milliseconds(200);
  return s;
}

/// Everybody else loads the gateway's lines to this share, both ways.
inline void add_background(Scenario& s, double load) {
  const auto rate = Rate::bps(static_cast<std::int64_t>(2e9 * load));
  s.gateways.groups[0].traffic = {bng::traffic(Direction::upstream, rate), bng::traffic(Direction::downstream, rate)};
}

inline FlowSpecification flow_between(const std::string& from, const std::string& to, const std::string& name,
                                      const Traffic& traffic, Dscp mark = {}) {
  auto f = flow(name, traffic);
  f.from = from;
  f.to = to;
  f.dscp = mark;
  return f;
}

}  // namespace qoslab
