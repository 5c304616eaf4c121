// The metrics of gateways' traffic and places in one replication.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "model/results/gateway_results.h"
#include "model/results/metric_names.h"
#include "model/scenario/scenario.h"

namespace qoslab {

/// All of them at once: a histogram is added up for each subject and let go again.
class GatewayMeasures {
 public:
  GatewayMeasures(const GatewayResults& gateway, Duration measured);

  /// traffic or place; absent if there is no such subject.
  [[nodiscard]] std::optional<MetricSubject> kind_of(std::string_view subject) const;
  /// In the base unit of metric_table. Absent without packets, or when there is no such metric.
  [[nodiscard]] std::optional<double> value(const MetricName& name) const;

 private:
  using Values = std::map<std::string_view, double>;  ///< by names of metric_table
  std::map<std::string, Values, std::less<>> traffic_;
  std::map<std::string, Values, std::less<>> places_;
};

}  // namespace qoslab
