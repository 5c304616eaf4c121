// Measures over time: one value for each record.
#pragma once

#include <string>
#include <vector>

#include "analysis/records.h"
#include "model/results/results.h"

namespace qoslab {

struct SeriesValue {
  Instant time;  ///< when the record begins, on the run's clock
  std::string flow;
  std::string metric;  ///< goodput_bps, loss_percent, delay_mean_ms, delay_max_ms or jitter_mean_ms
  double value = 0;
};

/// Flow by flow, record by record. What a record does not have is left out. Goodput and loss need the runner's
/// FlowResults::records.
std::vector<SeriesValue> series(const Results& results, const RunSpec& runs);

}  // namespace qoslab
