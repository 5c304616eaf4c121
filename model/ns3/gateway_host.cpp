#include "model/ns3/gateway_host.h"

#include <algorithm>
#include <utility>

#include "model/ns3/clock.h"

namespace qoslab {
namespace {

/// Long enough to make the cost of a window small, short enough to stay in the processor's caches.
constexpr Duration usual_window = Duration::microseconds(250);

}  // namespace

GatewayHost::GatewayHost(const Scenario& scenario, const GatewaySpec& gateway, std::uint64_t seed, int threads)
    : gateway_{scenario.gateways, gateway, seed, threads},
      length_{usual_window},
      from_{Instant{} + scenario.runs.warmup},
      until_{from_ + scenario.runs.duration} {
  if (from_ == Instant{}) gateway_.begin_measuring();
  schedule();
}

void GatewayHost::schedule() {
  const Instant last = now() < from_ ? from_ : until_;
  if (now() < last) at(std::min(last, now() + length_), [this] { window(); });
}

void GatewayHost::window() {
  gateway_.run(now());
  if (now() == from_) gateway_.begin_measuring();
  schedule();
}

void GatewayHost::add_to(Results& results) const {
  auto mine = gateway_.results();
  const auto append = [](auto& to, auto& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  };
  append(results.gateway.streams, mine.streams);
  append(results.gateway.subscribers, mine.subscribers);
  append(results.gateway.places, mine.places);
  results.packets += gateway_.packets();
}

}  // namespace qoslab
