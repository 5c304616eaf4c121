// Runs a gateway's data plane in ns-3's time.
#pragma once

#include <cstdint>

#include "model/bng/gateway.h"
#include "model/results/results.h"
#include "model/scenario/scenario.h"

namespace qoslab {

/// One ns-3 event for each window of the data plane, at the window's end. The measured time begins and ends with a
/// window.
class GatewayHost {
 public:
  GatewayHost(const Scenario& scenario, const GatewaySpec& gateway, std::uint64_t seed, int threads);
  GatewayHost(const GatewayHost&) = delete;
  GatewayHost& operator=(const GatewayHost&) = delete;

  /// What has been measured until the last window's end, added to `results`.
  void add_to(Results& results) const;

 private:
  void schedule();
  void window();

  bng::Gateway gateway_;
  Duration length_;
  Instant from_;
  Instant until_;
};

}  // namespace qoslab
