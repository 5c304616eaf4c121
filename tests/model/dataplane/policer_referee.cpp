#include "tests/model/dataplane/policer_referee.h"

#include <algorithm>
#include <utility>

namespace qoslab::dataplane {
namespace {

using Kind = SubscriberPolicerSpec::Kind;
using Why = PolicerVerdict::Why;

}  // namespace

PolicerReferee::PolicerReferee(ProfileSpec profile) : profile_{std::move(profile)} {
  for (const auto& a : profile_.arbiters) arbiters_[a.name].rate = a.rate;
  for (const auto& c : profile_.classes) {
    Class& state = classes_.emplace_back();
    if (!c.policer) continue;
    state.committed.rate = c.policer->cir;
    const std::int64_t limit = limit_of(*c.policer);
    if (c.policer->kind == Kind::two_rate) state.peak.rate = Rate::bps(limit);
    if (c.policer->kind == Kind::two_rate_excess)
      state.peak.rate = Rate::bps(std::max<std::int64_t>(limit - c.policer->cir.bps(), 0));
    if (c.policer->kind == Kind::single_rate) state.peak.rate = c.policer->cir;
  }
}

const ArbiterSpec* PolicerReferee::arbiter(const std::string& name) const {
  const auto found = std::ranges::find(profile_.arbiters, name, &ArbiterSpec::name);
  return found == profile_.arbiters.end() ? nullptr : &*found;
}

std::int64_t PolicerReferee::limit_below(const std::string& name, std::int64_t own) const {
  const auto* above = arbiter(name);
  return above == nullptr ? own : limit_below(above->parent, std::min(own, above->rate.bps()));
}

std::int64_t PolicerReferee::limit_of(const SubscriberPolicerSpec& p) const {
  std::int64_t own = p.pir.bps();
  if (p.kind == Kind::single_rate) own = p.cir.bps();
  if (p.kind == Kind::two_rate_excess) own += p.cir.bps();
  return limit_below(p.parent, own);
}

void PolicerReferee::pass_time(Instant now) {
  const Duration time = now - now_;
  for (auto& [name, bucket] : arbiters_) bucket.drain(time);
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    auto& c = classes_[i];
    c.fair_depth = std::max<std::int64_t>(c.fair_depth - time.ps(), 0);
    if (profile_.classes[i].policer && profile_.classes[i].policer->kind == Kind::single_rate) {
      // RFC 2697: what the committed bucket has no room for flows into the excess bucket.
      const Credit earned = Credit::earned(c.committed.rate, time);
      const Credit over = earned > c.committed.depth ? earned - c.committed.depth : Credit{};
      c.peak.depth = std::max(Credit{}, c.peak.depth - over);
    } else {
      c.peak.drain(time);
    }
    c.committed.drain(time);
  }
  now_ = now;
}

std::int64_t PolicerReferee::demand_of(const std::string& child) const {
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    const auto& policer = profile_.classes[i].policer;
    if (!policer || policer->name != child) continue;
    return measured_ ? std::min(limit_of(*policer), classes_[i].offered * 80) : limit_of(*policer);
  }
  std::int64_t sum = 0;
  for (const auto& c : children(child)) sum += demand_of(c.name);
  return std::min(sum, arbiter(child)->rate.bps());
}

std::vector<PolicerReferee::Child> PolicerReferee::children(const std::string& parent) const {
  std::vector<Child> result;
  for (const auto& a : profile_.arbiters)
    if (a.parent == parent) result.push_back({a.name, a.level, a.weight, a.rate.bps()});
  for (const auto& c : profile_.classes)
    if (c.policer && c.policer->parent == parent)
      result.push_back({c.policer->name, c.policer->level, c.policer->weight, limit_of(*c.policer)});
  return result;
}

// Of one level: in order of how much each wants for its weight, for the least demanding are satisfied first.
std::int64_t PolicerReferee::divide_level(std::vector<Child> peers, std::int64_t rate, const std::string& parent,
                                          const std::string& bottleneck) {
  std::ranges::sort(peers, [this](const Child& a, const Child& b) {
    return Int128{demand_of(a.name)} * b.weight < Int128{demand_of(b.name)} * a.weight;
  });
  std::int64_t weights = 0;
  for (const auto& c : peers) weights += c.weight;
  auto hungry = peers.begin();
  for (; hungry != peers.end(); ++hungry) {
    if (Int128{demand_of(hungry->name)} * weights > Int128{rate} * hungry->weight) break;
    rate -= demand_of(hungry->name);
    weights -= hungry->weight;
  }
  for (const auto& c : peers) {
    const auto claim =
        hungry == peers.end() ? demand_of(c.name) + rate : static_cast<std::int64_t>(Int128{rate} * c.weight / weights);
    const bool lacks = demand_of(c.name) > claim;
    give(c.name, std::min(claim, c.limit), !lacks ? "" : bottleneck.empty() ? parent : bottleneck);
  }
  return hungry == peers.end() ? rate : 0;
}

void PolicerReferee::give(const std::string& name, std::int64_t share, const std::string& bottleneck) {
  for (std::size_t i = 0; i < classes_.size(); ++i)
    if (profile_.classes[i].policer && profile_.classes[i].policer->name == name) {
      classes_[i].share = share;
      classes_[i].bottleneck = bottleneck;
    }
  for (int level = 8; level >= 1; --level) {
    std::vector<Child> peers = children(name);
    std::erase_if(peers, [level](const Child& c) { return c.level != level; });
    if (!peers.empty()) share = divide_level(peers, share, name, bottleneck);
  }
}

// Among those that lack the same arbiter's rate the mean goes to the middle.
void PolicerReferee::level_fair_depths() {
  for (const auto& a : profile_.arbiters) {
    std::vector<Class*> competing;
    for (auto& c : classes_)
      if (c.bottleneck == a.name && c.share > 0) competing.push_back(&c);
    std::int64_t sum = 0;
    for (const auto* c : competing) sum += c->fair_depth;
    for (auto* c : competing)
      c->fair_depth += (std::int64_t{1} << 36) - sum / static_cast<std::int64_t>(competing.size());
  }
}

void PolicerReferee::renew(Instant now) {
  const std::int64_t interval = now.since_start() / arbitration_interval;
  if (interval == interval_) return;
  measured_ = interval_ >= 0 && interval == interval_ + 1;
  for (const auto& a : profile_.arbiters)
    if (a.parent.empty()) give(a.name, a.rate.bps(), "");
  for (auto& c : classes_) {
    const PackedPacketTime time{Rate::bps(c.share)};
    if (!time.none())
      c.fair_depth = c.fair_time.none() ? std::int64_t{1} << 36 : time.rescaled(c.fair_depth, c.fair_time);
    c.fair_time = time;
    c.offered = 0;
  }
  level_fair_depths();
  interval_ = interval;
}

std::set<int> PolicerReferee::levels_below(const std::string& name) const {
  std::set<int> levels;
  for (const auto& a : profile_.arbiters)
    if (a.parent == name) levels.insert(a.level);
  for (const auto& c : profile_.classes)
    if (c.policer && c.policer->parent == name) levels.insert(c.policer->level);
  return levels;
}

PolicerVerdict PolicerReferee::police(std::size_t class_index, Instant now, Bytes size) {
  const auto& policer = profile_.classes[class_index].policer;
  if (!policer) return {Why::passed, Color::green};
  pass_time(now);
  if (!policer->parent.empty()) renew(now);
  Class& c = classes_[class_index];

  const bool peak = c.peak.takes(size, policer->mbs);
  const bool committed = c.committed.takes(size, policer->cbs);
  const bool red = policer->kind == Kind::two_rate ? !peak : !committed && !peak;
  if (red) return {Why::policer, Color::red};
  c.offered += size.count();

  std::vector<Bucket*> parents;
  int level = policer->level;
  for (const auto* a = arbiter(policer->parent); a != nullptr; a = arbiter(a->parent)) {
    const auto levels = levels_below(a->name);
    const auto lower = std::distance(levels.begin(), levels.find(level));
    const std::int64_t step = a->burst.count() / (2 * static_cast<std::int64_t>(levels.size()));
    const Bytes all{a->burst.count() - 2 * step * (static_cast<std::int64_t>(levels.size()) - 1 - lower)};
    Bucket& bucket = arbiters_[a->name];
    if (!bucket.takes(size, all)) return {Why::all, Color::red};
    // 1,024 thresholds between the two, one for each 2^27 ps of the fair bucket's depth
    const std::int64_t gap = (time_to_send(all, a->rate) - time_to_send(all - Bytes{step}, a->rate)).ps() / 1'024;
    const bool competes = c.bottleneck.empty() || c.bottleneck == a->name;
    const std::int64_t used = !competes            ? 0
                              : c.fair_time.none() ? 1'024
                                                   : std::min<std::int64_t>(c.fair_depth / (1 << 27), 1'024);
    const Duration depth = time_to_send(all, a->rate) - Duration::picoseconds(gap * used);
    if (bucket.depth + Credit::of(size) > Credit::earned(a->rate, depth)) return {Why::unfair, Color::red};
    parents.push_back(&bucket);
    level = a->level;
  }

  for (auto* bucket : parents) bucket->depth += Credit::of(size);
  if (!parents.empty()) c.fair_depth = std::min(c.fair_depth, std::int64_t{1} << 38) + c.fair_time.of(size.count());
  if (committed) c.committed.depth += Credit::of(size);
  if (policer->kind == Kind::two_rate || !committed) c.peak.depth += Credit::of(size);
  return {Why::passed, committed ? Color::green : Color::yellow};
}

}  // namespace qoslab::dataplane
