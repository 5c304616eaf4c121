// Groups of subscribers, and hosts behind gateways.
#include <fmt/format.h>

#include "helpers/scenario/show_parts.h"
#include "model/diffserv/phb.h"
#include "model/units/parse.h"

namespace qoslab {
namespace {

std::string shown(const VlanRange& r) {
  return r.first == r.last ? std::to_string(r.first) : fmt::format("{}-{}", r.first, r.last);
}

std::string shown(const std::vector<SizeMix::Entry>& sizes) {
  std::string text;
  for (const auto& e : sizes) {
    const auto times = sizes.size() == 1 ? "" : fmt::format("{} x ", e.weight);
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", times, to_string(e.frame));
  }
  return text;
}

std::string shown(const SizeMix& mix) {
  const auto v4 = shown(mix.ipv4);
  const auto v6 = shown(mix.ipv6);
  if (v4.empty() || v6.empty() || v4 == v6) return v4.empty() ? v6 : v4;
  return fmt::format("{}; IPv6 {}", v4, v6);
}

std::string pacing(const GroupTrafficSpec& t) {
  switch (t.pacing) {
    case Pacing::constant:
      return "constant";
    case Pacing::poisson:
      return "poisson";
    case Pacing::on_off:
      return fmt::format("on for {}, off for {} (means)", to_string(t.mean_on), to_string(t.mean_off));
    case Pacing::bursts:
      return fmt::format("bursts of {}", t.burst);
  }
  return "";
}

std::string shown(const GroupTrafficSpec& t) {
  std::string text = t.direction == Direction::upstream ? "    upstream" : "    downstream";
  if (!t.trace.empty()) text += " from " + t.trace + (t.repeat ? ", repeated" : "");
  if (t.rate.rate > Rate{}) text += fmt::format(" {}", to_string(t.rate));
  if (t.trace.empty()) {
    text += fmt::format(", {}, frames of {}\n     ", pacing(t), shown(t.sizes));
    for (const auto& share : t.classes)
      text += fmt::format(" {:g} % {} ({}),", 100 * share.share, share.class_name, to_string(share.dscp));
    text.pop_back();
  }
  if (t.loaded) text += fmt::format(", the first {} subscribers", *t.loaded);
  text += fmt::format(", from {}", to_string(t.start.since_start()));
  if (t.stop) text += fmt::format(" to {}", to_string(t.stop->since_start()));
  return text + "\n";
}

}  // namespace

std::string show_groups(const std::vector<SubscriberGroupSpec>& groups) {
  std::string text;
  for (const auto& g : groups) {
    text += fmt::format("  {}   {} of {} behind {}, {}", g.name, g.count, g.profile, g.gateway,
                        g.framing == Framing::pppoe ? "PPPoE" : "IPoE");
    if (g.inner) text += fmt::format(", VLANs {}{}", g.outer ? shown(*g.outer) + " . " : "", shown(*g.inner));
    if (g.ipv4) text += fmt::format(", {}", show(*g.ipv4));
    if (g.ipv6) text += fmt::format(", {} by /{}", show(*g.ipv6), g.ipv6_length);
    if (!g.samples.empty()) text += fmt::format(", sampled {}", fmt::join(g.samples, " "));
    text += "\n";
    for (const auto& t : g.traffic) text += shown(t);
  }
  return text;
}

std::string show_hosts(const std::vector<GatewayHostSpec>& hosts) {
  std::string text;
  for (const auto& h : hosts)
    text +=
        fmt::format("  {}   behind {}, {}\n", h.node, h.gateway,
                    h.group.empty() ? "on the network side" : fmt::format("subscriber {} of {}", h.number, h.group));
  return text;
}

}  // namespace qoslab
