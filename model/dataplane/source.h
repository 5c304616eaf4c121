// Everything that a tester sends into one link in one direction.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "model/dataplane/emitter.h"
#include "model/dataplane/record.h"
#include "model/dataplane/source_spec.h"
#include "model/results/count.h"

namespace qoslab::dataplane {

/// Merges its emitters by the time at which their packets are due (of the same picosecond: the first emitter of the
/// specification first) and puts them on the line one after the other; they wait for it without limit. An emitter's
/// draws depend on the seed and on its purpose alone.
class Source {
 public:
  Source(const SourceSpec& spec, std::uint64_t seed);

  /// Calls take(record) for all packets whose last bit arrives at the far end of the link before `until` (ps), each
  /// later than the one before. Called with rising `until`; what is sent does not depend on the steps.
  template <typename Take>
  void run(std::int64_t until, Take&& take);

  /// What has been sent so far of a stream, in frames of the access side.
  [[nodiscard]] Count sent(std::uint8_t stream) const;
  /// How long the line has been sending.
  [[nodiscard]] Duration busy() const;

 private:
  /// An emitter's next packets, and how many it has sent of each kind.
  struct Lane {
    std::unique_ptr<Emitter> emitter;
    std::vector<PacketKind> kinds;
    std::vector<std::int64_t> sent;
    std::size_t next = 0;
    std::array<Upcoming, 128> block{};
  };
  /// The lane whose next packet is due first; of several, the first one.
  [[nodiscard]] std::size_t earliest() const {
    std::size_t first = 0;
    for (std::size_t i = 1; i < due_.size(); ++i) first = due_[i] < due_[first] ? i : first;
    return first;
  }

  std::int64_t delay_;
  std::uint32_t cores_;
  std::int64_t free_ = 0;  ///< when the line is
  std::vector<Lane> lanes_;
  std::vector<std::int64_t> due_;  ///< of each lane's next packet
};

template <typename Take>
void Source::run(std::int64_t until, Take&& take) {
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
    ++lane.sent[packet.kind];
    if (++lane.next == lane.block.size()) {
      lane.emitter->next(lane.block);
      lane.next = 0;
    }
    due_[first] = lane.block[lane.next].due;
    take(Record{last_bit + delay_, last_bit, leaf, kind.frame, kind.stream, core_of(leaf, kind.ipv6, cores_)});
  }
  free_ = free;
}

}  // namespace qoslab::dataplane
