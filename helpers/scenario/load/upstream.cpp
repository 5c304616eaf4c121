#include "helpers/scenario/load/upstream.h"

#include <algorithm>

namespace qoslab::load {
namespace {

struct Below {
  Load passed;
  double sent = 0;
  void add(const Load& load, double was_sent) {
    passed += load;
    sent += was_sent;
  }
};

}  // namespace

Load behind_policers(const SubscriberKind& kind, double arriving, SubscriberDemands& out) {
  using Limit = SubscriberDemand::Limit;
  const auto& arbiters = kind.profile->arbiters;  // parents first
  std::vector<Below> below(arbiters.size());
  Below all;
  const auto parent_of = [&](const std::string& name) -> Below& {
    const auto at = std::find_if(arbiters.begin(), arbiters.end(), [&](const auto& a) { return a.name == name; });
    return at == arbiters.end() ? all : below[static_cast<std::size_t>(at - arbiters.begin())];
  };
  const auto limit = [&](Limit kind_of, std::size_t number, const Load& load, double sent, double most) {
    const Demand demand{load.rate, most};
    out.add({&kind, Direction::upstream, kind_of, number, demand, sent});
    return demand.passing() * load;
  };
  const auto& way = kind.way(Direction::upstream);
  for (std::size_t c = 0; c < way.permitted.size(); ++c) {
    const auto& policer = kind.profile->classes[c].policer;
    const double sent = way.sent[c].rate;
    Load load = arriving * way.permitted[c];
    if (policer) load = limit(Limit::policer, c, load, sent, most_of(*policer));
    (policer ? parent_of(policer->parent) : all).add(load, sent);
  }
  for (std::size_t i = arbiters.size(); i-- > 0;) {
    const auto& [passed, sent] = below[i];
    parent_of(arbiters[i].parent).add(limit(Limit::arbiter, i, passed, sent, bits(arbiters[i].rate)), sent);
  }
  return all.passed;
}

}  // namespace qoslab::load
