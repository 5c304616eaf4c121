#include "model/dataplane/source.h"

#include <algorithm>

namespace qoslab::dataplane {

Source::Source(const SourceSpec& spec, std::uint64_t seed) : delay_{spec.delay.ps()}, cores_{spec.cores} {
  for (const auto& e : spec.emitters) {
    auto made = emitter(e, spec.line, seed);
    if (!made) continue;
    auto& lane = lanes_.emplace_back();
    lane.emitter = std::move(made);
    lane.kinds = lane.emitter->kinds();
    lane.sent.resize(lane.kinds.size());
    lane.emitter->next(lane.block);
    due_.push_back(lane.block[0].due);
  }
}

void Source::run(std::int64_t until, Batch& out) {
  if (lanes_.empty()) return;
  std::int64_t free = free_;
  for (;;) {
    const std::size_t first = earliest();
    auto& lane = lanes_[first];
    const Upcoming packet = lane.block[lane.next];
    const PacketKind& kind = lane.kinds[packet.kind];
    const std::int64_t last_bit = std::max(packet.due, free) + kind.line_ps;
    if (packet.due == Emitter::never || last_bit + delay_ >= until) break;
    free = last_bit;
    const std::uint32_t leaf = packet.first_leaf + kind.offset;
    out.push_back({last_bit + delay_, last_bit, leaf, kind.frame, kind.stream, core_of(leaf, kind.ipv6, cores_)});
    ++lane.sent[packet.kind];
    if (++lane.next == lane.block.size()) {
      lane.emitter->next(lane.block);
      lane.next = 0;
    }
    due_[first] = lane.block[lane.next].due;
  }
  free_ = free;
}

/// The lane whose next packet is due first; of several, the first one.
std::size_t Source::earliest() const {
  std::size_t first = 0;
  for (std::size_t i = 1; i < due_.size(); ++i) first = due_[i] < due_[first] ? i : first;
  return first;
}

Count Source::sent(std::uint8_t stream) const {
  Count total;
  for (const auto& lane : lanes_)
    for (std::size_t i = 0; i < lane.sent.size(); ++i)
      if (const auto& kind = lane.kinds[i]; kind.stream == stream)
        total += Count{lane.sent[i], Bytes{kind.frame} * lane.sent[i]};
  return total;
}

Duration Source::busy() const {
  Duration total;
  for (const auto& lane : lanes_)
    for (std::size_t i = 0; i < lane.sent.size(); ++i)
      total += Duration::picoseconds(lane.kinds[i].line_ps) * lane.sent[i];
  return total;
}

}  // namespace qoslab::dataplane
