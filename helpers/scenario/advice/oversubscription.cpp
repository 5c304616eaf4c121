// What children may send together against what their parent may, at every level of a gateway.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "helpers/scenario/advice/advice.h"
#include "helpers/scenario/checks/gateway_places.h"
#include "helpers/scenario/checks/places.h"
#include "helpers/scenario/gateway_facts.h"
#include "helpers/scenario/load/limits.h"
#include "helpers/scenario/rate_text.h"
#include "helpers/scenario/sections/names.h"

namespace qoslab::advice {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();
using load::bits;

/// What something may send: at most, and as promised.
struct Claim {
  double peak = 0;
  double committed = 0;
  Claim& operator+=(const Claim& other) {
    peak += other.peak;
    committed += other.committed;
    return *this;
  }
  friend Claim operator*(std::int64_t n, Claim c) {
    const auto times = static_cast<double>(n);
    return {n == 0 ? 0 : times * c.peak, times * c.committed};
  }
  [[nodiscard]] Claim below(double rate) const { return {std::min(peak, rate), std::min(committed, rate)}; }
};

/// `whose`: "the queues of profile 'home'"; `rate_of`: "its rate".
void compare(const Claim& claim, double rate, const std::string& whose, const Position& at, Diagnostics& out) {
  if (!excess(claim.committed, rate).empty()) {
    warning(out, at,
            fmt::format("the committed rates of {} sum to {}, above {}", whose, about(claim.committed), about(rate)),
            excess(claim.committed, rate) + " too much: they cannot all be kept");
  }
  if (claim.peak == unlimited || excess(claim.peak, rate).empty()) return;
  note(out, at, fmt::format("the peak rates of {} sum to {}, above {}", whose, about(claim.peak), about(rate)),
       fmt::format("oversubscribed {} : 1", three_digits(claim.peak / rate)));
}

/// What is never within CIR has no promise.
Claim claim_of(const SubscriberQueueSpec& q) {
  return {q.pir ? bits(*q.pir) : unlimited, q.cir_weight > 0 ? bits(q.cir) : 0};
}

Claim claim_of(const SubscriberPolicerSpec& p) { return {load::most_of(p), bits(p.cir)}; }

Claim queues_of(const ProfileSpec& profile) {
  Claim sum;
  for (const auto& c : profile.classes) sum += claim_of(c.queue);
  return sum;
}

/// Arbiters have been put in order: parents first.
void arbiters(const ProfileSpec& profile, const Fields& written, Diagnostics& out) {
  std::vector<Claim> claims(profile.arbiters.size());
  for (std::size_t i = claims.size(); i-- > 0;) {
    const auto& a = profile.arbiters[i];
    for (const auto& c : profile.classes)
      if (c.policer && c.policer->parent == a.name) claims[i] += claim_of(*c.policer);
    for (std::size_t j = i + 1; j < claims.size(); ++j)
      if (profile.arbiters[j].parent == a.name) claims[i] += claims[j].below(bits(profile.arbiters[j].rate));
    compare(claims[i], bits(a.rate), fmt::format("what is below arbiter '{}'", a.name),
            checks::place_in(written.value().find("arbiters")->find_entry(a.name), "rate"), out);
  }
}

/// One access port of a gateway: the first, on which no group has fewer subscribers than on another.
class Port {
 public:
  Port(const GatewaySpec& gateway, const Fields& access, const GatewaysSpec& all, Diagnostics& out)
      : gateway_{gateway}, scheduler_{gateway.access.scheduler}, access_{access}, out_{out} {
    for (const auto* group : groups_behind(gateway, all)) {
      const auto* profile = sections::find_named(all.profiles, group->profile);
      groups_.push_back({profile, subscribers_on(0, *group, gateway)});
    }
  }

  void check() {
    const auto written = access_.map("scheduler");
    auto claims = subscribers_by(lowest_size());
    if (written) {
      const auto levels = written->maps("aggregates");
      for (std::size_t i = scheduler_.aggregates.size(); i-- > 0;) {
        if (i + 1 < scheduler_.aggregates.size())
          claims = joined(claims, scheduler_.aggregates[i].subscribers / scheduler_.aggregates[i + 1].subscribers);
        aggregates(scheduler_.aggregates[i], claims, levels[i]);
      }
      caps(*written);
    }
    Claim all;
    for (const auto& c : claims) all += c;
    const auto at = written && written->has("rate") ? written->place("rate") : access_.place("rate");
    compare(all, bits(scheduler_.rate.value_or(gateway_.access.rate)), "what is behind access port 0", at, out_);
  }

 private:
  struct Members {
    const ProfileSpec* profile;
    std::int64_t count;
  };

  static Claim claim_of(const ProfileSpec& profile) {
    const Claim queues = queues_of(profile);
    return queues.below(own_rate(profile));
  }
  static double own_rate(const ProfileSpec& profile) { return profile.rate ? bits(*profile.rate) : unlimited; }
  [[nodiscard]] std::int64_t lowest_size() const {
    return scheduler_.aggregates.empty() ? std::numeric_limits<std::int64_t>::max()
                                         : scheduler_.aggregates.back().subscribers;
  }

  /// So many subscribers after each other, in the port's order, together.
  [[nodiscard]] std::vector<Claim> subscribers_by(std::int64_t size) const {
    std::vector<Claim> result;
    std::int64_t room = 0;
    for (const auto& members : groups_) {
      const Claim each = claim_of(*members.profile);
      for (std::int64_t left = members.count; left > 0;) {
        if (room == 0) {
          result.emplace_back();
          room = size;
        }
        const auto taken = std::min(left, room);
        result.back() += taken * each;
        left -= taken;
        room -= taken;
      }
    }
    return result;
  }

  static std::vector<Claim> joined(const std::vector<Claim>& parts, std::int64_t size) {
    std::vector<Claim> result((parts.size() + static_cast<std::size_t>(size) - 1) / static_cast<std::size_t>(size));
    for (std::size_t i = 0; i < parts.size(); ++i) result[i / static_cast<std::size_t>(size)] += parts[i];
    return result;
  }

  /// Says what is worst, and limits each claim.
  void aggregates(const AggregateLevelSpec& level, std::vector<Claim>& claims, const Fields& written) {
    if (level.rates.empty()) return;
    const auto rate_of = [&](std::size_t n) { return bits(level.rates[n % level.rates.size()]); };
    std::size_t worst_peak = 0;
    std::size_t worst_committed = 0;
    for (std::size_t n = 0; n < claims.size(); ++n) {
      const auto ratio = [&](double Claim::*part, std::size_t of) { return claims[of].*part / rate_of(of); };
      if (ratio(&Claim::peak, n) > ratio(&Claim::peak, worst_peak)) worst_peak = n;
      if (ratio(&Claim::committed, n) > ratio(&Claim::committed, worst_committed)) worst_committed = n;
    }
    const auto say = [&](const Claim& claim, std::size_t n) {
      compare(claim, rate_of(n), fmt::format("what is below {}.{} of access port 0", level.name, n),
              written.place("rate"), out_);
    };
    if (claims.empty()) return;
    say({claims[worst_peak].peak, 0}, worst_peak);
    say({0, claims[worst_committed].committed}, worst_committed);
    for (std::size_t n = 0; n < claims.size(); ++n) claims[n] = claims[n].below(rate_of(n));
  }

  /// Of one subscriber's queues, those that a level serves.
  static Claim in_level(const ProfileSpec& profile, std::int64_t level) {
    Claim sum;
    for (const auto& c : profile.classes) {
      const Claim queue = advice::claim_of(c.queue);
      sum += {c.queue.level == level ? queue.peak : 0, c.queue.cir_level == level ? queue.committed : 0};
    }
    return sum.below(own_rate(profile));
  }

  /// Of the levels.
  void caps(const Fields& written) {
    for (const auto& [entry, f] : written.named("levels")) {
      const auto number = parse_count(entry->key);
      if (!number) continue;
      Claim sum;
      for (const auto& members : groups_) sum += members.count * in_level(*members.profile, *number);
      const auto& cap = scheduler_.levels.at(static_cast<std::size_t>(*number) - 1);
      compare(sum, bits(cap->rate), fmt::format("the queues in level {} of access port 0", *number), f.place("rate"),
              out_);
    }
  }

  const GatewaySpec& gateway_;
  const PortSchedulerSpec& scheduler_;
  const Fields& access_;
  std::vector<Members> groups_;
  Diagnostics& out_;
};

/// TCP needs about so long to hear of a loss, and keeps sending until then.
constexpr std::int64_t round_trip_ms = 10;

void small_bursts(const ProfileSpec& profile, const Fields& written, Diagnostics& out) {
  const auto say = [&](const Fields& f, Rate rate, Bytes burst) {
    const Bytes needed = Credit::earned(rate, Duration::milliseconds(round_trip_ms)).bytes();
    if (burst >= needed) return;
    note(out, f.place("mbs"),
         fmt::format("a burst of {} at {} lasts {}: less than a round trip of {} ms, so TCP may stay below the rate",
                     to_string(burst), to_string(rate), about_time(static_cast<double>(burst.bits()) / bits(rate)),
                     round_trip_ms),
         fmt::format("about {}", to_string(needed)));
  };
  for (const auto& [entry, f] : written.named("classes")) {
    const auto* c = sections::find_named(profile.classes, entry->key);
    const auto q = f.map("queue");
    const auto p = f.map("policer");
    if (q && c->queue.pir) say(*q, *c->queue.pir, c->queue.mbs);
    if (p && c->policer->pir > Rate{}) say(*p, c->policer->pir, c->policer->mbs);
  }
}

}  // namespace

void oversubscription(const Advised& advised, Diagnostics& out) {
  const auto& all = advised.subject.scenario.gateways;
  const auto& root = advised.subject.root;
  for (const auto& [profile, f] : checks::with_places(all.profiles, root, "profiles")) {
    const Entry* entry = checks::entry_of(root, "profiles", profile->name);
    if (profile->rate)
      compare(queues_of(*profile), bits(*profile->rate), fmt::format("the queues of profile '{}'", profile->name),
              checks::place_in(entry, "rate"), out);
    arbiters(*profile, f, out);
    small_bursts(*profile, f, out);
    const bool used = std::any_of(all.groups.begin(), all.groups.end(),
                                  [&, name = profile->name](const auto& group) { return group.profile == name; });
    if (!used)
      warning(out, entry->position, fmt::format("no group has profile '{}'", profile->name), "remove it, or name it");
  }
  for (const auto& [gateway, f] : checks::with_places(all.gateways, root, "gateways"))
    if (const auto access = f.map("access")) Port{*gateway, *access, all, out}.check();
}

}  // namespace qoslab::advice
