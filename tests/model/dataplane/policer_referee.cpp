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

std::int64_t PolicerReferee::demand_of(const std::string& child, bool unlimited) const {
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    const auto& policer = profile_.classes[i].policer;
    if (!policer || policer->name != child) continue;
    const std::int64_t offered = measured_ ? classes_[i].offered * 80 : 0;
    return unlimited ? limit_of(*policer) : std::min(limit_of(*policer), offered);
  }
  const auto* a = arbiter(child);
  if (unlimited) return limit_below(a->parent, a->rate.bps());
  std::int64_t sum = 0;
  for (const auto& b : profile_.arbiters)
    if (b.parent == child) sum += demand_of(b.name, false);
  for (const auto& c : profile_.classes)
    if (c.policer && c.policer->parent == child) sum += demand_of(c.policer->name, false);
  return std::min(sum, limit_below(a->parent, a->rate.bps()));
}

void PolicerReferee::divide(const std::string& name, std::int64_t rate) {
  struct Child {
    std::string name;
    int level;
    std::int64_t weight;
    std::int64_t share = 0;
  };
  std::vector<Child> children;
  for (const auto& a : profile_.arbiters)
    if (a.parent == name) children.push_back({a.name, a.level, a.weight});
  for (const auto& c : profile_.classes)
    if (c.policer && c.policer->parent == name)
      children.push_back({c.policer->name, c.policer->level, c.policer->weight});
  for (const bool unlimited : {false, true}) {
    for (int level = 8; level >= 1; --level) {
      struct Want {
        std::int64_t want;
        Child* child;
      };
      std::vector<Want> wants;
      for (auto& c : children)
        if (c.level == level) wants.push_back({demand_of(c.name, unlimited) - c.share, &c});
      std::erase_if(wants, [](const Want& w) { return w.want <= 0; });
      std::ranges::sort(wants, [](const Want& a, const Want& b) {
        return Int128{a.want} * b.child->weight < Int128{b.want} * a.child->weight;
      });
      std::int64_t weights = 0;
      for (const auto& w : wants) weights += w.child->weight;
      std::int64_t divided = rate;
      bool satisfied = true;
      for (auto& w : wants) {
        satisfied = satisfied && Int128{w.want} * weights <= Int128{divided} * w.child->weight;
        const auto part = satisfied ? w.want : static_cast<std::int64_t>(Int128{divided} * w.child->weight / weights);
        w.child->share += part;
        rate -= part;
        if (satisfied) {
          divided -= part;
          weights -= w.child->weight;
        }
      }
    }
  }
  for (const auto& c : children) {
    if (arbiter(c.name) != nullptr) divide(c.name, c.share);
    for (std::size_t i = 0; i < classes_.size(); ++i)
      if (profile_.classes[i].policer && profile_.classes[i].policer->name == c.name) classes_[i].share = c.share;
  }
}

void PolicerReferee::renew(Instant now) {
  const std::int64_t interval = now.since_start() / arbitration_interval;
  if (interval == interval_) return;
  measured_ = interval == interval_ + 1;
  for (const auto& a : profile_.arbiters)
    if (a.parent.empty()) divide(a.name, a.rate.bps());
  for (auto& c : classes_) {
    const PackedPacketTime time{Rate::bps(c.share)};
    c.fair_depth = time.rescaled(c.fair_depth, c.fair_time);
    c.fair_time = time;
    c.offered = 0;
  }
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

  const bool fair =
      c.fair_depth + c.fair_time.of(size.count()) <= c.fair_time.of(std::max(policer->cbs, policer->mbs).count());
  std::vector<Bucket*> parents;
  int level = policer->level;
  for (const auto* a = arbiter(policer->parent); a != nullptr; a = arbiter(a->parent)) {
    const auto levels = levels_below(a->name);
    const auto lower = std::distance(levels.begin(), levels.find(level));
    const std::int64_t step = a->burst.count() / (2 * static_cast<std::int64_t>(levels.size()));
    const Bytes all{a->burst.count() - 2 * step * (static_cast<std::int64_t>(levels.size()) - 1 - lower)};
    Bucket& bucket = arbiters_[a->name];
    if (!bucket.takes(size, all)) return {Why::all, Color::red};
    if (!fair && !bucket.takes(size, all - Bytes{step})) return {Why::unfair, Color::red};
    parents.push_back(&bucket);
    level = a->level;
  }

  for (auto* bucket : parents) bucket->depth += Credit::of(size);
  if (!parents.empty())
    c.fair_depth = std::min(c.fair_depth + c.fair_time.of(size.count()),
                            c.fair_time.of(std::max(policer->cbs, policer->mbs).count()) + arbitration_interval.ps());
  if (committed) c.committed.depth += Credit::of(size);
  if (policer->kind == Kind::two_rate || !committed) c.peak.depth += Credit::of(size);
  return {Why::passed, committed ? Color::green : Color::yellow};
}

}  // namespace qoslab::dataplane
