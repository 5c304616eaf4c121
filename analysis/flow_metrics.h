// The metrics of one flow in one replication.
#pragma once

#include <optional>
#include <string_view>

#include "analysis/distribution.h"
#include "analysis/jitter.h"

namespace qoslab {

/// What costs time to find out about a flow, found out once for all its metrics. Keeps a reference to the flow.
class FlowMeasures {
 public:
  FlowMeasures(const FlowResults& flow, const Records& records, Duration measured);

  /// In the base unit of metric_table. Absent without samples, or when there is no such metric.
  [[nodiscard]] std::optional<double> value(std::string_view metric) const;

  [[nodiscard]] const FlowResults& flow() const { return *flow_; }
  [[nodiscard]] Duration measured() const { return measured_; }
  [[nodiscard]] const std::optional<Distribution>& delay() const { return delay_; }
  [[nodiscard]] const std::optional<Distribution>& response() const { return response_; }
  [[nodiscard]] const std::optional<JitterStatistics>& jitter() const { return jitter_; }

 private:
  const FlowResults* flow_;
  Duration measured_;
  std::optional<Distribution> delay_;
  std::optional<Distribution> response_;
  std::optional<JitterStatistics> jitter_;
};

}  // namespace qoslab
