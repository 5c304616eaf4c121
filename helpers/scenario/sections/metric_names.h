// FLOW.METRIC and NODE.LINK/CLASS.METRIC.
#pragma once

#include "helpers/scenario/fields.h"
#include "model/results/metric_names.h"
#include "model/scenario/scenario.h"

namespace qoslab::sections {

struct NamedMetric {
  MetricName name;
  const MetricInfo* info = nullptr;  ///< null: there is no such metric, which has been reported
};

/// The metric under the key `metric` of an expectation or a reference; reports names that resolve to nothing and
/// metrics that the flow's traffic does not have.
NamedMetric metric_named(const Fields& f, const Scenario& scenario, Diagnostics& out);

}  // namespace qoslab::sections
