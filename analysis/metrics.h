// One replication's raw counts and samples made into numbers. The list of metrics is model/results/metric_names.h.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "analysis/flow_metrics.h"
#include "analysis/gateway_metrics.h"
#include "model/results/metric_names.h"
#include "model/results/results.h"
#include "model/scenario/scenario.h"

namespace qoslab {

/// All metrics of one replication; what costs time is computed once per flow. Keeps a reference to the results.
class Measurement {
 public:
  Measurement(const Results& results, const RunSpec& runs);
  /// Absent if there is no such subject.
  [[nodiscard]] std::optional<MetricSubject> kind_of(const std::string& subject) const;
  /// Null if there is no such flow.
  [[nodiscard]] const FlowResults* flow(const std::string& name) const;
  /// In the metric's base unit. Absent when nothing was measured: never a 0 that stands for "no samples".
  [[nodiscard]] std::optional<double> value(const MetricName& name) const;

 private:
  Duration measured_;
  std::map<std::string, FlowMeasures, std::less<>> flows_;
  std::map<std::string, const PortClassResults*, std::less<>> classes_;
  GatewayMeasures gateways_;
};

/// One metric alone. For more than one of the same results, ask a Measurement.
std::optional<double> measure(const Results& results, const RunSpec& runs, const MetricName& name);

}  // namespace qoslab
