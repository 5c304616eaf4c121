// What a run has done lately, as numbers for curves that grow.
#pragma once

#include <string>
#include <vector>

#include "model/results/live_reading.h"

namespace qoslab {

struct LiveValue {
  std::string subject;  ///< a flow or a label; a gateway's traffic in one direction, whole and of each group
  const char* metric;   ///< as in series.csv
  double value = 0;
};

/// Subject by subject. What has no samples is left out.
std::vector<LiveValue> live_values(const LiveReading& reading);

}  // namespace qoslab
