#include "model/dataplane/policer_tree.h"

#include <algorithm>
#include <bit>
#include <span>

#include "model/dataplane/fair_word.h"
#include "model/dataplane/policer_meter.h"

namespace qoslab::dataplane {
namespace {

using Word = std::int64_t;

constexpr std::int64_t bits_per_second_of_a_byte = 8 * (Duration::seconds(1) / arbitration_interval);

/// The words of a policer, from its committed clock.
enum : std::size_t { committed_clock, peak_clock, fair_clock, fair_word };

/// Where a policer's packets share by credit: at the arbiter that lacks the rate which it demands.
unsigned shared_arbiters(const FairShares& shares, std::size_t policer, FairShares::Share share) {
  if (share.bottleneck == FairShares::satisfied) return FairWord::everywhere;
  unsigned above = 1;
  for (int a = shares.nodes()[policer].parent; a != share.bottleneck; above <<= 1)
    a = shares.nodes()[static_cast<std::size_t>(a)].parent;
  return above;
}

/// Asks the arbiters above from the i-th on; if none objects, charges them. The policer has used so many steps of its
/// credit.
template <unsigned i = 0>
[[gnu::always_inline]] inline PolicerVerdict::Why charge(const PolicerShape& p, Word* state, Word now,
                                                         std::int64_t bytes, FairWord fair, Word used) {
  using Why = PolicerVerdict::Why;
  if constexpr (i < most_arbiters_above) {
    if (i == p.parents) return Why::passed;
    const ParentShape& a = p.parent[i];
    const Word end = std::max(state[a.word], now) + a.time(bytes);
    if (end > now + a.threshold(used * fair.shares(i))) return end > now + a.discard_all ? Why::all : Why::unfair;
    const Why above = charge<i + 1>(p, state, now, bytes, fair, used);
    if (above == Why::passed) state[a.word] = end;
    return above;
  }
  return Why::passed;
}

/// What the arbiters above say to a packet of the policer at `own`; if none objects, it uses credit.
[[gnu::always_inline]] inline PolicerVerdict::Why pass_arbiters(const PolicerShape& p, Word* state, Word* own, Word now,
                                                                std::int64_t bytes) {
  FairWord fair{own[fair_word]};
  fair.offer(bytes);
  own[fair_word] = fair.word();
  const Word depth = std::max(own[fair_clock], now) - now;
  const Word fair_depth = chosen(fair.time().none(), fair_span, std::min(depth, 2 * fair_span));
  const auto why = charge(p, state, now, bytes, fair, std::min(fair_depth, fair_span) >> fair_step_bits);
  if (why == PolicerVerdict::Why::passed) own[fair_clock] = now + fair_depth + fair.time().of(bytes);
  return why;
}

/// Blocks of at most a line never cross one; longer ones begin with one.
std::size_t block_words(std::size_t words) {
  return words <= line_words ? std::bit_ceil(words) : (words + line_words - 1) / line_words * line_words;
}

std::size_t aligned(std::size_t position, std::size_t block) {
  const std::size_t unit = std::clamp<std::size_t>(block, 1, line_words);
  return (position + unit - 1) / unit * unit;
}

}  // namespace

PolicerTree::PolicerTree(const std::vector<ProfileSpec>& profiles, const std::vector<std::uint16_t>& profile_of) {
  std::vector<std::uint32_t> first;
  std::size_t nodes = 0;
  for (const auto& spec : profiles) {
    const auto& profile = profiles_.emplace_back(spec, static_cast<std::uint16_t>(profiles_.size()));
    first.push_back(static_cast<std::uint32_t>(shapes_.size()));
    shapes_.insert(shapes_.end(), profile.classes.begin(), profile.classes.end());
    nodes = std::max(nodes, profile.shares.nodes().size());
    one_line_ = one_line_ && profile.words <= line_words;
  }
  demand_.resize(nodes);
  share_.resize(nodes);
  places_.reserve(profile_of.size());
  for (const std::uint16_t number : profile_of) {
    const std::size_t block = profiles_[number].words == 0 ? 0 : block_words(profiles_[number].words);
    const std::size_t begin = aligned(words_, block);
    places_.push_back({static_cast<std::uint32_t>(begin), first[number]});
    words_ = begin + block;
  }
  state_.reset(new (std::align_val_t{64}) Word[words_ + 2 * line_words]{});
}

// Before the first whole interval, and after one without packets, everybody is taken to want all it may have. A fair
// bucket keeps its depth in bytes when its rate changes.
void PolicerTree::renew_fair_rates(const PolicerProfile& profile, Word* state, std::int64_t now) {
  const bool measured = state[0] != 0 && now - state[0] < arbitration_interval.ps();
  const std::size_t arbiters = profile.shares.arbiters();
  const std::size_t policers = profile.fair_words.size();
  for (std::size_t i = 0; i < policers; ++i) {
    const FairWord word{state[profile.fair_words[i] + fair_word]};
    demand_[arbiters + i] =
        measured ? word.offered() * bits_per_second_of_a_byte : profile.shares.nodes()[arbiters + i].limit;
  }
  profile.shares.divide(demand_, share_);
  for (std::size_t i = 0; i < policers; ++i) {
    Word* const policer = state + profile.fair_words[i];
    const PackedPacketTime before = FairWord{policer[fair_word]}.time();
    const PackedPacketTime after{Rate::bps(share_[arbiters + i].rate)};
    if (!after.none()) {
      const Word depth = std::max<Word>(policer[fair_clock] - now, 0);
      policer[fair_clock] = now + (before.none() ? fair_span / 2 : after.rescaled(depth, before));
    }
    policer[fair_word] = FairWord{after, shared_arbiters(profile.shares, arbiters + i, share_[arbiters + i])}.word();
  }
  level_fair_depths(profile, state, now);
  state[0] = (now / arbitration_interval.ps() + 1) * arbitration_interval.ps();
}

// Policers that lack the same arbiter's rate compete with each other: only the differences of their credits matter.
// Their mean is brought back to the middle, or a fair rate that is always a little wrong would drive all of them to one
// end.
void PolicerTree::level_fair_depths(const PolicerProfile& profile, Word* state, std::int64_t now) const {
  const std::size_t arbiters = profile.shares.arbiters();
  const std::span<const FairShares::Share> shares{&share_[arbiters], profile.fair_words.size()};
  const auto competes = [&](std::size_t i, std::size_t arbiter) {
    return shares[i].bottleneck == static_cast<int>(arbiter) && shares[i].rate > 0;
  };
  for (std::size_t a = 0; a < arbiters; ++a) {
    Word sum = 0;
    Word count = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      if (!competes(i, a)) continue;
      sum += std::max<Word>(state[profile.fair_words[i] + fair_clock] - now, 0);
      ++count;
    }
    if (count == 0) continue;
    const Word shift = fair_span / 2 - sum / count;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      Word& clock = state[profile.fair_words[i] + fair_clock];
      if (competes(i, a)) clock = std::max(clock, now) + shift;
    }
  }
}

PolicerVerdict PolicerTree::police(std::uint32_t subscriber, std::uint32_t class_index, std::int64_t now_ps,
                                   std::int64_t bytes) {
  using Why = PolicerVerdict::Why;
  const PolicerShape& p = shape(subscriber, class_index);
  if (!p.policed) return {Why::passed, Color::green};
  Word* const all = state(subscriber);
  Word* const own = all + p.word;
  if (p.parents != 0 && now_ps >= all[0]) [[unlikely]]
    renew_fair_rates(profiles_[p.profile], all, now_ps);

  const Metered metered = Metered::of(p, own[committed_clock], own[peak_clock], now_ps, bytes);
  if (metered.color == Color::red) return {Why::policer, Color::red};
  if (p.parents != 0)
    if (const Why why = pass_arbiters(p, all, own, now_ps, bytes); why != Why::passed) return {why, Color::red};
  own[committed_clock] = metered.committed;
  own[peak_clock] = metered.peak;
  return {Why::passed, metered.color};
}

PolicerTree::PolicerDepth PolicerTree::policer_depth(std::uint32_t subscriber, std::uint32_t class_index,
                                                     Instant now) const {
  const PolicerShape& p = shape(subscriber, class_index);
  if (!p.policed) return {};
  const Word* const own = state(subscriber) + p.word;
  const Word committed = std::max(own[committed_clock], now.ps());
  const Word base = p.kind == SubscriberPolicerSpec::Kind::single_rate ? committed : now.ps();
  return {.committed = p.committed.bytes(committed - now.ps()),
          .peak = p.peak.bytes(std::max(own[peak_clock] - base, Word{0}))};
}

Bytes PolicerTree::arbiter_depth(std::uint32_t subscriber, std::size_t arbiter, Instant now) const {
  const PolicerProfile& profile = profiles_[shape(subscriber, 0).profile];
  return profile.arbiters[arbiter].bytes(std::max(state(subscriber)[1 + arbiter] - now.ps(), Word{0}));
}

Rate PolicerTree::operating_rate(std::uint32_t subscriber, std::uint32_t class_index) const {
  return shape(subscriber, class_index).peak.rate;
}

Rate PolicerTree::fair_rate(std::uint32_t subscriber, std::uint32_t class_index) const {
  const PolicerShape& p = shape(subscriber, class_index);
  return p.parents == 0 ? Rate{} : FairWord{state(subscriber)[p.word + fair_word]}.time().rate();
}

std::size_t PolicerTree::bytes_of_state() const { return words_ * sizeof(Word) + places_.size() * sizeof(Place); }

}  // namespace qoslab::dataplane
