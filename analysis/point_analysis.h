// The replications of one point of a sweep, analysed together.
#pragma once

#include <vector>

#include "analysis/metrics.h"
#include "analysis/report.h"

namespace qoslab {

/// Measures each replication once. Keeps references to what it is given.
class PointAnalysis {
 public:
  PointAnalysis(const Scenario& scenario, const std::vector<Results>& replications);
  [[nodiscard]] PointReport report() const;

 private:
  [[nodiscard]] std::optional<Estimate> estimate_of(const MetricName& name) const;
  [[nodiscard]] const MetricInfo* info_of(const MetricName& name) const;
  [[nodiscard]] std::optional<Estimate> in_unit(const MetricName& name, const std::string& unit) const;
  [[nodiscard]] Estimates all_metrics(MetricSubject subject, const std::string& name) const;
  [[nodiscard]] std::vector<FlowReport> flows() const;
  [[nodiscard]] std::vector<ClassReport> classes() const;
  [[nodiscard]] std::vector<TrafficReport> traffic() const;
  [[nodiscard]] std::vector<PlaceReport> places() const;
  [[nodiscard]] std::vector<FairnessReport> fairness_by_label() const;
  [[nodiscard]] std::vector<Violation> all_violations() const;
  [[nodiscard]] std::vector<std::string> notes() const;

  const Scenario& scenario_;
  const std::vector<Results>& replications_;
  std::vector<Measurement> measurements_;
};

}  // namespace qoslab
