#include "model/ns3/simulation.h"

#include <algorithm>
#include <chrono>
#include <list>
#include <stdexcept>
#include <utility>

#include "model/ns3/class_books.h"
#include "model/ns3/clock.h"
#include "model/ns3/gateway_host.h"
#include "model/ns3/ledger.h"
#include "model/ns3/live_readings.h"
#include "model/ns3/preparation.h"
#include "model/ns3/simulated_network.h"

namespace qoslab {
namespace {

/// How long after the measured time the run waits for the last measured packets to arrive.
constexpr Duration longest_drain = Duration::seconds(60);
constexpr Duration drain_step = Duration::milliseconds(10);

bool asked_to_stop(const SimulationOptions& options) { return options.stop != nullptr && options.stop->load(); }

void run_until(Instant when) {
  ns3::Simulator::Stop(to_ns3(when - now()));
  ns3::Simulator::Run();
}

/// Runs to `until` in slices of about 20 ms of real time, so that a stop is heeded soon; false: stopped from outside.
bool run_measured(Instant until, const SimulationOptions& options, LiveReadings& live) {
  constexpr std::chrono::milliseconds quick{10};
  constexpr std::chrono::milliseconds slow{40};
  const Duration whole = until - now();
  Duration slice = Duration::microseconds(100);
  while (now() < until) {
    if (asked_to_stop(options)) return false;
    const auto began = std::chrono::steady_clock::now();
    run_until(std::min(until, now() + slice));
    const auto took = std::chrono::steady_clock::now() - began;
    if (took < quick) slice = std::min(slice * 2, whole);
    if (took > slow) slice = std::max(slice / 2, Duration::nanoseconds(1));
    live.look();
    if (options.progress) options.progress(1.0 - (until - now()).to_seconds() / whole.to_seconds());
  }
  return true;
}

/// Fewer than there are, if somebody asks to stop meanwhile.
void build_gateways(std::list<GatewayHost>& gateways, const Scenario& scenario, const SimulationOptions& options,
                    const SimulatedNetwork& network, Ledger& ledger) {
  const GatewayHost::Options each{options.seed, options.threads, options.window, options.stop};
  try {
    for (const auto& gateway : scenario.gateways.gateways)
      gateways.emplace_back(scenario, gateway, each, network.links_of(gateway.name), ledger);
  } catch (const bng::BuildStopped&) {
    // The flag that stopped it ends the run, too, before its first event.
  }
}

void check_queues(std::int64_t held, const Ledger& ledger) {
  std::int64_t booked = 0;
  for (const auto& account : ledger.accounts()) booked += account.queued.packets;
  if (booked != held) {
    throw std::logic_error{"the books say that " + std::to_string(booked) +
                           " packets are queued; ports and gateways hold " + std::to_string(held)};
  }
}

}  // namespace

Results simulate(const Scenario& scenario, const SimulationOptions& options) {
  const auto began = std::chrono::steady_clock::now();
  prepare_ns3(options.captures.has_value());
  const Instant from = Instant{} + scenario.runs.warmup;
  const Instant until = from + scenario.runs.duration;
  Ledger ledger{from, until, scenario.runs.record};
  Results results;
  {
    SimulatedNetwork network{scenario, options.seed, ledger, options.captures};
    std::list<GatewayHost> gateways;
    build_gateways(gateways, scenario, options, network, ledger);
    ClassBooks classes{network, scenario.runs};
    LiveReadings live{ledger, gateways, from, options.live, options.live_pause};
    results.complete = run_measured(until, options, live);
    for (auto& gateway : gateways) gateway.end_measuring();
    live.look_at_the_end();
    results.classes = classes.end();
    results.from = from;
    results.until = now();
    const Instant last = now() + longest_drain;
    while (results.complete && ledger.unsettled() > 0 && now() < last && !asked_to_stop(options)) {
      run_until(now() + drain_step);
    }
    std::int64_t held = network.packets_queued();
    for (auto& gateway : gateways) held += gateway.end();
    check_queues(held, ledger);
    results.flows = ledger.accounts();
    results.notes = network.notes();
    results.packets = network.packets_handled();
    for (auto& gateway : gateways) gateway.move_to(results);
    ns3::Simulator::Destroy();
  }
  results.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return results;
}

}  // namespace qoslab
