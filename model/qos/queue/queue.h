// One class's waiting room.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "model/qos/queue/codel.h"
#include "model/qos/queue/drop_policy.h"
#include "model/qos/queue/ring.h"

namespace qoslab {

/// Told of every packet that ends here. One per port; it keeps the books.
class DropSink {
 public:
  virtual ~DropSink() = default;
  virtual void dropped(const Packet& packet, DropReason reason, Instant now) = 0;
};

/// At most so much may wait. What is absent does not limit. Bytes are counted at the IP layer.
struct QueueLimit {
  std::optional<std::int64_t> packets;
  std::optional<Bytes> bytes;
};

/// What goes when the queue is full: the arriving packet, or as many at the front as make room for it (what ALTQ calls
/// drop-head); a packet that would not fit into an empty queue goes itself.
enum class OverflowDrop : std::uint8_t { tail, head };

/// First in, first out, with a limit, an optional drop policy at arrival (RED, WRED, RIO) and optional CoDel at
/// departure (`Packet::arrived` must say when the packet was pushed).
class Queue {
 public:
  Queue(QueueLimit limit, OverflowDrop overflow, std::unique_ptr<DropPolicy> policy, std::optional<CoDel> codel);

  /// Takes the packet, or reports it (with head drop: another) to `drops`.
  void push(const Packet& packet, Instant now, DropSink& drops);
  /// The front packet; with CoDel it may report drops and may find nothing although front() was not null.
  std::optional<Packet> pop(Instant now, DropSink& drops);
  [[nodiscard]] const Packet* front() const;
  [[nodiscard]] Backlog backlog() const;

 private:
  [[nodiscard]] bool fits(Backlog before, Bytes size) const;
  Packet take_front(Instant now);

  QueueLimit limit_;
  OverflowDrop overflow_;
  std::unique_ptr<DropPolicy> policy_;
  std::optional<CoDel> codel_;
  Ring<Packet> packets_;
  Bytes bytes_;
};

}  // namespace qoslab
