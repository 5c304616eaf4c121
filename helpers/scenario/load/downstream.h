// What the scheduler of an access port is asked for, and what its limits leave of it.
#pragma once

#include <array>

#include "helpers/scenario/load/limits.h"
#include "model/dataplane/tree_spec.h"

namespace qoslab::load {

/// In bits a second, of each pass of the port's scheduler.
struct PassLoad {
  double rate = 0;  ///< at the gateway's layer
  double line = 0;
};
using Passes = std::array<PassLoad, dataplane::passes>;

void add(Passes& to, double times, const Passes& what);
PassLoad sum_of(const Passes& loads);
/// Of the passes that count, the first take first of `most`.
template <typename Counts>
void limit(Passes& loads, double most, Counts counts) {
  for (dataplane::Pass pass = 0; pass < dataplane::passes; ++pass) {
    auto& load = loads.at(pass);
    if (load.rate <= 0 || !counts(pass)) continue;
    const double kept = load.rate < most ? load.rate : most;
    load.line *= kept / load.rate;
    load.rate = kept;
    most -= kept;
  }
}
inline void limit(Passes& loads, double most) {
  limit(loads, most, [](dataplane::Pass) { return true; });
}

/// What one subscriber's queues and its own rate let pass. `arriving`: the part of what it is sent that reaches its
/// access list.
Passes behind_queues(const SubscriberKind& kind, double arriving, SubscriberDemands& out);

/// A port's aggregates, filled by subscribers in the port's order.
class AggregateSums {
 public:
  /// Both outlive this. `worst`: of each level.
  AggregateSums(const PortSchedulerSpec& port, std::size_t link, std::vector<std::optional<Worst>>& worst)
      : port_{port}, link_{link}, worst_{worst}, open_(port.aggregates.size() + 1) {}
  void add(const Passes& subscriber);
  /// All that the aggregates let pass.
  Passes finish();

 private:
  void close(std::size_t level);
  const PortSchedulerSpec& port_;
  std::size_t link_;
  std::vector<std::optional<Worst>>& worst_;
  std::vector<Passes> open_;  ///< of the port, and of the aggregate of each level that is being filled
  std::int64_t place_ = 0;
};

/// What a port's levels, its rate and its line are asked for.
void leave_port(const GatewaySpec& gateway, std::size_t link, Passes loads, Demands& out);

}  // namespace qoslab::load
