#include "model/ns3/gateway_host.h"

#include <algorithm>
#include <utility>

#include "model/ns3/clock.h"

namespace qoslab {
namespace {

/// Long enough to make the cost of a window small, short enough to stay in the processor's caches.
constexpr Duration usual_window = Duration::milliseconds(1);

Duration window_length(const std::optional<Duration>& wanted, const ForeignTraffic& foreign) {
  const Duration length = wanted.value_or(usual_window);
  return foreign.possible() ? std::min(length, foreign.longest_window()) : length;
}

}  // namespace

GatewayHost::GatewayHost(const Scenario& scenario, const GatewaySpec& gateway, const Options& options,
                         GatewayLinks links, Ledger& ledger)
    : gateway_{scenario.gateways, gateway, options.seed, options.threads, false, options.stop},
      foreign_{scenario.gateways, gateway, std::move(links), gateway_, ledger},
      length_{window_length(options.window, foreign_)},
      from_{Instant{} + scenario.runs.warmup},
      until_{from_ + scenario.runs.duration},
      record_{scenario.runs.record},
      record_end_{from_ + record_} {
  if (from_ == Instant{}) begin_measuring();
  schedule();
}

void GatewayHost::begin_measuring() {
  gateway_.begin_measuring();
  measuring_ = true;
}

void GatewayHost::schedule() {
  const Instant next = now() + length_;
  if (now() < until_)
    at(std::min({measuring_ ? std::min(record_end_, until_) : from_, next}), [this] { window(); });
  else if (foreign_.possible())
    at(next, [this] { window(); });
}

/// What happens at the end of a window.
void GatewayHost::advance() {
  gateway_.run(now());
  if (!measuring_ && now() >= from_) begin_measuring();
  if (now() == record_end_) {
    gateway_.end_record();
    record_end_ += record_;
  }
  foreign_.settle();
}

void GatewayHost::window() {
  advance();
  schedule();
}

void GatewayHost::end_measuring() {
  advance();
  const bool nothing = !measuring_;  // stopped during the warm-up
  if (nothing) begin_measuring();
  measured_ = gateway_.results();
  if (nothing) measured_.subscribers.clear();
}

std::int64_t GatewayHost::end() {
  if (!foreign_.possible()) return 0;
  gateway_.run(now());
  foreign_.settle();
  return foreign_.book_waiting();
}

void GatewayHost::move_to(Results& results) {
  const auto append = [](auto& to, auto& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  };
  append(results.gateway.streams, measured_.streams);
  append(results.gateway.subscribers, measured_.subscribers);
  append(results.gateway.places, measured_.places);
  results.packets += gateway_.packets();
}

}  // namespace qoslab
