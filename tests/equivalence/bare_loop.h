// A line without a simulator: arrivals go through a port in a plain loop.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/device/port.h"
#include "model/packet/layers.h"

namespace qoslab {

struct Passing {
  Packet packet;
  Instant at;
};

struct CountedDrops final : DropSink {
  void dropped(const Packet& /*packet*/, DropReason /*reason*/, Instant /*now*/) override { ++count; }
  std::int64_t count = 0;
};

/// When each packet's last bit arrives at the far end. Precondition: arrivals in order of time.
inline std::vector<Passing> through(const PortSpec& spec, std::uint64_t seed, Duration delay,
                                    const std::vector<Passing>& arrivals) {
  CountedDrops drops;
  QueueingPort port{spec, seed, drops};
  std::vector<Passing> departures;
  Instant line_free;
  auto next = arrivals.begin();
  for (;;) {
    const Instant last = next == arrivals.begin() ? Instant{} : std::prev(next)->at;
    const Instant send = port.ready(std::max(line_free, last));
    if (next != arrivals.end() && next->at <= send) {
      port.push(next->packet, next->at);
      ++next;
      continue;
    }
    if (send == Instant::never()) return departures;
    if (const auto packet = port.pop(send)) {
      line_free = send + time_to_send(size_at(Layer::line, packet->ip_size), spec.link_rate);
      departures.push_back({*packet, line_free + delay});
    } else {
      line_free = send;
    }
  }
}

}  // namespace qoslab
