// Access lists, and what subscribers of a kind have in common.
#include <fmt/format.h>

#include "helpers/scenario/sections/gateway_sections.h"
#include "helpers/scenario/sections/names.h"
#include "helpers/scenario/sections/sections.h"

namespace qoslab::sections {
namespace {

/// Reads one profile.
class ProfileReader {
 public:
  ProfileReader(const GatewayRates& rates, const std::vector<std::string>& lists, Diagnostics& out)
      : rates_{rates}, lists_{lists}, out_{out} {}

  ProfileSpec read(const std::string& name, const Fields& f) {
    ProfileSpec spec;
    spec.name = name;
    spec.rate = rates_.rate(f, "rate");
    spec.burst = f.size("burst").value_or(spec.burst);
    spec.weight = f.count("weight").value_or(spec.weight);
    spec.children = share_by(f);
    spec.access_list = f.text("access_list");
    known(f, "access_list", "access list", lists_);
    spec.arbiters = arbiters(f);
    for (const auto& [entry, c] : f.named("classes"))
      spec.classes.push_back(one_class(entry->key, c, names_of(spec.arbiters)));
    return spec;
  }

 private:
  void known(const Fields& f, std::string_view key, const std::string& what, const std::vector<std::string>& names) {
    if (const Value* name = f.value().find(key); name != nullptr) resolve(*name, what, names, out_);
  }

  /// Parents before children; those of a circle last, which is reported later.
  std::vector<ArbiterSpec> arbiters(const Fields& f) {
    std::vector<ArbiterSpec> waiting;
    const auto written = f.named("arbiters");
    std::vector<std::string> names;
    for (const auto& [entry, a] : written) names.push_back(entry->key);
    for (const auto& [entry, a] : written) {
      ArbiterSpec spec{.name = entry->key, .parent = a.text("parent"), .rate = {}};
      known(a, "parent", "arbiter", names);
      spec.rate = rates_.rate(a, "rate").value_or(Rate{});
      spec.burst = a.size("burst").value_or(spec.burst);
      spec.level = static_cast<int>(a.count("level").value_or(spec.level));
      spec.weight = a.count("weight").value_or(spec.weight);
      waiting.push_back(std::move(spec));
    }
    return in_order_of_birth(std::move(waiting));
  }

  static std::vector<ArbiterSpec> in_order_of_birth(std::vector<ArbiterSpec> waiting) {
    std::vector<ArbiterSpec> result;
    for (bool moved = true; moved;) {
      moved = false;
      for (auto a = waiting.begin(); a != waiting.end();) {
        if (!a->parent.empty() && find_named(result, a->parent) == nullptr) {
          ++a;
          continue;
        }
        result.push_back(std::move(*a));
        a = waiting.erase(a);
        moved = true;
      }
    }
    result.insert(result.end(), waiting.begin(), waiting.end());
    return result;
  }

  ProfileClassSpec one_class(const std::string& name, const Fields& f, const std::vector<std::string>& arbiters) {
    ProfileClassSpec spec;
    spec.name = name;
    for (const auto* code : f.scalars("dscp"))
      if (const auto dscp = parse_code_point(code->text)) spec.dscps.push_back(*dscp);
    if (const auto q = f.map("queue")) spec.queue = queue(*q);
    spec.queue.name = name;
    if (const auto p = f.map("policer")) {
      spec.policer = policer(*p, arbiters);
      spec.policer->name = name;
    }
    return spec;
  }

  SubscriberQueueSpec queue(const Fields& f) {
    SubscriberQueueSpec spec;
    spec.pir = rates_.rate(f, "pir");
    spec.mbs = f.size("mbs").value_or(spec.mbs);
    spec.cir = rates_.rate(f, "cir").value_or(spec.cir);
    spec.cbs = f.size("cbs").value_or(spec.cbs);
    spec.level = static_cast<int>(f.count("level").value_or(spec.level));
    spec.cir_level = static_cast<int>(f.count("cir_level").value_or(spec.cir_level));
    spec.weight = f.count("weight").value_or(spec.weight);
    spec.cir_weight = f.count("cir_weight").value_or(spec.cir_weight);
    spec.limit = f.read("limit", parse_queue_limit).value_or(spec.limit);
    return spec;
  }

  SubscriberPolicerSpec policer(const Fields& f, const std::vector<std::string>& arbiters) {
    SubscriberPolicerSpec spec;
    const auto kind = f.text("kind");
    if (kind == "single_rate") spec.kind = SubscriberPolicerSpec::Kind::single_rate;
    if (kind == "two_rate_excess") spec.kind = SubscriberPolicerSpec::Kind::two_rate_excess;
    spec.cir = rates_.rate(f, "cir").value_or(spec.cir);
    spec.cbs = f.size("cbs").value_or(spec.cbs);
    spec.pir = rates_.rate(f, "pir").value_or(spec.pir);
    spec.mbs = f.size("mbs").value_or(spec.mbs);
    spec.parent = f.text("parent");
    known(f, "parent", "arbiter", arbiters);
    spec.level = static_cast<int>(f.count("level").value_or(spec.level));
    spec.weight = f.count("weight").value_or(spec.weight);
    return spec;
  }

  const GatewayRates& rates_;
  const std::vector<std::string>& lists_;
  Diagnostics& out_;
};

/// The gateway of the first group that has this profile; otherwise the first of all.
const GatewaySpec& gateway_of(const std::string& profile, const GatewaysSpec& read) {
  for (const auto& group : read.groups) {
    const auto* gateway = find_named(read.gateways, group.gateway);
    if (group.profile == profile && gateway != nullptr) return *gateway;
  }
  return read.gateways.front();
}

}  // namespace

std::vector<AccessListSpec> access_lists(const Fields& root) {
  std::vector<AccessListSpec> result;
  const Value* section = root.value().find("access_lists");
  if (section == nullptr) return result;
  for (const auto& list : section->entries) {
    AccessListSpec spec{.name = list.key, .entries = {}};
    for (const auto& item : list.value.items) {
      if (item.kind != Value::Kind::map) continue;
      const Fields f{item, keys::access_list_entry()};
      AclEntrySpec entry;
      if (const auto m = f.map("match")) entry.match = header_match(*m);
      entry.permit = f.flag("permit");
      entry.times = f.count("times").value_or(entry.times);
      spec.entries.push_back(std::move(entry));
    }
    result.push_back(std::move(spec));
  }
  return result;
}

std::vector<ProfileSpec> profiles(const Fields& root, const GatewaysSpec& read, Diagnostics& out) {
  std::vector<ProfileSpec> result;
  const auto lists = names_of(read.access_lists);
  for (const auto& [entry, f] : root.named("profiles")) {
    const auto& gateway = gateway_of(entry->key, read);
    const GatewayRates rates{gateway.layer, gateway.name, out};
    result.push_back(ProfileReader{rates, lists, out}.read(entry->key, f));
  }
  return result;
}

}  // namespace qoslab::sections
