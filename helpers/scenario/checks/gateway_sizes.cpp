// Buckets and queues of subscribers, aggregates and ports against the packets that come.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "helpers/scenario/checks/gateway_places.h"
#include "helpers/scenario/checks/places.h"
#include "helpers/scenario/gateway_facts.h"
#include "helpers/scenario/sections/names.h"

namespace qoslab::checks {
namespace {

/// Compares a key's size with a packet, and complains.
class Bucket {
 public:
  Bucket(const Fields& written, std::string_view key, Bytes depth) : written_{written}, key_{key}, depth_{depth} {}

  /// `whose`: the packet's.
  void must_hold(Bytes packet, const std::string& whose, Diagnostics& out, std::int64_t parts = 1) const {
    if (depth_.count() / parts >= packet.count()) return;
    const bool written = written_.has(key_);
    error(out, written_.place(key_),
          fmt::format("'{}'{} holds no packet of {}: {}", key_,
                      written ? "" : fmt::format(" ({}, as nothing is written)", to_string(depth_)), whose,
                      to_string(packet)),
          fmt::format("at least {}{}", to_string(packet * parts),
                      parts == 1 ? "" : fmt::format(": that for each of {} levels", parts)));
  }

 private:
  const Fields& written_;
  std::string_view key_;
  Bytes depth_;
};

class ProfileSizes {
 public:
  ProfileSizes(const GatewaysSpec& all, const ProfileSpec& profile, const Fields& written, Diagnostics& out)
      : all_{all}, profile_{profile}, written_{written}, out_{out} {}

  void check() {
    for (const auto& [entry, f] : written_.named("classes")) {
      const auto* c = sections::find_named(profile_.classes, entry->key);
      const auto down = largest_packet(all_, profile_, *c, Direction::downstream);
      const auto q = f.map("queue");
      if (q && down.group != nullptr) queue(c->queue, *q, down, name(*c, down));
      if (profile_.rate && down.group != nullptr)
        Bucket{written_, "burst", profile_.burst}.must_hold(down.size, name(*c, down), out_);
      const auto up = largest_packet(all_, profile_, *c, Direction::upstream);
      if (!c->policer || up.group == nullptr) continue;
      policer(*c->policer, *f.map("policer"), up, name(*c, up));
      arbiters(c->policer->parent, up, name(*c, up));
    }
  }

 private:
  static std::string name(const ProfileClassSpec& c, const LargestPacket& p) {
    return fmt::format("class '{}' of group '{}'", c.name, p.group->name);
  }

  void queue(const SubscriberQueueSpec& q, const Fields& f, const LargestPacket& p, const std::string& whose) {
    if (q.pir) Bucket{f, "mbs", q.mbs}.must_hold(p.size, whose, out_);
    if (q.cir > Rate{}) Bucket{f, "cbs", q.cbs}.must_hold(p.size, whose, out_);
    if (q.limit.bytes) Bucket{f, "limit", *q.limit.bytes}.must_hold(p.size, whose, out_);
  }

  void policer(const SubscriberPolicerSpec& p, const Fields& f, const LargestPacket& packet, const std::string& whose) {
    const bool has_excess = p.kind == SubscriberPolicerSpec::Kind::single_rate ? p.cir > Rate{} : p.pir > Rate{};
    const Bytes committed = p.cir > Rate{} ? p.cbs : Bytes{};
    const Bytes excess = has_excess ? p.mbs : Bytes{};
    if (p.kind == SubscriberPolicerSpec::Kind::two_rate) {
      if (p.cir > Rate{}) Bucket{f, "cbs", p.cbs}.must_hold(packet.size, whose, out_);
      Bucket{f, "mbs", p.mbs}.must_hold(packet.size, whose, out_);
    } else if (committed >= excess) {
      Bucket{f, "cbs", committed}.must_hold(packet.size, whose, out_);
    } else {
      Bucket{f, "mbs", excess}.must_hold(packet.size, whose, out_);
    }
  }

  /// The lowest of the levels below an arbiter has an equal part of its burst.
  void arbiters(const std::string& nearest, const LargestPacket& packet, const std::string& whose) {
    const auto* a = sections::find_named(profile_.arbiters, nearest);
    for (std::size_t above = 0; a != nullptr && above < profile_.arbiters.size(); ++above) {
      const Fields f{written_.value().find("arbiters")->find_entry(a->name)->value, keys::arbiter()};
      Bucket{f, "burst", a->burst}.must_hold(packet.size, whose, out_, levels_below(a->name));
      a = sections::find_named(profile_.arbiters, a->parent);
    }
  }

  [[nodiscard]] std::int64_t levels_below(const std::string& arbiter) const {
    std::set<int> levels;
    for (const auto& a : profile_.arbiters)
      if (a.parent == arbiter) levels.insert(a.level);
    for (const auto& c : profile_.classes)
      if (c.policer && c.policer->parent == arbiter) levels.insert(c.policer->level);
    return static_cast<std::int64_t>(levels.size());
  }

  const GatewaysSpec& all_;
  const ProfileSpec& profile_;
  const Fields& written_;
  Diagnostics& out_;
};

/// Downstream, through the port scheduler.
class PortSizes {
 public:
  PortSizes(const GatewaysSpec& all, const GatewaySpec& gateway, const Fields& scheduler, Diagnostics& out)
      : spec_{gateway.access.scheduler}, written_{scheduler}, out_{out} {
    for (const auto* group : groups_behind(gateway, all)) {
      const auto* profile = sections::find_named(all.profiles, group->profile);
      if (profile == nullptr) continue;
      for (const auto& c : profile->classes) {
        const auto p = largest_packet(all, *profile, c, Direction::downstream);
        if (p.group != nullptr) packets_.push_back({&c, p});
      }
    }
  }

  void check() {
    if (const auto* p = largest_of([](const SubscriberQueueSpec&) { return true; })) {
      if (spec_.rate) must_hold(written_, spec_.burst, *p);
      const auto levels = written_.maps("aggregates");
      for (std::size_t i = 0; i < levels.size() && i < spec_.aggregates.size(); ++i)
        if (!spec_.aggregates[i].rates.empty()) must_hold(levels[i], spec_.aggregates[i].burst, *p);
    }
    for (const auto& [entry, f] : written_.named("levels")) {
      const auto number = parse_count(entry->key);
      if (!number || *number < 1 || *number > 8) continue;
      const auto passes = [&](const SubscriberQueueSpec& q) {
        return q.level == *number || (q.cir > Rate{} && q.cir_level == *number);
      };
      const auto* p = largest_of(passes);
      if (p != nullptr) must_hold(f, spec_.levels.at(static_cast<std::size_t>(*number) - 1)->burst, *p);
    }
  }

 private:
  struct Passing {
    const ProfileClassSpec* of;
    LargestPacket packet;
  };

  template <typename Passes>
  const Passing* largest_of(Passes passes) const {
    const Passing* result = nullptr;
    for (const auto& p : packets_)
      if (passes(p.of->queue) && (result == nullptr || p.packet.size > result->packet.size)) result = &p;
    return result;
  }

  void must_hold(const Fields& written, Bytes burst, const Passing& p) {
    Bucket{written, "burst", burst}.must_hold(
        p.packet.size, fmt::format("class '{}' of group '{}'", p.of->name, p.packet.group->name), out_);
  }

  const PortSchedulerSpec& spec_;
  const Fields& written_;
  std::vector<Passing> packets_;
  Diagnostics& out_;
};

}  // namespace

void gateway_sizes(const Subject& subject, Diagnostics& out) {
  const auto& all = subject.scenario.gateways;
  for (const auto& [profile, f] : with_places(all.profiles, subject.root, "profiles"))
    ProfileSizes{all, *profile, f, out}.check();
  for (const auto& [gateway, f] : with_places(all.gateways, subject.root, "gateways")) {
    const auto access = f.map("access");
    const auto scheduler = access ? access->map("scheduler") : std::nullopt;
    if (scheduler) PortSizes{all, *gateway, *scheduler, out}.check();
  }
}

}  // namespace qoslab::checks
