// Many replications on the cores there are.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/results/live_reading.h"
#include "model/results/results.h"
#include "model/scenario/scenario.h"

namespace qoslab {

/// One replication of one scenario.
struct Task {
  const Scenario* scenario = nullptr;
  std::uint64_t seed = 1;
  std::optional<std::string> captures;  ///< folder for pcap files
  int threads = 1;                      ///< within the replication
  bool live = false;                    ///< what happens in it is told to PoolOptions::live
};

/// The seed of replication number n: another one for each, the same for every point of a sweep.
std::uint64_t replication_seed(std::uint64_t seed, int number);

/// A replication could not be run: out of memory or processes, or its process died.
class ReplicationError : public std::runtime_error {
 public:
  ReplicationError(const std::string& what, bool resources) : std::runtime_error{what}, out_of_resources{resources} {}
  bool out_of_resources;
};

struct PoolOptions {
  int processes = 1;                     ///< at the same time
  std::function<void(double)> progress;  ///< share of all tasks done, 0..1; 1 only if all ran to their end
  std::function<void(const LiveReading&)> live;
};

struct PoolOutcome {
  std::vector<std::optional<Results>> results;  ///< by task; absent: not run, because of an interrupt
  bool interrupted = false;
};

/// Each task in a process of its own, since ns-3's simulator is one per process. SIGINT, SIGTERM and SIGHUP end the
/// run soon, keeping what was measured so far (such Results are not `complete`); a second one at once.
/// Throws ReplicationError; no child outlives the call.
PoolOutcome run_all(const std::vector<Task>& tasks, const PoolOptions& options);

}  // namespace qoslab
