#include "model/dataplane/policer_profile.h"

#include <algorithm>
#include <set>
#include <string>

namespace qoslab::dataplane {
namespace {

using Kind = SubscriberPolicerSpec::Kind;

/// Long enough for every burst, and small enough that sums with clocks do not overflow.
constexpr Duration longest = Duration::picoseconds(std::int64_t{1} << 61);

std::int64_t drain_time(Bytes bytes, Rate rate) {
  if (Credit::of(bytes) >= Credit::earned(rate, longest)) return longest.ps();
  return time_to_send(bytes, rate).ps();
}

int index_of(const std::vector<ArbiterSpec>& arbiters, const std::string& name) {
  const auto found = std::ranges::find(arbiters, name, &ArbiterSpec::name);
  return name.empty() || found == arbiters.end() ? -1 : static_cast<int>(found - arbiters.begin());
}

/// The most that it passes in the long run.
Rate own_limit(const SubscriberPolicerSpec& p) {
  switch (p.kind) {
    case Kind::two_rate:
      return p.pir;
    case Kind::single_rate:
      return p.cir;
    case Kind::two_rate_excess:
      return p.cir + p.pir;
  }
  return {};
}

/// Arbiters, then the policers that have a parent.
std::vector<FairShares::Node> nodes_of(const ProfileSpec& spec) {
  std::vector<FairShares::Node> nodes;
  for (const auto& a : spec.arbiters)
    nodes.push_back(
        {.parent = index_of(spec.arbiters, a.parent), .level = a.level, .weight = a.weight, .limit = a.rate.bps()});
  for (const auto& c : spec.classes) {
    if (!c.policer || index_of(spec.arbiters, c.policer->parent) < 0) continue;
    const auto& p = *c.policer;
    nodes.push_back({.parent = index_of(spec.arbiters, p.parent),
                     .level = p.level,
                     .weight = p.weight,
                     .limit = own_limit(p).bps()});
  }
  for (std::size_t i = spec.arbiters.size(); i < nodes.size();
       ++i)  // no policer passes more than the arbiters above it
    for (int a = nodes[i].parent; a >= 0; a = nodes[static_cast<std::size_t>(a)].parent)
      nodes[i].limit = std::min(nodes[i].limit, nodes[static_cast<std::size_t>(a)].limit);
  return nodes;
}

BucketShape peak_bucket(const SubscriberPolicerSpec& p, Rate limit) {
  switch (p.kind) {
    case Kind::two_rate:
      return BucketShape{limit, p.mbs};
    case Kind::single_rate:
      return BucketShape{p.cir, p.mbs};
    case Kind::two_rate_excess:
      return BucketShape{limit > p.cir ? limit - p.cir : Rate{}, p.mbs};
  }
  return BucketShape{};
}

/// The arbiters from `child` up to the root, with the thresholds of the level on which each is reached.
std::uint8_t chain(const ProfileSpec& spec, const std::vector<FairShares::Node>& nodes, std::size_t child,
                   std::array<ParentShape, most_arbiters_above>& parents) {
  std::uint8_t count = 0;
  for (const auto* node = &nodes[child]; node->parent >= 0 && count < parents.size(); ++count) {
    const auto parent = static_cast<std::size_t>(node->parent);
    std::set<int> levels;
    for (const auto& n : nodes)
      if (n.parent == node->parent) levels.insert(n.level);
    const auto rank = std::distance(levels.begin(), levels.find(node->level)) + 1;
    const auto& arbiter = spec.arbiters[parent];
    const auto depths = discard_thresholds(arbiter.burst, static_cast<std::int64_t>(levels.size()), rank);
    const std::int64_t all = drain_time(depths.all, arbiter.rate);
    parents[count] = {.time = SendTime{arbiter.rate},
                      .discard_all = all,
                      .step = (all - drain_time(depths.unfair, arbiter.rate)) / fair_steps,
                      .word = 1 + parent};
    node = &nodes[parent];
  }
  return count;
}

}  // namespace

BucketShape::BucketShape(Rate bucket_rate, Bytes burst)
    : rate{bucket_rate},
      time{std::max(bucket_rate, Rate::bps(1))},
      limit{bucket_rate == Rate{} ? -1 : drain_time(burst, bucket_rate)} {}

Bytes BucketShape::bytes(std::int64_t depth) const {
  constexpr std::int64_t ps_bits_per_byte = 8'000'000'000'000;
  const Int128 earned = Int128{depth} * rate.bps();
  return Bytes{static_cast<std::int64_t>((earned + ps_bits_per_byte - 1) / ps_bits_per_byte)};
}

DiscardThresholds discard_thresholds(Bytes burst, std::int64_t levels, std::int64_t rank) {
  const Bytes step{burst.count() / (2 * levels)};
  const Bytes all = burst - step * (2 * (levels - rank));
  return {.unfair = all - step, .all = all};
}

PolicerProfile::PolicerProfile(const ProfileSpec& spec, std::uint16_t number)
    : shares{nodes_of(spec), spec.arbiters.size()} {
  for (const auto& a : spec.arbiters) arbiters.emplace_back(a.rate, a.burst);
  words = arbiters.empty() ? 0 : 1 + arbiters.size();
  std::size_t child = arbiters.size();
  for (const auto& c : spec.classes) {
    PolicerShape shape;
    shape.profile = number;
    if (c.policer) {
      const auto& p = *c.policer;
      const bool has_parent = index_of(spec.arbiters, p.parent) >= 0;
      shape.policed = true;
      shape.kind = p.kind;
      shape.word = words;
      shape.committed = BucketShape{p.cir, p.cbs};
      shape.peak = peak_bucket(p, has_parent ? Rate::bps(shares.nodes()[child].limit) : own_limit(p));
      if (has_parent) {
        shape.parents = chain(spec, shares.nodes(), child++, shape.parent);
        fair_words.push_back(words);
      }
      words += has_parent ? 4 : 2;
    }
    classes.push_back(shape);
  }
}

}  // namespace qoslab::dataplane
