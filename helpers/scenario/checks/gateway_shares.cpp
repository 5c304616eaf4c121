// Siblings that share by rate: each has one, none is an orphan, and they are not too far apart for the scheduler.
#include <fmt/format.h>

#include <algorithm>

#include "helpers/scenario/checks/gateway_places.h"
#include "helpers/scenario/checks/places.h"
#include "helpers/scenario/gateway_facts.h"
#include "helpers/scenario/sections/names.h"
#include "model/bng/plan.h"

namespace qoslab::checks {
namespace {

constexpr std::int64_t most_ratio = 1 << 24;

/// A rate by which something shares, and where it is written.
struct Part {
  Rate rate;
  Position at;
};

/// All that share one node of the tree, or nodes alike.
class Siblings {
 public:
  /// `divider`: "profile 'home'", which says share: rate.
  Siblings(std::string divider, Diagnostics& out) : divider_{std::move(divider)}, out_{out} {}

  /// `what`: "class 'be'"; it has to have `key`.
  void must_have(std::optional<Rate> rate, const std::string& what, const char* key, const Entry* written) {
    if (rate) return add(*rate, place_in(written, key));
    if (written->value.find(key) == nullptr) lacks(what, key, written->position);
  }
  void lacks(const std::string& what, const char* key, const Position& at) {
    error(out_, at,
          fmt::format("{} has no '{}', by which it would share with its siblings: {} says share: rate", what, key,
                      divider_),
          fmt::format("write {}, or share: weight", key));
  }
  void add(Rate rate, const Position& at) {
    if (rate > Rate{}) parts_.push_back({rate, at});
  }
  void no_orphan(const std::string& what, const Position& at) {
    error(out_, at, fmt::format("{} is an orphan, but {} says share: rate", what, divider_),
          "write share: weight, or give it a level and a weight");
  }
  void not_too_far_apart() const {
    if (parts_.empty()) return;
    const auto less = [](const Part& a, const Part& b) { return a.rate < b.rate; };
    const auto most = std::max_element(parts_.begin(), parts_.end(), less)->rate;
    for (const auto& part : parts_) {
      if (most.bps() / part.rate.bps() < most_ratio) continue;
      error(out_, part.at,
            fmt::format("{} is too little beside a sibling of {}, for {} says share: rate", to_string(part.rate),
                        to_string(most), divider_),
            fmt::format("at least {}, or share: weight", to_string(Rate::bps(most.bps() / most_ratio + 1))));
    }
  }

 private:
  std::string divider_;
  Diagnostics& out_;
  std::vector<Part> parts_;
};

class ShareCheck {
 public:
  ShareCheck(const Subject& subject, const GatewaySpec& gateway, const Fields& written, Diagnostics& out)
      : root_{subject.root}, gateway_{gateway}, written_{written}, out_{out} {
    const auto& all = subject.scenario.gateways;
    for (const auto* group : groups_behind(gateway, all)) {
      const auto* profile = sections::find_named(all.profiles, group->profile);
      if (profile != nullptr && std::find(profiles_.begin(), profiles_.end(), profile) == profiles_.end())
        profiles_.push_back(profile);
    }
  }

  void all() {
    aggregates();
    const bool nodes = std::any_of(profiles_.begin(), profiles_.end(), [](const auto* p) { return bng::is_node(*p); });
    if (lowest_ == ShareBy::rate) {
      Siblings siblings{divider_, out_};
      for (const auto* p : profiles_) {
        const Entry* entry = entry_of(root_, "profiles", p->name);
        if (nodes)
          siblings.must_have(p->rate, fmt::format("profile '{}'", p->name), "rate", entry);
        else
          queues(*p, siblings);
      }
      siblings.not_too_far_apart();
    }
    for (const auto* p : profiles_) {
      if (p->children != ShareBy::rate) continue;
      Siblings siblings{fmt::format("profile '{}'", p->name), out_};
      queues(*p, siblings);
      siblings.not_too_far_apart();
    }
  }

 private:
  /// From the port down to those that divide among subscribers.
  void aggregates() {
    const auto& port = gateway_.access.scheduler;
    lowest_ = port.children;
    divider_ = "the port's scheduler";
    const auto access = written_.map("access");
    const auto scheduler = access ? access->map("scheduler") : std::nullopt;
    const auto levels = scheduler ? scheduler->maps("aggregates") : std::vector<Fields>{};
    for (std::size_t i = 0; i < port.aggregates.size() && i < levels.size(); ++i) {
      const auto& level = port.aggregates[i];
      if (lowest_ == ShareBy::rate) {
        Siblings siblings{divider_, out_};
        if (!levels[i].has("rate"))
          siblings.lacks(fmt::format("level '{}' of aggregates", level.name), "rate", levels[i].value().position);
        for (const Rate rate : level.rates) siblings.add(rate, levels[i].place("rate"));
        siblings.not_too_far_apart();
      }
      lowest_ = level.children;
      divider_ = fmt::format("level '{}' of aggregates", level.name);
    }
  }

  void queues(const ProfileSpec& profile, Siblings& siblings) {
    const Entry* entry = entry_of(root_, "profiles", profile.name);
    for (const auto& c : profile.classes) {
      const Entry* written = class_entry(entry->value, c.name);
      const Entry* queue = written->value.find_entry("queue");
      const Entry* at = queue != nullptr ? queue : written;
      const auto what = fmt::format("class '{}'", c.name);
      if (c.queue.level == 0 || c.queue.weight == 0)
        siblings.no_orphan(what, at->position);
      else
        siblings.must_have(c.queue.pir, what, "pir", at);
      if (c.queue.cir_weight > 0) siblings.add(c.queue.cir, place_in(at, "cir"));
    }
  }

  const Fields& root_;
  const GatewaySpec& gateway_;
  const Fields& written_;
  Diagnostics& out_;
  std::vector<const ProfileSpec*> profiles_;  ///< of the groups behind the gateway
  ShareBy lowest_ = ShareBy::weight;          ///< how subscribers, or all their queues, share
  std::string divider_;                       ///< what says so
};

}  // namespace

void gateway_shares(const Subject& subject, Diagnostics& out) {
  for (const auto& [gateway, f] : with_places(subject.scenario.gateways.gateways, subject.root, "gateways"))
    ShareCheck{subject, *gateway, f, out}.all();
}

}  // namespace qoslab::checks
