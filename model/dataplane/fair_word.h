// What a policer below an arbiter remembers of its fair rate, beside the clock of its fair bucket, in 64 bits.
#pragma once

#include <cstdint>

#include "model/dataplane/packet_time.h"

namespace qoslab::dataplane {

/// From the lowest bit: 32 bits of fair time; 2 bits that tell which arbiter's rate is lacking, counted from the
/// nearest; 30 bits of bytes offered in this interval, enough for 85 Gbit/s.
class FairWord {
 public:
  /// Its demand can be met.
  static constexpr unsigned lacks_nothing = 3;

  explicit constexpr FairWord(std::int64_t word) : word_{static_cast<std::uint64_t>(word)} {}
  /// Nothing offered yet.
  constexpr FairWord(PackedPacketTime time, unsigned lacking)
      : word_{std::uint64_t{lacking} << lacking_at | time.bits()} {}

  [[nodiscard]] constexpr std::int64_t word() const { return static_cast<std::int64_t>(word_); }
  [[nodiscard]] constexpr PackedPacketTime time() const {
    return PackedPacketTime::from_bits(static_cast<std::uint32_t>(word_));
  }
  /// Does it share this arbiter by its credit? One whose demand can be met does everywhere, should it send more.
  [[nodiscard]] constexpr bool competes_at(unsigned arbiter) const {
    const auto lacking = static_cast<unsigned>(word_ >> lacking_at) & lacks_nothing;
    return lacking == lacks_nothing || lacking == arbiter;
  }
  [[nodiscard]] constexpr std::int64_t offered() const { return static_cast<std::int64_t>(word_ >> offered_at); }
  constexpr void offer(std::int64_t bytes) { word_ += static_cast<std::uint64_t>(bytes) << offered_at; }

 private:
  static constexpr int lacking_at = 32;
  static constexpr int offered_at = 34;
  std::uint64_t word_;
};

}  // namespace qoslab::dataplane
