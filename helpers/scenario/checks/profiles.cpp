// Profiles: classes, queues, policers and arbiters that fit together.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "helpers/scenario/checks/gateway_places.h"
#include "helpers/scenario/checks/places.h"
#include "helpers/scenario/gateway_facts.h"
#include "helpers/scenario/sections/names.h"
#include "model/diffserv/phb.h"

namespace qoslab::checks {
namespace {

constexpr std::size_t most_classes = 8;
constexpr int most_tiers = 3;  // the root and two below

class ProfileCheck {
 public:
  ProfileCheck(const ProfileSpec& profile, const Fields& written, Diagnostics& out)
      : profile_{profile}, written_{written}, out_{out} {}

  void all() {
    classes();
    code_points();
    for (const auto& [entry, f] : written_.named("classes")) {
      const auto* c = sections::find_named(profile_.classes, entry->key);
      if (const auto q = f.map("queue")) queue(c->queue, *q);
      if (const auto p = f.map("policer")) policer(*c->policer, *p);
    }
    weights();
    arbiters();
  }

 private:
  void complain(const Position& at, std::string what, std::string fix) {
    error(out_, at, std::move(what), std::move(fix));
  }

  void classes() {
    const auto n = profile_.classes.size();
    if (!written_.has("classes") || (n >= 1 && n <= most_classes)) return;
    complain(written_.place("classes"), fmt::format("profile '{}' has {} classes", profile_.name, n),
             fmt::format("1 to {}", most_classes));
  }

  /// Each code point belongs to one class, and one class at most takes the rest.
  void code_points() {
    std::map<Dscp, std::string> owners;
    const std::string* rest = nullptr;
    for (const auto& [entry, f] : written_.named("classes")) {
      if (!f.has("dscp")) {
        if (rest != nullptr)
          complain(entry->position,
                   fmt::format("class '{}' and class '{}' both take all other code points", *rest, entry->key),
                   "give one of them a dscp");
        rest = &entry->key;
      }
      for (const auto* written : f.scalars("dscp")) {
        const auto dscp = parse_code_point(written->text);
        if (!dscp) continue;
        const auto [owner, is_new] = owners.try_emplace(*dscp, entry->key);
        if (!is_new)
          complain(written->position,
                   fmt::format("code point {} belongs to class '{}' already", to_string(*dscp), owner->second),
                   "name it once in a profile");
      }
    }
  }

  void queue(const SubscriberQueueSpec& q, const Fields& f) {
    if (q.pir && q.cir > *q.pir)
      complain(f.place("cir"), "the committed rate lies above the peak rate",
               fmt::format("at most {}", to_string(*q.pir)));
  }

  void policer(const SubscriberPolicerSpec& p, const Fields& f) {
    const bool two_rate = p.kind == SubscriberPolicerSpec::Kind::two_rate;
    if (two_rate && p.pir > Rate{} && p.cir > p.pir)
      complain(f.place("cir"), "the committed rate lies above the peak rate (RFC 2698)",
               fmt::format("at most {}", to_string(p.pir)));
    if (!two_rate && p.cir + p.pir == Rate{})
      complain(f.value().position, "a policer that passes nothing: its rates are 0", "write cir");
    if (f.has("level") && p.parent.empty())
      complain(f.place("level"), "a level without a parent", "write parent, or remove the key");
  }

  void weights() {
    const auto& c = profile_.classes;
    const bool orphans = !c.empty() && std::all_of(c.begin(), c.end(), [](const ProfileClassSpec& x) {
      return x.queue.weight == 0 && x.queue.level > 0;
    });
    if (orphans)
      complain(written_.place("classes"), fmt::format("every queue of profile '{}' has weight 0", profile_.name),
               "give one at least 1; orphans have level: 0");
  }

  /// Parents come before children in what was read, but for circles.
  void arbiters() {
    std::map<std::string, int> tiers;
    const std::string* root = nullptr;
    for (const auto& [name, a] : read_order()) {
      const auto at = a->position;
      if (name->parent.empty()) {
        if (root != nullptr)
          complain(at, fmt::format("a second root: '{}' has no parent either", name->name),
                   fmt::format("write parent: {}", *root));
        root = root == nullptr ? &name->name : root;
        tiers[name->name] = 1;
        continue;
      }
      const auto parent = tiers.find(name->parent);
      const bool exists = sections::find_named(profile_.arbiters, name->parent) != nullptr;
      if (parent == tiers.end()) {
        if (exists)
          complain(at, fmt::format("arbiter '{}' is below itself", name->name), "one of a circle is the root");
        continue;
      }
      const int tier = tiers[name->name] = parent->second + 1;
      if (tier == most_tiers + 1)
        complain(at, fmt::format("arbiter '{}' is in the third tier below the root", name->name), "at most two tiers");
    }
  }

  [[nodiscard]] std::vector<std::pair<const ArbiterSpec*, const Entry*>> read_order() const {
    std::vector<std::pair<const ArbiterSpec*, const Entry*>> result;
    for (const auto& a : profile_.arbiters)
      result.emplace_back(&a, written_.value().find("arbiters")->find_entry(a.name));
    return result;
  }

  const ProfileSpec& profile_;
  const Fields& written_;
  Diagnostics& out_;
};

/// Gateways that share a profile count at one layer.
void layers(const Subject& subject, Diagnostics& out) {
  const auto& all = subject.scenario.gateways;
  for (const auto& profile : all.profiles) {
    const GatewaySpec* first = nullptr;
    for (const auto& [group, f] : with_places(all.groups, subject.root, "subscribers")) {
      const auto* gateway = sections::find_named(all.gateways, group->gateway);
      if (group->profile != profile.name || gateway == nullptr) continue;
      if (first != nullptr && first->layer != gateway->layer)
        error(out, f.place("profile"),
              fmt::format("profile '{}' is of gateway '{}', which counts at {}, but '{}' counts at {}", profile.name,
                          first->name, to_string(first->layer), gateway->name, to_string(gateway->layer)),
              "write another profile for it");
      first = first == nullptr ? gateway : first;
    }
  }
}

}  // namespace

void profiles(const Subject& subject, Diagnostics& out) {
  for (const auto& [profile, f] : with_places(subject.scenario.gateways.profiles, subject.root, "profiles"))
    ProfileCheck{*profile, f, out}.all();
  layers(subject, out);
}

}  // namespace qoslab::checks
