#include "helpers/scenario/load/downstream.h"

#include <algorithm>

#include "model/bng/plan.h"

namespace qoslab::load {

using dataplane::above_cir;
using dataplane::Pass;
using dataplane::within_cir;

void add(Passes& to, double times, const Passes& what) {
  for (std::size_t i = 0; i < to.size(); ++i) {
    to[i].rate += times * what[i].rate;
    to[i].line += times * what[i].line;
  }
}

PassLoad sum_of(const Passes& loads) {
  PassLoad sum;
  for (const auto& load : loads) {
    sum.rate += load.rate;
    sum.line += load.line;
  }
  return sum;
}

Passes behind_queues(const SubscriberKind& kind, double arriving, SubscriberDemands& out) {
  using Limit = SubscriberDemand::Limit;
  const auto& way = kind.way(Direction::downstream);
  const auto& profile = *kind.profile;
  Passes passes{};
  double all_sent = 0;
  for (std::size_t c = 0; c < way.permitted.size(); ++c) {
    const auto q = bng::profile_of(profile.classes[c].queue);
    Load load = arriving * way.permitted[c];
    all_sent += way.sent[c].rate;
    if (load.rate <= 0) continue;
    if (q.pir) {
      const Demand demand{load.rate, bits(q.pir->rate)};
      out.add({&kind, Direction::downstream, Limit::queue, c, demand, way.sent[c].rate});
      load = demand.passing() * load;
    }
    const double within = q.has_within() ? std::min(1.0, bits(q.cir->rate) / load.rate) : 0;
    const auto take = [&](Pass pass, double part) {
      passes.at(pass).rate += part * load.rate;
      passes.at(pass).line += part * load.line_out;
    };
    take(within_cir(q.cir_level), within);
    take(q.pass_above(), 1 - within);
  }
  if (!profile.rate) return passes;
  const Demand demand{sum_of(passes).rate, bits(*profile.rate)};
  out.add({&kind, Direction::downstream, Limit::profile, 0, demand, all_sent});
  limit(passes, demand.capacity);
  return passes;
}

void AggregateSums::add(const Passes& subscriber) {
  load::add(open_.back(), 1, subscriber);
  ++place_;
  for (std::size_t level = port_.aggregates.size(); level-- > 0;) {
    if (place_ % port_.aggregates[level].subscribers != 0) break;
    close(level);
  }
}

Passes AggregateSums::finish() {
  for (std::size_t level = port_.aggregates.size(); level-- > 0;)
    if (place_ % port_.aggregates[level].subscribers != 0) close(level);
  return open_.front();
}

void AggregateSums::close(std::size_t level) {
  const auto& spec = port_.aggregates[level];
  auto& loads = open_[level + 1];
  if (!spec.rates.empty()) {
    const std::int64_t number = (place_ - 1) / spec.subscribers;
    const Demand demand{sum_of(loads).rate, bits(spec.rates[static_cast<std::size_t>(number) % spec.rates.size()])};
    if (!worst_[level]) worst_[level].emplace();
    worst_[level]->add(demand, link_, number);
    limit(loads, demand.capacity);
  }
  load::add(open_[level], 1, loads);
  loads = {};
}

void leave_port(const GatewaySpec& gateway, std::size_t link, Passes loads, Demands& out) {
  const auto& port = gateway.access.scheduler;
  for (int level = 1; level <= 8; ++level) {
    const auto& cap = port.levels.at(static_cast<std::size_t>(level) - 1);
    if (!cap) continue;
    const auto within = within_cir(level);
    const auto above = above_cir(level);
    const Demand demand{loads.at(within).rate + loads.at(above).rate, bits(cap->rate)};
    auto& worst = out.levels.at(static_cast<std::size_t>(level) - 1);
    if (!worst) worst.emplace();
    worst->add(demand, link, 0);
    limit(loads, demand.capacity, [&](Pass pass) { return pass == within || pass == above; });
  }
  if (port.rate) {
    out.ports.push_back({sum_of(loads).rate, bits(*port.rate)});
    limit(loads, bits(*port.rate));
  }
  out.access_out.push_back({sum_of(loads).line, bits(gateway.access.rate)});
}

}  // namespace qoslab::load
