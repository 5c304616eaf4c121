// What a small gateway measured: `bng` with the groups premium (four subscribers, classes ef and be, one sampled) and
// basic (three subscribers, class be, nothing upstream).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/results/results.h"
#include "model/scenario/scenario.h"

namespace qoslab::samples {

using namespace literals;

/// 1000-byte packets with 24 bytes of line overhead, of which so many were offered and so many arrived in one second;
/// `lost` were dropped by a full queue, the rest is under way. The n-th took n microseconds.
inline StreamResults stream(std::string group, Direction direction, std::string class_name, std::int64_t offered,
                            std::int64_t arrived, std::int64_t lost = 0) {
  StreamResults s;
  s.gateway = "bng";
  s.group = std::move(group);
  s.direction = direction;
  s.class_name = std::move(class_name);
  s.offered = s.sent = {offered, Bytes{1000 * offered}};
  s.arrived = s.delivered = {arrived, Bytes{1000 * arrived}};
  s.offered_line = Bytes{1024 * offered};
  s.arrived_line = Bytes{1024 * arrived};
  if (lost > 0) s.drops["bng.access.0: queue_full"] = s.lost["bng.access.0: queue_full"] = {lost, Bytes{1000 * lost}};
  s.in_flight = {offered - arrived - lost, Bytes{1000 * (offered - arrived - lost)}};
  for (std::int64_t i = 1; i <= arrived; ++i) s.delays.add(i * 1_us);
  if (direction == Direction::downstream) {
    s.waited = {arrived - arrived / 4 - arrived / 10, arrived / 4, arrived / 10, 0};
  } else {
    s.marked[0] = arrived;
    s.marked[2] = lost;
  }
  return s;
}

/// Of 1000-byte packets.
inline SubscriberTotals totals(std::string group, Direction direction, const std::vector<std::int64_t>& offered,
                               const std::vector<std::int64_t>& arrived) {
  SubscriberTotals t{"bng", std::move(group), direction, {}, {}, offered, arrived, {}};
  for (std::size_t i = 0; i < offered.size(); ++i) t.lost_packets.push_back(offered[i] - arrived[i]);
  for (const auto packets : offered) t.offered_bytes.push_back(1000 * packets);
  for (const auto packets : arrived) t.arrived_bytes.push_back(1000 * packets);
  return t;
}

inline PlaceResults place(std::string name, std::int64_t packets, double busy, std::int64_t most_waiting = 0) {
  return {std::move(name), {packets, Bytes{1000 * packets}}, busy, {most_waiting, Bytes{1000 * most_waiting}}, {}};
}

inline GatewayResults gateway() {
  constexpr auto up = Direction::upstream;
  constexpr auto down = Direction::downstream;
  GatewayResults g;
  g.streams = {stream("premium", down, "ef", 400, 400),    stream("premium", down, "be", 1200, 900, 200),
               stream("premium", up, "ef", 80, 80),        stream("premium", up, "be", 40, 30, 10),
               stream("basic", down, "be", 600, 500, 100), stream("basic", up, "be", 0, 0),
               stream("premium", down, "ef", 100, 90, 10)};
  g.streams.back().subscriber = 2;
  g.subscribers = {totals("premium", down, {400, 400, 400, 400}, {400, 300, 200, 400}),
                   totals("premium", up, {60, 60, 0, 0}, {60, 50, 0, 0}),
                   totals("basic", down, {300, 0, 300}, {200, 0, 300}), totals("basic", up, {0, 0, 0}, {0, 0, 0})};
  g.places = {place("bng.core.0", 1000, 0.5, 40),     place("bng.core.1", 1320, 0.75, 60),
              place("bng.access.0", 1800, 0.9),       place("bng.access.0/level1", 1400, 0.7),
              place("bng.access.0/level8", 400, 0.2), place("bng.access.0/olt.0", 1000, 1.0),
              place("bng.access.0/olt.1", 800, 0.4),  place("bng.network.0", 110, 0.05)};
  return g;
}

/// Of one second.
inline Results gateway_replication() {
  Results r;
  r.until = Instant::at(1_s);
  r.gateway = gateway();
  r.packets = 2420;
  return r;
}

/// What the results above are of, as far as reports look at it.
inline Scenario gateway_scenario() {
  Scenario s;
  s.name = "throughput";
  s.question = "What does each subscriber get?";
  s.runs.duration = 1_s;
  GatewaySpec bng;
  bng.name = "bng";
  s.gateways.gateways = {bng};
  for (const auto* name : {"premium", "basic"}) {
    ProfileSpec profile;
    profile.name = name;
    for (const auto* class_name : {"ef", "be"}) {
      ProfileClassSpec c;
      c.name = class_name;
      c.policer.emplace();
      profile.classes.push_back(c);
    }
    s.gateways.profiles.push_back(profile);
    SubscriberGroupSpec group;
    group.name = group.profile = name;
    group.gateway = "bng";
    group.count = group.name == "premium" ? 4 : 3;
    for (const auto direction : {Direction::downstream, Direction::upstream}) {
      GroupTrafficSpec traffic;
      traffic.direction = direction;
      if (group.name == "premium") traffic.classes.push_back({"ef", Dscp{46}, 0.25});
      traffic.classes.push_back({"be", Dscp{0}, 0.75});
      group.traffic.push_back(std::move(traffic));
    }
    s.gateways.groups.push_back(group);
  }
  return s;
}

}  // namespace qoslab::samples
