#include "model/qos/queue/queue.h"

#include <utility>

namespace qoslab {

Queue::Queue(QueueLimit limit, OverflowDrop overflow, std::unique_ptr<DropPolicy> policy, std::optional<CoDel> codel)
    : limit_{limit}, overflow_{overflow}, policy_{std::move(policy)}, codel_{std::move(codel)} {}

bool Queue::fits(Backlog before, Bytes size) const {
  return (!limit_.packets || before.packets < *limit_.packets) &&
         (!limit_.bytes || before.bytes + size <= *limit_.bytes);
}

void Queue::push(const Packet& packet, Instant now, DropSink& drops) {
  if (policy_) {
    if (const auto reason = policy_->arrive(packet, backlog(), now)) return drops.dropped(packet, *reason, now);
  }
  const bool makes_room = overflow_ == OverflowDrop::head && fits({}, packet.ip_size);
  while (!fits(backlog(), packet.ip_size)) {
    if (!makes_room) return drops.dropped(packet, DropReason::queue_full, now);
    drops.dropped(take_front(now), DropReason::queue_full, now);
  }
  packets_.push_back(packet);
  bytes_ += packet.ip_size;
  if (policy_) policy_->joined(packet);
}

std::optional<Packet> Queue::pop(Instant now, DropSink& drops) {
  while (!packets_.empty()) {
    const Packet packet = take_front(now);
    const bool drop = codel_ && codel_->drop(now - packet.arrived, bytes_, now);
    if (packets_.empty()) {
      if (policy_) policy_->emptied(now);
      if (codel_) codel_->emptied();
    }
    if (!drop) return packet;
    drops.dropped(packet, DropReason::sojourn, now);
  }
  return std::nullopt;
}

const Packet* Queue::front() const { return packets_.empty() ? nullptr : &packets_.front(); }

Backlog Queue::backlog() const { return {static_cast<std::int64_t>(packets_.size()), bytes_}; }

Packet Queue::take_front(Instant now) {
  const Packet packet = packets_.front();
  packets_.pop_front();
  bytes_ -= packet.ip_size;
  if (policy_) policy_->left(packet, now);
  return packet;
}

}  // namespace qoslab
