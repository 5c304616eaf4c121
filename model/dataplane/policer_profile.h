// What all subscribers of a profile share of their policers: rates, bursts and thresholds as times.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/dataplane/fair_shares.h"
#include "model/dataplane/packed_packet_time.h"
#include "model/scenario/gateway_spec.h"
#include "model/units/rate.h"
#include "model/units/send_time.h"

namespace qoslab::dataplane {

/// The root and two tiers below it.
inline constexpr std::size_t most_arbiters_above = 3;

/// A leaky bucket without its depth. A packet conforms if the bucket's depth, as a time, stays within the limit with
/// it. Rate 0: nothing conforms.
struct BucketShape {
  explicit BucketShape(Rate bucket_rate = {}, Bytes burst = {});
  [[nodiscard]] bool holds(std::int64_t depth) const { return depth <= limit; }
  /// Whole bytes, rounded up, that drain in this time.
  [[nodiscard]] Bytes bytes(std::int64_t depth) const;

  Rate rate;
  SendTime time;
  std::int64_t limit;  ///< ps
};

/// How far behind or ahead of its fair rate a policer is: the depth of its fair bucket, from 0 (all its credit is left)
/// to `fair_span` (it has had its fair rate) and at most twice that (it has had more). About 137 ms: longer than an
/// arbitration interval, since what a fair rate knows of its siblings is so old.
inline constexpr std::int64_t fair_span = std::int64_t{1} << 37;
inline constexpr int fair_step_bits = 27;  ///< thresholds fall in steps of this power of two picoseconds
inline constexpr std::int64_t fair_steps = fair_span >> fair_step_bits;

/// An arbiter as the packets of one policer meet it. The deepest that such a packet may fill it lies between the
/// discard-unfair and the discard-all threshold of the level, in proportion to the credit that the policer has left.
struct ParentShape {
  /// `used`: steps of credit, 0 to `fair_steps`.
  [[nodiscard]] std::int64_t threshold(std::int64_t used) const { return discard_all - used * step; }

  SendTime time{Rate::bps(1)};
  std::int64_t discard_all = 0;  ///< ps
  std::int64_t step = 0;         ///< ps: discard-unfair is `fair_steps` of them below
  std::size_t word = 0;          ///< of the arbiter's clock
};

/// A class's policer; a class without one has `policed` false.
struct PolicerShape {
  bool policed = false;
  SubscriberPolicerSpec::Kind kind = SubscriberPolicerSpec::Kind::two_rate;
  std::uint8_t parents = 0;   ///< nearest first
  std::uint16_t profile = 0;  ///< its number
  std::size_t word = 0;       ///< committed clock; peak clock; with parents: fair clock; fair time and offered bytes
  BucketShape committed;
  BucketShape peak;
  std::array<ParentShape, most_arbiters_above> parent;
};

/// A subscriber's state is `words` numbers of 64 bits: with arbiters first the end of the arbitration interval and the
/// arbiters' clocks, then each policer's four words; without a parent it has only its two clocks.
struct PolicerProfile {
  PolicerProfile(const ProfileSpec& spec, std::uint16_t number);

  std::vector<PolicerShape> classes;
  std::vector<BucketShape> arbiters;
  FairShares shares;
  std::vector<std::size_t> fair_words;  ///< of each policer in `shares`: its committed clock
  std::size_t words = 0;
};

/// The two depths at which an arbiter begins to discard what a level sends.
struct DiscardThresholds {
  Bytes unfair;
  Bytes all;
};
/// Of the `rank`-th (from 1, the lowest) of `levels` levels in use: twice as many equal steps as levels, the
/// highest at `burst`. So at least `burst`/(2 `levels`) lies between any two of them, and below the lowest.
DiscardThresholds discard_thresholds(Bytes burst, std::int64_t levels, std::int64_t rank);

}  // namespace qoslab::dataplane
