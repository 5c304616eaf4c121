#include "model/dataplane/emitter.h"

#include <algorithm>
#include <utility>

#include "model/dataplane/on_off_emitter.h"
#include "model/dataplane/replay_emitter.h"
#include "model/units/random.h"

namespace qoslab::dataplane {
namespace {

/// Subscribers served in turn.
class Turns {
 public:
  explicit Turns(std::vector<std::uint32_t> leaves) : leaves_{std::move(leaves)} {}
  std::uint32_t next() {
    const std::uint32_t leaf = leaves_[next_];
    if (++next_ == leaves_.size()) next_ = 0;
    return leaf;
  }

 private:
  std::vector<std::uint32_t> leaves_;
  std::size_t next_ = 0;
};

/// A group of frames, ready at once, as often as the rate allows: the time to the next group is what all bytes of this
/// one take at the rate, kept exactly. A group of one is a constant rate. Begins at a random phase of its first gap.
class GroupGaps {
 public:
  GroupGaps(const EmitterSpec& spec, const PacketMix& mix, FastRandom& random)
      : bps_{spec.rate.rate.bps()},
        group_{spec.pacing == Pacing::bursts ? spec.burst : 1},
        left_{group_},
        next_{spec.start.ps() +
              static_cast<std::int64_t>(random.uniform() * mix.mean_gap_ps() * static_cast<double>(group_))},
        due_{next_} {}
  [[nodiscard]] std::int64_t due() const { return due_; }
  void advance(const PacketKind& sent, FastRandom& /*unused*/) {
    rest_ += sent.gap_rest;
    const std::int64_t whole = rest_ >= bps_ ? 1 : 0;  // no branch: it would be guessed wrong half the time
    rest_ -= bps_ & -whole;
    next_ = std::min(next_ + sent.gap_ps + whole, Emitter::never);
    if (--left_ > 0) return;
    left_ = group_;
    due_ = next_;
  }

 private:
  std::int64_t bps_;
  std::int64_t group_;
  std::int64_t left_;
  std::int64_t next_;
  std::int64_t due_;
  std::int64_t rest_ = 0;
};

/// Exponential gaps, whatever the sizes.
class PoissonGaps {
 public:
  PoissonGaps(const EmitterSpec& spec, const PacketMix& mix, FastRandom& random)
      : mean_{mix.mean_gap_ps()}, due_{spec.start.ps() + whole_ps(random.exponential(mean_))} {}
  [[nodiscard]] std::int64_t due() const { return due_; }
  void advance(const PacketKind& /*unused*/, FastRandom& random) {
    due_ = std::min(due_ + whole_ps(random.exponential(mean_)), Emitter::never);
  }

 private:
  double mean_;
  std::int64_t due_;
};

/// Draws packets from the mix at the times of `Gaps`.
template <typename Gaps>
class PacedEmitter final : public Emitter {
 public:
  PacedEmitter(const EmitterSpec& spec, Rate line, std::uint64_t seed)
      : random_{RandomStream::mix(seed, spec.purpose)},
        mix_{spec, line},
        turns_{spec.first_leaves},
        gaps_{spec, mix_, random_},
        stop_{end_of(spec)} {}

  void next(std::span<Upcoming> block) override {
    FastRandom random = random_;  // in registers
    Gaps gaps = gaps_;
    for (auto& packet : block) {
      const std::size_t kind = mix_.draw(random);
      packet = {gaps.due() < stop_ ? gaps.due() : never, turns_.next(), static_cast<std::uint32_t>(kind)};
      gaps.advance(mix_.kinds()[kind], random);
    }
    random_ = random;
    gaps_ = gaps;
  }
  [[nodiscard]] const std::vector<PacketKind>& kinds() const override { return mix_.kinds(); }

 private:
  FastRandom random_;
  PacketMix mix_;
  Turns turns_;
  Gaps gaps_;
  std::int64_t stop_;
};

}  // namespace

std::unique_ptr<Emitter> emitter(const EmitterSpec& spec, Rate line, std::uint64_t seed) {
  if (spec.replay) return ReplayEmitter::sends_anything(spec) ? std::make_unique<ReplayEmitter>(spec, line) : nullptr;
  if (!sends_anything(spec)) return nullptr;
  if (spec.pacing == Pacing::on_off) return std::make_unique<OnOffEmitter>(spec, line, seed);
  if (spec.pacing == Pacing::poisson) return std::make_unique<PacedEmitter<PoissonGaps>>(spec, line, seed);
  return std::make_unique<PacedEmitter<GroupGaps>>(spec, line, seed);
}

}  // namespace qoslab::dataplane
