// FLOW.METRIC and NODE.LINK/CLASS.METRIC; of gateways GATEWAY.METRIC, GROUP.downstream/CLASS.METRIC and such.
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

/// The same if the name begins with a gateway or a group of subscribers; otherwise nothing.
std::optional<NamedMetric> gateway_metric_named(const Value& at, const Scenario& scenario, Diagnostics& out);

}  // namespace qoslab::sections
