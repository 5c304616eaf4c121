// Parts of a gateway that have no effect, or let nothing pass, and times that do not fit the run.
#include <fmt/format.h>

#include <algorithm>

#include "helpers/scenario/advice/advice.h"
#include "helpers/scenario/checks/gateway_places.h"
#include "helpers/scenario/checks/places.h"
#include "helpers/scenario/load/demands.h"
#include "helpers/scenario/rate_text.h"
#include "helpers/scenario/sections/names.h"
#include "model/units/parse.h"

namespace qoslab::advice {
namespace {

/// An arbiter, or one of those below it, is a policer's parent.
bool has_policers(const ProfileSpec& profile, const std::string& arbiter) {
  const bool own = std::any_of(profile.classes.begin(), profile.classes.end(),
                               [&](const auto& c) { return c.policer && c.policer->parent == arbiter; });
  return own || std::any_of(profile.arbiters.begin(), profile.arbiters.end(),
                            [&](const ArbiterSpec& a) { return a.parent == arbiter && has_policers(profile, a.name); });
}

void profile_parts(const ProfileSpec& profile, const Fields& written, Diagnostics& out) {
  for (const auto& a : profile.arbiters) {
    if (has_policers(profile, a.name)) continue;
    warning(out, written.value().find("arbiters")->find_entry(a.name)->position,
            fmt::format("arbiter '{}' has no policer below it: it limits nothing", a.name),
            fmt::format("write parent: {} in a policer, or remove it", a.name));
  }
  for (const auto& [entry, f] : written.named("classes")) {
    const auto& q = sections::find_named(profile.classes, entry->key)->queue;
    if (q.cir == Rate{} || q.cir_weight > 0) continue;
    warning(out, f.map("queue")->place("cir_weight"),
            fmt::format("cir_weight: 0 takes no part within CIR, so the cir of {} of class '{}' has no effect",
                        to_string(q.cir), entry->key),
            "write at least 1, or remove both");
  }
}

void stalls(const GatewaySpec& gateway, const Fields& written, Diagnostics& out) {
  constexpr double most = 0.5;
  if (!gateway.processor || load::standstill(*gateway.processor) < most) return;
  const auto& s = *gateway.processor->stalls;
  warning(
      out, written.map("processor")->place("stalls"),
      fmt::format("the processor stands still for {} % of the time: for {} of every {}",
                  three_digits(100 * load::standstill(*gateway.processor)), to_string(s.longest), to_string(s.every)),
      "shorter stalls, or more time between them");
}

/// What takes longer than everything that is simulated.
void delays(const Advised& advised, Diagnostics& out) {
  const auto& [s, root, topology] = advised.subject;
  const Duration run = s.runs.warmup + s.runs.duration;
  const auto fix = fmt::format("below the {} that are simulated, warm-up included", to_string(run));
  for (const auto& [gateway, f] : checks::with_places(s.gateways.gateways, root, "gateways")) {
    const auto& g = *gateway;
    const Duration all = g.latency + g.access.delay + g.network.delay;
    if (all < run) continue;
    const bool latency = g.latency >= std::max(g.access.delay, g.network.delay);
    const auto side = g.access.delay >= g.network.delay ? "access" : "network";
    warning(out, latency ? f.place("latency") : f.map(side)->place("delay"),
            fmt::format("a packet takes {} through gateway '{}' and its links: none arrives during the run",
                        to_string(all), g.name),
            fix);
  }
  for (const auto& link : s.links) {
    if (link.delay < run) continue;
    warning(
        out, checks::place_in(checks::entry_of(root, "links", link.name), "delay"),
        fmt::format("a packet takes {} over link '{}': none arrives during the run", to_string(link.delay), link.name),
        fix);
  }
}

/// A gateway with hosts works in windows as long as the shortest link to one of them. Each costs something in every
/// stage, also when it is empty.
void windows(const Advised& advised, const GatewaySpec& gateway, Diagnostics& out) {
  constexpr Duration short_one = Duration::microseconds(20);
  constexpr std::int64_t many = 1'000'000;
  const auto& [s, root, topology] = advised.subject;
  const LinkSpec* shortest = nullptr;
  for (const auto& link : s.links)
    if ((link.a == gateway.name || link.b == gateway.name) && (shortest == nullptr || link.delay < shortest->delay))
      shortest = &link;
  if (shortest == nullptr || shortest->delay >= short_one) return;
  const auto number = (s.runs.warmup + s.runs.duration).ps() / shortest->delay.ps();
  if (number < many) return;
  warning(
      out, checks::place_in(checks::entry_of(root, "links", shortest->name), "delay"),
      fmt::format("gateway '{}' works in windows no longer than the delay of link '{}', {}: {} million of them make "
                  "the run slow",
                  gateway.name, shortest->name, to_string(shortest->delay),
                  three_digits(static_cast<double>(number) / 1e6)),
      fmt::format("{} or more on each link to this gateway, and so much less on a link behind it",
                  to_string(short_one)));
}

}  // namespace

void gateway_parts(const Advised& advised, Diagnostics& out) {
  const auto& all = advised.subject.scenario.gateways;
  const auto& root = advised.subject.root;
  for (const auto& [profile, f] : checks::with_places(all.profiles, root, "profiles")) profile_parts(*profile, f, out);
  for (const auto& [gateway, f] : checks::with_places(all.gateways, root, "gateways")) {
    stalls(*gateway, f, out);
    windows(advised, *gateway, out);
  }
  delays(advised, out);
}

}  // namespace qoslab::advice
