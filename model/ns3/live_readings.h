// Looks into the books of a run now and then.
#pragma once

#include <chrono>
#include <functional>
#include <list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/ns3/gateway_host.h"
#include "model/ns3/ledger.h"
#include "model/results/live_reading.h"

namespace qoslab {

/// Tells what has happened in the measured time, with pauses of real time between. It only looks: the run goes on as if
/// there were none.
class LiveReadings {
 public:
  using Tell = std::function<void(const LiveReading&)>;
  /// Of more flows than this, labels; of more labels, the first.
  static constexpr std::size_t most_flows = 64;
  /// Everything given outlives this; an empty `tell`: nothing is looked at.
  LiveReadings(const Ledger& ledger, const std::list<GatewayHost>& gateways, Instant from, Tell tell, Duration pause);

  /// Between events, as often as one likes.
  void look();
  /// Once more, at the end of the measured time, however soon.
  void look_at_the_end();

 private:
  struct Seen {
    Bytes payload;
    std::int64_t ended = 0;
    std::int64_t carried = 0;
    std::size_t delays = 0;
  };
  void read();
  std::vector<LiveFlow> flows();
  std::vector<LiveTraffic> traffic();

  const Ledger& ledger_;
  const std::list<GatewayHost>& gateways_;
  Tell tell_;
  std::chrono::nanoseconds pause_;
  Instant before_;  ///< when it was looked last
  std::chrono::steady_clock::time_point told_;
  std::vector<Seen> seen_;               ///< by account
  std::vector<LiveTraffic> seen_there_;  ///< running totals
};

}  // namespace qoslab
