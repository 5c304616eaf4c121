// Runs a gateway's data plane in ns-3's time.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/bng/gateway.h"
#include "model/ns3/foreign_traffic.h"
#include "model/results/results.h"
#include "model/scenario/scenario.h"

namespace qoslab {

/// One ns-3 event for each window of the data plane, at the window's end. The measured time and each of its records
/// begin with one. With hosts of ns-3 it goes on as long as they do.
class GatewayHost {
 public:
  struct Options {
    std::uint64_t seed = 1;
    int threads = 1;
    std::optional<Duration> window;           ///< at most
    const std::atomic<bool>* stop = nullptr;  ///< set from outside while it is built
  };
  /// Everything given but the options outlives this. Throws bng::BuildStopped.
  GatewayHost(const Scenario& scenario, const GatewaySpec& gateway, const Options& options, GatewayLinks links,
              Ledger& ledger);
  GatewayHost(const GatewayHost&) = delete;
  GatewayHost& operator=(const GatewayHost&) = delete;

  /// The measured time is over: everything until now has happened, also what falls on this instant.
  void end_measuring();
  /// The run is over: books what still waits. How many packets of hosts these are.
  std::int64_t end();
  /// Since the measured time began, up to the last window's end.
  [[nodiscard]] std::vector<LiveTraffic> totals() const { return gateway_.totals(); }
  /// Moves what was measured to `results`. Precondition: end_measuring.
  void move_to(Results& results);

 private:
  void begin_measuring();
  void schedule();
  void advance();
  void window();

  bng::Gateway gateway_;
  ForeignTraffic foreign_;
  Duration length_;
  Instant from_;
  Instant until_;
  Duration record_;
  Instant record_end_;  ///< of the one that is being measured
  bool measuring_ = false;
  GatewayResults measured_;
};

}  // namespace qoslab
