// What a policer below an arbiter remembers of its fair rate, beside the clock of its fair bucket, in 64 bits.
#pragma once

#include <cstdint>

#include "model/dataplane/packed_packet_time.h"

namespace qoslab::dataplane {

/// From the lowest bit: 32 bits of fair time; 3 bits, one for each arbiter above from the nearest on: is it shared by
/// credit? 29 bits of bytes offered in this interval, enough for 42 Gbit/s.
class FairWord {
 public:
  /// A policer whose demand can be met shares every arbiter by its credit, should it send more.
  static constexpr unsigned everywhere = 0b111;

  explicit constexpr FairWord(std::int64_t word) : word_{static_cast<std::uint64_t>(word)} {}
  /// Nothing offered yet.
  constexpr FairWord(PackedPacketTime time, unsigned shared)
      : word_{std::uint64_t{shared} << shared_at | time.bits()} {}

  [[nodiscard]] constexpr std::int64_t word() const { return static_cast<std::int64_t>(word_); }
  [[nodiscard]] constexpr PackedPacketTime time() const {
    return PackedPacketTime::from_bits(static_cast<std::uint32_t>(word_));
  }
  /// 1 if its packets share this arbiter by credit, else 0.
  [[nodiscard]] constexpr std::int64_t shares(unsigned arbiter) const {
    return static_cast<std::int64_t>(word_ >> (shared_at + static_cast<int>(arbiter))) & 1;
  }
  [[nodiscard]] constexpr std::int64_t offered() const { return static_cast<std::int64_t>(word_ >> offered_at); }
  constexpr void offer(std::int64_t bytes) { word_ += static_cast<std::uint64_t>(bytes) << offered_at; }

 private:
  static constexpr int shared_at = 32;
  static constexpr int offered_at = 35;
  std::uint64_t word_;
};

}  // namespace qoslab::dataplane
