// A checked scenario as a simulated network, and what it measured.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "model/results/live_reading.h"
#include "model/results/results.h"
#include "model/scenario/scenario.h"

namespace qoslab {

struct SimulationOptions {
  std::uint64_t seed = 1;                   ///< of this replication
  int threads = 1;                          ///< of gateways' data planes
  std::optional<Duration> window;           ///< at most, of gateways' data planes; changes the speed, not the results
  std::optional<std::string> captures;      ///< folder for the pcap files of ports that ask for one
  const std::atomic<bool>* stop = nullptr;  ///< set from outside: end soon, with what there is
  std::function<void(double)> progress;     ///< share done, 0..1
  /// Told what has happened in the measured time since the last call; the results are the same as without.
  std::function<void(const LiveReading&)> live;
  Duration live_pause = Duration::milliseconds(100);  ///< of real time, between two calls
};

/// Runs one replication on ns-3, whose simulator is one per process: not from two threads, and not nested.
/// Throws std::runtime_error for what the environment refuses (captures).
Results simulate(const Scenario& scenario, const SimulationOptions& options);

}  // namespace qoslab
