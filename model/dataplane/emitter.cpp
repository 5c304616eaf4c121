#include "model/dataplane/emitter.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "model/dataplane/on_off_emitter.h"
#include "model/dataplane/replay_emitter.h"
#include "model/units/random.h"

namespace qoslab::dataplane {
namespace {

/// Subscribers served in turn. Each has a row of bytes: the number of its first leaf, then the way of each flow, so
/// that it need not be computed anew for each packet.
class Turns {
 public:
  Turns(const std::vector<std::uint32_t>& first_leaves, const Kinds& kinds)
      : length_{sizeof(std::uint32_t) + kinds.flows()}, rows_(first_leaves.size() * length_) {
    std::uint8_t* row = rows_.data();
    for (const std::uint32_t leaf : first_leaves) {
      std::memcpy(row, &leaf, sizeof leaf);
      for (std::size_t flow = 0; flow < kinds.flows(); ++flow) row[sizeof leaf + flow] = kinds.way(leaf, flow);
      row += length_;
    }
  }
  /// A place in the rows, to be kept in registers.
  class Place {
   public:
    explicit Place(const Turns& turns)
        : next_{turns.rows_.data()}, begin_{next_}, end_{next_ + turns.rows_.size()}, length_{turns.length_} {}
    [[nodiscard]] std::uint32_t first_leaf() const {
      std::uint32_t leaf = 0;
      std::memcpy(&leaf, next_, sizeof leaf);
      return leaf;
    }
    [[nodiscard]] std::uint8_t way(std::size_t flow) const { return next_[sizeof(std::uint32_t) + flow]; }
    void advance() {
      next_ += length_;
      next_ = next_ == end_ ? begin_ : next_;
    }

   private:
    const std::uint8_t* next_;
    const std::uint8_t* begin_;
    const std::uint8_t* end_;
    std::size_t length_;
  };

 private:
  std::size_t length_;
  std::vector<std::uint8_t> rows_;
};

/// A random part of the time that so many packets take at the emitter's rate.
std::int64_t phase(const PacketMix& mix, std::int64_t packets, FastRandom& random) {
  return static_cast<std::int64_t>(random.uniform() * mix.mean_gap_ps() * static_cast<double>(packets));
}

/// A constant rate: the time to the next packet is what the bytes of this one take at the rate, kept exactly. Begins at
/// a random phase of its first gap.
class ConstantGaps {
 public:
  ConstantGaps(const EmitterSpec& spec, const PacketMix& mix, FastRandom& random, std::int64_t group = 1)
      : bps_{spec.rate.rate.bps()}, due_{spec.start.ps() + phase(mix, group, random)} {}
  [[nodiscard]] std::int64_t due() const { return due_; }
  void advance(const PacketKind& sent, FastRandom& /*unused*/) {
    rest_ += sent.gap_rest;
    const std::int64_t borrow = rest_ >> 63;  // -1 or 0; no branch: it would be guessed wrong half the time
    rest_ += bps_ & borrow;
    due_ = std::min(due_ + sent.gap_ps + borrow, Emitter::never);
  }

 private:
  std::int64_t bps_;
  std::int64_t due_;
  std::int64_t rest_ = 0;  ///< not yet waited, in 1/(bit/s) ps
};

/// Groups of packets, ready at once, when the first of them would be due at a constant rate.
class GroupGaps {
 public:
  GroupGaps(const EmitterSpec& spec, const PacketMix& mix, FastRandom& random)
      : group_{spec.burst}, left_{group_}, next_{spec, mix, random, group_}, due_{next_.due()} {}
  [[nodiscard]] std::int64_t due() const { return due_; }
  void advance(const PacketKind& sent, FastRandom& random) {
    next_.advance(sent, random);
    if (--left_ > 0) return;
    left_ = group_;
    due_ = next_.due();
  }

 private:
  std::int64_t group_;
  std::int64_t left_;
  ConstantGaps next_;
  std::int64_t due_;
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
  PacedEmitter(const EmitterSpec& spec, Rate line, std::uint32_t cores, std::uint64_t seed)
      : random_{RandomStream::mix(seed, spec.purpose)},
        mix_{spec, line},
        kinds_{mix_.kinds(), cores},
        turns_{spec.first_leaves, kinds_},
        turn_{turns_},
        gaps_{spec, mix_, random_},
        stop_{end_of(spec)} {}

  void next(std::span<Upcoming> block) override {
    FastRandom random = random_;  // in registers
    Gaps gaps = gaps_;
    Turns::Place turn = turn_;
    for (auto& packet : block) {
      const std::size_t kind = mix_.draw(random);
      packet = kinds_.make(kind, turn.first_leaf(), turn.way(kinds_.flow(kind)), gaps.due());
      gaps.advance(kinds_[kind], random);
      turn.advance();
    }
    random_ = random;
    gaps_ = gaps;
    turn_ = turn;
    if (block.back().due >= stop_) [[unlikely]]
      cut(block);
  }
  [[nodiscard]] const Kinds& kinds() const override { return kinds_; }

 private:
  /// What would be due when it has stopped.
  void cut(std::span<Upcoming> block) const {
    for (auto& packet : block)
      if (packet.due >= stop_) packet.due = never;
  }

  FastRandom random_;
  PacketMix mix_;
  Kinds kinds_;
  Turns turns_;
  Turns::Place turn_;
  Gaps gaps_;
  std::int64_t stop_;
};

}  // namespace

std::unique_ptr<Emitter> emitter(const EmitterSpec& spec, Rate line, std::uint32_t cores, std::uint64_t seed) {
  if (spec.replay)
    return ReplayEmitter::sends_anything(spec) ? std::make_unique<ReplayEmitter>(spec, line, cores) : nullptr;
  if (!sends_anything(spec)) return nullptr;
  switch (spec.pacing) {
    case Pacing::constant:
      return std::make_unique<PacedEmitter<ConstantGaps>>(spec, line, cores, seed);
    case Pacing::bursts:
      return std::make_unique<PacedEmitter<GroupGaps>>(spec, line, cores, seed);
    case Pacing::poisson:
      return std::make_unique<PacedEmitter<PoissonGaps>>(spec, line, cores, seed);
    case Pacing::on_off:
      return std::make_unique<OnOffEmitter>(spec, line, cores, seed);
  }
  return nullptr;
}

}  // namespace qoslab::dataplane
