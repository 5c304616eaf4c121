// Gateways and the profiles of their subscribers.
#include <fmt/format.h>

#include "helpers/scenario/show_parts.h"
#include "model/diffserv/phb.h"
#include "model/units/parse.h"

namespace qoslab {
namespace {

std::string shown(const ProcessorSpec& p) {
  auto text = fmt::format(
      "    processor {} x {:g} MHz, cycles: {} a packet, {} a vector of {}, {} an access-list entry; rings of {}\n",
      p.cores, static_cast<double>(p.hertz) / 1e6, p.cycles_per_packet, p.cycles_per_vector, p.vector,
      p.cycles_per_entry, p.ring);
  if (p.stalls) {
    const auto& s = *p.stalls;
    text += fmt::format("    stalls of {}{}, one in {}, {}\n", s.fixed ? "" : "up to ", to_string(s.longest),
                        to_string(s.every), s.together ? "all cores together" : "each core on its own");
  }
  return text;
}

std::string shown(const PlatformLimits& limits) {
  std::string text;
  const auto add = [&](const std::optional<std::int64_t>& n, const char* what) {
    if (n) text += fmt::format("{}{} {}", text.empty() ? "    at most " : ", ", *n, what);
  };
  add(limits.queues, "queues");
  add(limits.policers, "policers");
  add(limits.sessions, "sessions");
  return text.empty() ? text : text + "\n";
}

std::string shown(const GatewaySideSpec& side) {
  return fmt::format("{} x {} line, {} one way", side.links, to_string(side.rate), to_string(side.delay));
}

std::string shown(const PortSchedulerSpec& scheduler) {
  std::string text = "      scheduler";
  if (scheduler.rate) text += fmt::format(" {}, burst {},", to_string(*scheduler.rate), to_string(scheduler.burst));
  text += fmt::format(" {}\n", show(scheduler.children));
  for (std::size_t i = scheduler.levels.size(); i-- > 0;) {
    const auto& level = scheduler.levels.at(i);
    if (level)
      text +=
          fmt::format("      level {} at most {}, burst {}\n", i + 1, to_string(level->rate), to_string(level->burst));
  }
  if (scheduler.mixed) text += "    aggregates hold their part of every group\n";
  for (const auto& level : scheduler.aggregates) text += "      " + show(level) + "\n";
  return text;
}

std::string shown(const ArbiterSpec& a) {
  auto text = fmt::format("    arbiter {}   {}, burst {}", a.name, to_string(a.rate), to_string(a.burst));
  if (!a.parent.empty()) text += fmt::format(", below {} at level {}, weight {}", a.parent, a.level, a.weight);
  return text + "\n";
}

std::string shown(const ProfileClassSpec& c) {
  std::string marks;
  for (const auto dscp : c.dscps) marks += " " + to_string(dscp);
  auto text = fmt::format("    {}  {}: {}\n", c.name, marks.empty() ? " the rest" : marks, show(c.queue));
  if (c.policer) text += fmt::format("      {}\n", show(*c.policer));
  return text;
}

}  // namespace

std::string show(ShareBy by) { return by == ShareBy::rate ? "shared by rate" : "shared by weight"; }

std::string show(const AggregateLevelSpec& level) {
  auto text = fmt::format("{} of {} subscribers", level.name, level.subscribers);
  for (std::size_t i = 0; i < level.rates.size(); ++i)
    text += fmt::format("{} {}", i == 0 ? ", rates" : "", to_string(level.rates[i]));
  if (!level.rates.empty()) text += fmt::format(", burst {}", to_string(level.burst));
  if (!level.weights.empty()) text += fmt::format(", weights {}", fmt::join(level.weights, " "));
  return text + fmt::format(", {}", show(level.children));
}

std::string show(const SubscriberQueueSpec& q) {
  std::string text = "queue";
  if (q.pir) text += fmt::format(" pir {}, mbs {},", to_string(*q.pir), to_string(q.mbs));
  if (q.cir > Rate{})
    text += fmt::format(" cir {}, cbs {}, cir level {}, cir weight {},", to_string(q.cir), to_string(q.cbs),
                        q.cir_level, q.cir_weight);
  if (q.level == 0 || q.weight == 0) {
    text += " orphan";
  } else {
    text += fmt::format(" level {}, weight {}", q.level, q.weight);
  }
  if (q.limit.packets) text += fmt::format(", {} packets", *q.limit.packets);
  if (q.limit.bytes) text += fmt::format(", {}", to_string(*q.limit.bytes));
  return text;
}

std::string show(const SubscriberPolicerSpec& p) {
  using Kind = SubscriberPolicerSpec::Kind;
  std::string text = fmt::format("policer cir {}, cbs {}, ", to_string(p.cir), to_string(p.cbs));
  if (p.kind == Kind::two_rate)
    text += fmt::format("pir {}, mbs {} (RFC 2698)", to_string(p.pir), to_string(p.mbs));
  else if (p.kind == Kind::single_rate)
    text += fmt::format("excess burst {} (RFC 2697)", to_string(p.mbs));
  else
    text += fmt::format("excess rate {}, excess burst {} (RFC 4115)", to_string(p.pir), to_string(p.mbs));
  if (!p.parent.empty()) text += fmt::format(", below {} at level {}, weight {}", p.parent, p.level, p.weight);
  return text;
}

std::string show_gateways(const std::vector<GatewaySpec>& gateways) {
  std::string text;
  for (const auto& g : gateways) {
    text += fmt::format("  {}   rates count at {}, latency {}\n", g.name, to_string(g.layer), to_string(g.latency));
    if (g.processor) text += shown(*g.processor);
    text += shown(g.limits);
    text += fmt::format("    access {}\n{}", shown(g.access), shown(g.access.scheduler));
    text += fmt::format("    network {}, buffers of {}\n", shown(g.network), to_string(g.network.buffer));
  }
  return text;
}

std::string show_access_lists(const std::vector<AccessListSpec>& lists) {
  std::string text;
  for (const auto& list : lists) {
    text += fmt::format("  {}\n", list.name);
    for (const auto& e : list.entries)
      text += fmt::format("    {} {}{}\n", e.permit ? "permit" : "drop", show(e.match),
                          e.times == 1 ? "" : fmt::format(", {} times", e.times));
  }
  return text;
}

std::string show_profiles(const std::vector<ProfileSpec>& profiles) {
  std::string text;
  for (const auto& p : profiles) {
    text += fmt::format("  {}   ", p.name);
    if (p.rate) text += fmt::format("{}, burst {}, ", to_string(*p.rate), to_string(p.burst));
    text += fmt::format("weight {}, {}", p.weight, show(p.children));
    if (!p.access_list.empty()) text += ", access list " + p.access_list;
    text += "\n";
    for (const auto& c : p.classes) text += shown(c);
    for (const auto& a : p.arbiters) text += shown(a);
  }
  return text;
}

}  // namespace qoslab
