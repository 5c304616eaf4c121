#include "model/dataplane/emitter.h"

#include <algorithm>
#include <utility>

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

double mean_gap_ps(const EmitterSpec& spec, const PacketMix& mix) {
  return mix.mean_bits() * 1e12 / static_cast<double>(spec.rate.rate.bps());
}

/// A group of frames, ready at once, as often as the rate allows: the time to the next group is what all bytes of this
/// one take at the rate, kept exactly. A group of one is a constant rate. Begins at a random phase of its first gap.
class GroupGaps {
 public:
  GroupGaps(const EmitterSpec& spec, const PacketMix& mix, FastRandom& random)
      : bps_{spec.rate.rate.bps()},
        group_{spec.pacing == Pacing::bursts ? spec.burst : 1},
        left_{group_},
        next_{spec.start.ps() +
              static_cast<std::int64_t>(random.uniform() * mean_gap_ps(spec, mix) * static_cast<double>(group_))},
        due_{next_} {}
  [[nodiscard]] std::int64_t due() const { return due_; }
  void advance(const PacketKind& sent, FastRandom& /*unused*/) {
    next_ += sent.gap_ps;
    rest_ += sent.gap_rest;
    if (rest_ >= bps_) {
      rest_ -= bps_;
      ++next_;
    }
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
      : mean_{mean_gap_ps(spec, mix)}, due_{spec.start.ps() + random.exponential(mean_)} {}
  [[nodiscard]] std::int64_t due() const { return due_; }
  void advance(const PacketKind& /*unused*/, FastRandom& random) { due_ += random.exponential(mean_); }

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
        stop_{spec.stop ? std::min(spec.stop->ps(), never) : never} {}

  [[nodiscard]] std::int64_t due() const override { return gaps_.due() < stop_ ? gaps_.due() : never; }
  bool run(Line& line, std::int64_t limit, std::int64_t until, Batch& out) override {
    const std::int64_t end = std::min(limit, stop_);
    while (gaps_.due() < end) {
      if (!line.send(gaps_.due(), *kind_, leaf_, until, out)) return false;
      gaps_.advance(*kind_, random_);
      kind_ = &mix_.draw(random_);
      leaf_ = turns_.next();
    }
    return true;
  }
  [[nodiscard]] const std::vector<PacketKind>& kinds() const override { return mix_.kinds(); }

 private:
  FastRandom random_;
  PacketMix mix_;
  Turns turns_;
  Gaps gaps_;
  std::int64_t stop_;
  PacketKind* kind_ = &mix_.draw(random_);
  std::uint32_t leaf_ = turns_.next();
};

}  // namespace

std::unique_ptr<Emitter> emitter(const EmitterSpec& spec, Rate line, std::uint64_t seed) {
  if (!sends_anything(spec)) return nullptr;
  if (spec.pacing == Pacing::poisson) return std::make_unique<PacedEmitter<PoissonGaps>>(spec, line, seed);
  return std::make_unique<PacedEmitter<GroupGaps>>(spec, line, seed);
}

}  // namespace qoslab::dataplane
