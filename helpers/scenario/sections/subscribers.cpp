// Groups of subscribers, their traffic, and hosts behind a gateway.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "helpers/scenario/sections/gateway_sections.h"
#include "helpers/scenario/sections/names.h"
#include "model/diffserv/phb.h"

namespace qoslab::sections {
namespace {

/// The gateway that is named or, when there is one only, that one.
std::string gateway_name(const Entry& entry, const Fields& f, const std::vector<GatewaySpec>& gateways,
                         Diagnostics& out) {
  if (const Value* name = f.value().find("gateway"); name != nullptr) {
    resolve(*name, "gateway", names_of(gateways), out);
    return f.text("gateway");
  }
  if (gateways.size() == 1) return gateways.front().name;
  error(out, entry.position, fmt::format("{} does not say behind which gateway it is", in_quotes(entry.key)),
        "write gateway: " + gateways.front().name);
  return "";
}

SizeMix sizes(const Fields& f, const SubscriberGroupSpec& group) {
  SizeMix mix;
  const auto add = [&](Bytes v4, Bytes v6, std::int64_t weight) {
    if (group.ipv4) mix.ipv4.push_back({v4, weight});
    if (group.ipv6) mix.ipv6.push_back({v6, weight});
  };
  if (const auto all = f.size("sizes")) add(*all, *all, 1);
  for (const auto& entry : f.maps("sizes")) {
    const auto frame = entry.size("frame").value_or(Bytes{});
    add(frame, entry.size("ipv6").value_or(frame), entry.count("weight").value_or(1));
  }
  return mix;
}

/// How the class's packets are marked: as its first code point says, or with the first that no class claims.
Dscp mark_of(const ProfileClassSpec& c, const ProfileSpec& profile) {
  if (!c.dscps.empty()) return c.dscps.front();
  const auto claimed = [&](Dscp mark) {
    return std::any_of(profile.classes.begin(), profile.classes.end(), [&](const auto& other) {
      return std::find(other.dscps.begin(), other.dscps.end(), mark) != other.dscps.end();
    });
  };
  Dscp mark;
  while (mark.value < 63 && claimed(mark)) ++mark.value;
  return mark;
}

/// Shares of the profile's classes, as written; with one class it has all.
std::vector<GroupTrafficSpec::Share> shares(const Fields& f, const ProfileSpec& profile, Diagnostics& out) {
  std::vector<GroupTrafficSpec::Share> result;
  const Value* written = f.value().find("classes");
  if (written == nullptr && f.has("trace")) {  // the capture's code points say it
    for (const auto& c : profile.classes)
      result.push_back({c.name, mark_of(c, profile), 1 / static_cast<double>(profile.classes.size())});
    return result;
  }
  if (written == nullptr) {
    if (profile.classes.size() == 1) return {{profile.classes[0].name, mark_of(profile.classes[0], profile), 1}};
    error(out, f.value().position,
          fmt::format("how is this traffic divided among the {} classes of profile '{}'?", profile.classes.size(),
                      profile.name),
          fmt::format("write classes: {{{}: 100 %}}", profile.classes.empty() ? "NAME" : profile.classes[0].name));
    return result;
  }
  for (const auto& e : written->entries) {
    const auto* c = find_named(profile.classes, e.key);
    if (c == nullptr) {
      error(out, e.position, fmt::format("profile '{}' has no class {}", profile.name, in_quotes(e.key)),
            did_you_mean(e.key, names_of(profile.classes)));
      continue;
    }
    const auto percent = parse_percent(e.value.text);
    if (percent) result.push_back({c->name, mark_of(*c, profile), *percent / 100});
  }
  return result;
}

Pacing pacing(const std::string& word) {
  if (word == "poisson") return Pacing::poisson;
  if (word == "on_off") return Pacing::on_off;
  return word == "bursts" ? Pacing::bursts : Pacing::constant;
}

/// A file beside the one in which it is named.
void read_trace_of(GroupTrafficSpec& spec, const Fields& f, const SubscriberGroupSpec& group, Captures& captures,
                   Diagnostics& out) {
  const auto name = f.text("trace");
  if (name.empty()) return;
  const auto path = std::filesystem::path{f.place("trace").file}.parent_path() / name;
  std::error_code fault;
  if (!std::filesystem::is_regular_file(path, fault)) {
    error(out, f.place("trace"), fmt::format("no capture {}", in_quotes(path.string())),
          "its name is relative to this file");
    return;
  }
  spec.trace = path.string();
  spec.captured = captures.of(f, spec.trace, group, out);
  spec.repeat = f.flag("repeat");
}

GroupTrafficSpec one_traffic(const Fields& f, const SubscriberGroupSpec& group, const ProfileSpec* profile,
                             Captures& captures, Diagnostics& out) {
  GroupTrafficSpec spec;
  spec.rate = f.rate("rate").value_or(LayeredRate{});
  spec.sizes = sizes(f, group);
  spec.pacing = pacing(f.text("pacing"));
  spec.burst = f.count("burst").value_or(spec.burst);
  spec.mean_on = f.time("mean_on").value_or(spec.mean_on);
  spec.mean_off = f.time("mean_off").value_or(spec.mean_off);
  if (profile != nullptr) spec.classes = shares(f, *profile, out);
  spec.loaded = f.count("loaded");
  spec.start = Instant::at(f.time("start").value_or(Duration{}));
  if (const auto t = f.time("stop")) spec.stop = Instant::at(*t);
  read_trace_of(spec, f, group, captures, out);
  return spec;
}

}  // namespace

std::vector<SubscriberGroupSpec> groups(const Fields& root, const std::vector<GatewaySpec>& gateways,
                                        Diagnostics& out) {
  std::vector<SubscriberGroupSpec> result;
  std::vector<std::string> profiles;
  for (const auto& [entry, f] : root.named("profiles")) profiles.push_back(entry->key);
  for (const auto& [entry, f] : root.named("subscribers")) {
    SubscriberGroupSpec spec;
    spec.name = entry->key;
    spec.gateway = gateway_name(*entry, f, gateways, out);
    spec.profile = f.text("profile");
    if (const Value* name = f.value().find("profile"); name != nullptr) resolve(*name, "profile", profiles, out);
    spec.count = f.count("count").value_or(0);
    spec.framing = f.text("framing") == "pppoe" ? Framing::pppoe : Framing::ipoe;
    if (const auto tags = f.map("vlans")) {
      spec.outer = tags->read("outer", parse_vlans);
      spec.inner = tags->read("inner", parse_vlans);
    }
    spec.ipv4 = f.read("ipv4", parse_prefix);
    if (const auto pool = f.map("ipv6")) {
      spec.ipv6 = pool->read("prefix", parse_prefix);
      spec.ipv6_length = static_cast<int>(pool->count("each").value_or(spec.ipv6_length));
    }
    for (const auto* number : f.scalars("sample"))
      if (const auto n = parse_count(number->text)) spec.samples.push_back(*n);
    result.push_back(std::move(spec));
  }
  return result;
}

std::vector<GroupTrafficSpec> group_traffic(const Fields& group, const SubscriberGroupSpec& spec,
                                            const std::vector<ProfileSpec>& profiles, Captures& captures,
                                            Diagnostics& out) {
  std::vector<GroupTrafficSpec> result;
  const auto* profile = find_named(profiles, spec.profile);
  for (const auto& f : group.maps("traffic")) {
    auto traffic = one_traffic(f, spec, profile, captures, out);
    const auto direction = f.text("direction");
    traffic.direction = direction == "upstream" ? Direction::upstream : Direction::downstream;
    result.push_back(traffic);
    if (direction != "both") continue;
    traffic.direction = Direction::upstream;
    result.push_back(std::move(traffic));
  }
  return result;
}

std::vector<GatewayHostSpec> gateway_hosts(const Fields& root, const GatewaysSpec& read,
                                           const std::vector<std::string>& nodes, Diagnostics& out) {
  std::vector<GatewayHostSpec> result;
  for (const auto& [entry, f] : root.named("hosts")) {
    GatewayHostSpec spec{.node = entry->key, .gateway = gateway_name(*entry, f, read.gateways, out), .group = {}};
    if (std::find(nodes.begin(), nodes.end(), entry->key) == nodes.end()) {
      error(out, entry->position, fmt::format("no node {}", in_quotes(entry->key)),
            did_you_mean(entry->key, nodes, "define it under 'nodes'"));
    }
    if (const auto s = f.map("subscriber")) {
      spec.group = s->text("group");
      if (const Value* name = s->value().find("group"); name != nullptr)
        resolve(*name, "group of subscribers", names_of(read.groups), out);
      spec.number = s->count("number").value_or(0);
    }
    result.push_back(std::move(spec));
  }
  return result;
}

}  // namespace qoslab::sections
