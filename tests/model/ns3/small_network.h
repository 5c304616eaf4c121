// A network small enough to know every answer: source - router - destination.
#pragma once

#include <stdexcept>
#include <string>

#include "model/results/results.h"
#include "model/scenario/scenario.h"

namespace qoslab {

/// host a -(first: 10 Mbit/s, 1 ms)- router r -(second: 1 Mbit/s, 2 ms)- host b; nothing configured, no flows.
inline Scenario small_network() {
  Scenario s;
  s.name = "small";
  for (const auto* name : {"a", "r", "b"}) {
    NodeSpec node;
    node.name = name;
    node.router = node.name == "r";
    s.nodes.push_back(node);
  }
  s.links = {{"first", "a", "r", Rate::mbps(10), Duration::milliseconds(1)},
             {"second", "r", "b", Rate::mbps(1), Duration::milliseconds(2)}};
  s.runs.duration = Duration::seconds(10);
  return s;
}

inline FlowSpecification flow(const std::string& name, const Traffic& traffic) {
  FlowSpecification f;
  f.name = f.label = name;
  f.from = "a";
  f.to = "b";
  f.traffic = traffic;
  return f;
}

/// A UDP stream of 982 B IP packets: 1020 B on the line, 8.16 ms at 1 Mbit/s.
inline FlowSpecification stream(const std::string& name, Rate line_rate) {
  return flow(name, ConstantTraffic{{line_rate, Layer::line}, Bytes{982}});
}

/// The router's narrow port as a class tree.
inline PortSpec narrow_port(SchedulerKind scheduler, std::vector<ClassSpec> classes) {
  PortSpec port;
  port.node = "r";
  port.link = "second";
  port.layer = Layer::line;
  port.scheduler = scheduler;
  port.classes = std::move(classes);
  return port;
}

inline ClassSpec leaf(const std::string& name, const ClassShare& share, std::int64_t packets = 50) {
  ClassSpec c;
  c.name = name;
  c.share = share;
  c.queue.limit = {.packets = packets, .bytes = std::nullopt};
  return c;
}

inline const FlowResults& flow_of(const Results& results, const std::string& name) {
  for (const auto& f : results.flows)
    if (f.name == name) return f;
  throw std::out_of_range{name};
}

}  // namespace qoslab
