// What has happened in a run since somebody looked last: counts, nothing derived.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/results/count.h"
#include "model/scenario/gateway_spec.h"
#include "model/units/time.h"

namespace qoslab {

/// Of a flow; or, where there are many, of all flows of one label, under its name.
struct LiveFlow {
  std::string name;
  Bytes payload;            ///< application bytes that arrived
  std::int64_t ended = 0;   ///< packets that arrived or were dropped
  std::int64_t lost = 0;    ///< of these
  std::int64_t delays = 0;  ///< how many were measured
  Int128 delay_sum = 0;     ///< ps
};

/// Of one group of a gateway in one direction, at the gateway's layer.
struct LiveTraffic {
  std::string gateway;
  std::string group;
  Direction direction = Direction::downstream;
  Duration over;  ///< since the last reading, whole windows
  Count offered;
  Count arrived;
  Count lost;
  std::int64_t delays = 0;
  Int128 delay_sum = 0;  ///< ps
};

struct LiveReading {
  Instant time;   ///< on the run's clock
  Duration over;  ///< since the last reading, or since the measured time began
  std::vector<LiveFlow> flows;
  std::vector<LiveTraffic> traffic;
};

}  // namespace qoslab
