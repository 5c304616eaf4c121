// Everything that a tester sends into one link in one direction.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "model/dataplane/emitter.h"
#include "model/dataplane/record.h"
#include "model/dataplane/source_spec.h"
#include "model/dataplane/stage.h"
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
  /// An emitter's next packets.
  class Lane {
   public:
    explicit Lane(std::unique_ptr<Emitter> emitter) : emitter_{std::move(emitter)} { refill(); }
    [[nodiscard]] const Upcoming* next() const { return next_; }
    /// Of the packets that are known, which stay where they are.
    [[nodiscard]] const Upcoming* end() const { return block_.data() + block_.size(); }
    /// All before `packet` have been sent. If those are all that are known, it makes new ones in their place.
    void go_on_with(const Upcoming* packet) {
      next_ = packet;
      if (packet == end()) refill();
    }
    [[nodiscard]] Count sent(std::uint8_t stream) const;
    [[nodiscard]] Duration line_time() const;

   private:
    void refill() {
      emitter_->next(block_);
      next_ = block_.data();
    }
    [[nodiscard]] std::span<const Upcoming> waiting() const { return {next_, end()}; }

    std::unique_ptr<Emitter> emitter_;
    std::vector<Upcoming> block_ = std::vector<Upcoming>(128);
    const Upcoming* next_ = nullptr;
  };
  /// A lane, and when it is another's turn.
  struct Turn {
    Lane* lane;
    std::int64_t until;
  };
  [[nodiscard]] Turn turn();
  template <typename Take>
  bool run(Turn turn, std::int64_t until, Take& take);

  std::int64_t delay_;
  std::int64_t free_ = 0;  ///< when the line is
  std::vector<Lane> lanes_;
};

template <typename Take>
void Source::run(std::int64_t until, Take&& take) {
  if (lanes_.empty()) return;
  while (run(turn(), std::min(until, Emitter::never) - delay_, take)) continue;
}

/// At most what the lane knows. False: the last bit of its next packet is not sent before `until`.
template <typename Take>
bool Source::run(Turn turn, std::int64_t until, Take& take) {
  const Upcoming* next = turn.lane->next();
  const Upcoming* const end = turn.lane->end();
  const std::int64_t delay = delay_;
  std::int64_t free = free_;
  bool early = true;
  for (; next != end && next->due < turn.until; ++next) {
    const std::int64_t last_bit = std::max(next->due, free) + next->line_ps;
    if (last_bit >= until) {
      early = false;
      break;
    }
    free = last_bit;
    take(next->packet.at(last_bit + delay, last_bit));
  }
  turn.lane->go_on_with(next);
  free_ = free;
  return early;
}

}  // namespace qoslab::dataplane
