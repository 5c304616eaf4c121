// The ingress policers of all subscribers of one access link, under their hierarchical arbiters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "model/dataplane/policer_profile.h"
#include "model/packet/packet.h"
#include "model/scenario/gateway_spec.h"
#include "model/units/rate.h"
#include "model/units/time.h"

namespace qoslab::dataplane {

/// Fair rates are computed anew at multiples of this time, from what was offered in the last whole one.
inline constexpr Duration arbitration_interval = Duration::milliseconds(100);

inline constexpr std::size_t line_words = 8;  ///< numbers of 64 bits in a cache line

struct PolicerVerdict {
  enum class Why : std::uint8_t {
    passed,
    policer,  ///< red by its own policer
    unfair,   ///< above its fair rate, and an arbiter was deeper than its level's discard-unfair threshold
    all       ///< an arbiter was deeper than its level's discard-all threshold
  } why = Why::passed;
  Color color = Color::green;  ///< red unless passed
  friend bool operator==(PolicerVerdict, PolicerVerdict) = default;
};

/// Class-fair hierarchical policing as the 7750 SR's quality-of-service guide describes it
/// (docs/algorithms/hierarchical-policers.md says what was taken from where). A policer is a pair of buckets
/// (RFC 2697, 2698 or 4115, colour-blind); what it does not colour red must fit into the bucket of each arbiter above,
/// below a threshold that rises with the level and is lower for packets above the policer's fair rate. Either every
/// bucket is charged or none.
///
/// Each bucket is one clock: when it will be empty. Its depth is what it drains until then, so time passing costs
/// nothing. All of a subscriber's clocks stand in one or two cache lines.
///
/// Packets of a subscriber come in order of time, below 2^16 bytes. Preconditions of the profiles: arbiters have rates
/// above 0 and stand after their parents, at most two below the root; weights are above 0; bursts below 2^28 bytes.
class PolicerTree {
  using Word = std::int64_t;

 public:
  /// `profile_of[s]`: index into `profiles` of the link's subscriber s.
  PolicerTree(const std::vector<ProfileSpec>& profiles, const std::vector<std::uint16_t>& profile_of);

  /// `class_index`: of the profile's class. A class without policer passes green.
  PolicerVerdict police(std::uint32_t subscriber, std::uint32_t class_index, std::int64_t now_ps, std::int64_t bytes);

  /// Brings a subscriber's state near. Always inline, for GCC drops calls of a function that does nothing else.
  [[gnu::always_inline]] void prefetch(std::uint32_t subscriber) const {
    const Word* const block = state(subscriber);
    __builtin_prefetch(block, 1);
    if (!one_line_) __builtin_prefetch(block + line_words, 1);
  }

  /// What has not drained yet; zero when traffic has stopped for long enough.
  struct PolicerDepth {
    Bytes committed;
    Bytes peak;
  };
  [[nodiscard]] PolicerDepth policer_depth(std::uint32_t subscriber, std::uint32_t class_index, Instant now) const;
  [[nodiscard]] Bytes arbiter_depth(std::uint32_t subscriber, std::size_t arbiter, Instant now) const;

  /// The peak rate of a class's policer, lowered to the rates of the arbiters above it (RFC 4115: the excess rate, so
  /// that both rates together fit).
  [[nodiscard]] Rate operating_rate(std::uint32_t subscriber, std::uint32_t class_index) const;
  /// As of the last packet of the subscriber; 0 for a class without arbiter.
  [[nodiscard]] Rate fair_rate(std::uint32_t subscriber, std::uint32_t class_index) const;

  [[nodiscard]] std::size_t bytes_of_state() const;

 private:
  struct Place {
    std::uint32_t block;  ///< first word of its state
    std::uint32_t first;  ///< its profile's first class in shapes_
  };
  struct FreeAligned {
    void operator()(Word* p) const { ::operator delete[](p, std::align_val_t{64}); }
  };

  [[nodiscard]] const PolicerShape& shape(std::uint32_t subscriber, std::uint32_t class_index) const {
    return shapes_[places_[subscriber].first + class_index];
  }
  [[nodiscard]] Word* state(std::uint32_t subscriber) const { return state_.get() + places_[subscriber].block; }
  [[gnu::noinline]] void renew_fair_rates(const PolicerProfile& profile, Word* state, std::int64_t now);
  void level_fair_depths(const PolicerProfile& profile, Word* state, std::int64_t now) const;

  std::vector<PolicerProfile> profiles_;
  std::vector<PolicerShape> shapes_;  ///< of the classes of each profile in turn
  std::vector<Place> places_;
  std::size_t words_ = 0;
  bool one_line_ = true;  ///< nobody's state is longer
  std::unique_ptr<Word[], FreeAligned> state_;
  std::vector<std::int64_t> demand_;  ///< room for the computation of fair rates
  std::vector<FairShares::Share> share_;
};

}  // namespace qoslab::dataplane
