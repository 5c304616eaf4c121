// Measures over time: one value for each record.
#pragma once

#include <string>
#include <vector>

#include "analysis/records.h"
#include "model/results/results.h"

namespace qoslab {

struct SeriesValue {
  Instant time;         ///< when the record begins, on the run's clock
  std::string subject;  ///< a flow, a class of a port, a gateway's traffic in one direction, or a place of it
  std::string metric;   ///< the list: docs/results-format.md
  double value = 0;
};

/// Subject by subject, record by record. What a record does not have is left out. Goodput, loss and everything of
/// ports and gateways need the runner's records.
std::vector<SeriesValue> series(const Results& results, const RunSpec& runs);

}  // namespace qoslab
