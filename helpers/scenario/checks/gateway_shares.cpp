// Siblings that share by rate: their rates must not be too far apart for the scheduler's arithmetic.
#include <fmt/format.h>

#include <algorithm>

#include "helpers/scenario/checks/gateway_places.h"
#include "helpers/scenario/checks/places.h"
#include "helpers/scenario/gateway_facts.h"
#include "helpers/scenario/sections/names.h"

namespace qoslab::checks {
namespace {

constexpr std::int64_t most_ratio = 1 << 24;

/// What has no rate counts with the link's, so that every rate is compared with that.
class ShareCheck {
 public:
  ShareCheck(const Subject& subject, const GatewaySpec& gateway, const Fields& written, Diagnostics& out)
      : all_{subject.scenario.gateways}, root_{subject.root}, gateway_{gateway}, written_{written}, out_{out} {}

  void all() {
    const auto lowest = aggregates();
    for (const auto* group : groups_behind(gateway_, all_)) {
      const auto* profile = sections::find_named(all_.profiles, group->profile);
      if (profile == nullptr) continue;
      const Entry* entry = entry_of(root_, "profiles", profile->name);
      if (profile->rate && lowest == ShareBy::rate) alike(*profile->rate, place_in(entry, "rate"));
      if ((profile->rate ? profile->children : lowest) != ShareBy::rate) continue;
      for (const auto& c : profile->classes) queue(c.queue, class_entry(entry->value, c.name));
    }
  }

 private:
  /// How the lowest aggregates, or the port, divide among subscribers.
  ShareBy aggregates() {
    const auto& port = gateway_.access.scheduler;
    ShareBy share = port.children;
    const auto access = written_.map("access");
    const auto scheduler = access ? access->map("scheduler") : std::nullopt;
    const auto levels = scheduler ? scheduler->maps("aggregates") : std::vector<Fields>{};
    for (std::size_t i = 0; i < port.aggregates.size() && i < levels.size(); ++i) {
      const auto& rates = port.aggregates[i].rates;
      if (share == ShareBy::rate && !rates.empty())
        alike(*std::min_element(rates.begin(), rates.end()), levels[i].place("rate"));
      share = port.aggregates[i].children;
    }
    return share;
  }

  void queue(const SubscriberQueueSpec& q, const Entry* class_entry) {
    const Entry* at = class_entry->value.find_entry("queue");
    if (q.level == 0 || q.weight == 0) {
      error(out_, at != nullptr ? at->position : class_entry->position,
            fmt::format("class '{}' is an orphan, but its profile's queues share by rate", class_entry->key),
            "write share: weight, or give it a level");
    }
    if (q.pir) alike(*q.pir, place_in(at, "pir"));
    if (q.cir > Rate{} && q.cir_weight > 0) alike(q.cir, place_in(at, "cir"));
  }

  void alike(Rate rate, const Position& at) {
    const Rate link = gateway_.access.rate;
    if (rate == Rate{} || link.bps() / rate.bps() < most_ratio) return;
    error(out_, at,
          fmt::format("{} is too little of a link of {} for siblings that share by rate", to_string(rate),
                      to_string(link)),
          fmt::format("above {}, or share: weight", to_string(Rate::bps(link.bps() / most_ratio))));
  }

  const GatewaysSpec& all_;
  const Fields& root_;
  const GatewaySpec& gateway_;
  const Fields& written_;
  Diagnostics& out_;
};

}  // namespace

void gateway_shares(const Subject& subject, Diagnostics& out) {
  for (const auto& [gateway, f] : with_places(subject.scenario.gateways.gateways, subject.root, "gateways"))
    ShareCheck{subject, *gateway, f, out}.all();
}

}  // namespace qoslab::checks
