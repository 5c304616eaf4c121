// What a dropper is: it decides whether an arriving packet may join a queue.
#pragma once

#include <optional>

#include "model/packet/packet.h"
#include "model/units/rate.h"

namespace qoslab {

struct Backlog {
  std::int64_t packets = 0;
  Bytes bytes;
  auto operator<=>(const Backlog&) const = default;
};

/// Decides at arrival, before the queue's own limit is applied. Pure: random numbers come from the generator
/// that its constructor was given.
class DropPolicy {
 public:
  virtual ~DropPolicy() = default;
  /// `before` is the queue as the packet finds it. A reason means: drop it.
  virtual std::optional<DropReason> arrive(const Packet& packet, Backlog before, Instant now) = 0;
  /// The packet is in the queue: its limit let it in too.
  virtual void joined(const Packet& /*packet*/) {}
  /// A packet that had joined is gone, sent or dropped.
  virtual void left(const Packet& /*packet*/, Instant /*now*/) {}
  /// The queue has run empty at `now` (RED ages its average over idle time).
  virtual void emptied(Instant /*now*/) {}
};

}  // namespace qoslab
