// The scenarios that benchmarks emulate.
#pragma once

#include "model/scenario/scenario.h"

namespace qoslab::bench {

/// "home" and "server", with a line between them. Rates count at the line.
inline Scenario line_of(Rate rate, Duration delay) {
  Scenario scenario;
  scenario.nodes = {{"home", false, false, {}, {}}, {"server", false, false, {}, {}}};
  scenario.links = {{"link", "home", "server", rate, delay}};
  for (const char* node : {"home", "server"}) {
    auto& port = scenario.ports.emplace_back();
    port.node = node;
    port.link = "link";
    port.classes.emplace_back().queue.limit = {.packets = 10'000, .bytes = std::nullopt};
  }
  return scenario;
}

/// From home, code point 10 has 30 % of the line, and the others have 70 %.
inline Scenario shared_line_of(Rate rate) {
  auto scenario = line_of(rate, {});
  auto& port = scenario.ports.front();
  port.scheduler = SchedulerKind::wf2q_plus;
  port.classes.resize(2, port.classes.front());
  port.classes[0].name = "thirty";
  port.classes[0].share = Wf2qShare{Rate::mbps(30)};
  port.classes[1].name = "seventy";
  port.classes[1].share = Wf2qShare{Rate::mbps(70)};
  port.classify.resize(2);
  port.classify[0].match.dscps = {Dscp{10}};
  port.classify[0].class_name = "thirty";
  port.classify[1].class_name = "seventy";
  for (auto& one : port.classes) one.queue.limit = {.packets = 200, .bytes = std::nullopt};
  return scenario;
}

}  // namespace qoslab::bench
