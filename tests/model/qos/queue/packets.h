// Packets and books for tests of queues.
#pragma once

#include <cstdint>
#include <vector>

#include "model/qos/queue/queue.h"

namespace qoslab::test {

inline Packet packet(std::uint64_t id, Bytes size, Instant arrived = {}, Color color = Color::green) {
  Packet p;
  p.id = id;
  p.ip_size = size;
  p.arrived = arrived;
  p.color = color;
  return p;
}

struct Drop {
  std::uint64_t id = 0;
  DropReason reason = DropReason::queue_full;
  Instant when;
  auto operator<=>(const Drop&) const = default;
};

struct Book final : DropSink {
  void dropped(const Packet& p, DropReason reason, Instant now) override { drops.push_back({p.id, reason, now}); }
  std::vector<Drop> drops;
};

}  // namespace qoslab::test
