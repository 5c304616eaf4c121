#include "analysis/metrics.h"

#include "analysis/class_metrics.h"

namespace qoslab {

Measurement::Measurement(const Results& results, const RunSpec& runs)
    : measured_{results.measured()}, gateways_{results.gateway, measured_} {
  const Records records{results, runs};
  for (const auto& flow : results.flows) flows_.try_emplace(flow.name, flow, records, measured_);
  for (const auto& port_class : results.classes)
    classes_.try_emplace(subject_of(port_class.port, port_class.class_name), &port_class);
}

std::optional<MetricSubject> Measurement::kind_of(const std::string& subject) const {
  if (flows_.contains(subject)) return MetricSubject::flow;
  if (classes_.contains(subject)) return MetricSubject::port_class;
  return gateways_.kind_of(subject);
}

const FlowResults* Measurement::flow(const std::string& name) const {
  const auto found = flows_.find(name);
  return found == flows_.end() ? nullptr : &found->second.flow();
}

std::optional<double> Measurement::value(const MetricName& name) const {
  if (const auto flow = flows_.find(name.subject); flow != flows_.end()) return flow->second.value(name.metric);
  if (const auto port_class = classes_.find(name.subject); port_class != classes_.end())
    return class_metric(*port_class->second, measured_, name.metric);
  return gateways_.value(name);
}

std::optional<double> measure(const Results& results, const RunSpec& runs, const MetricName& name) {
  const Duration measured = results.measured();
  for (const auto& flow : results.flows)
    if (flow.name == name.subject) return FlowMeasures{flow, Records{results, runs}, measured}.value(name.metric);
  for (const auto& port_class : results.classes)
    if (subject_of(port_class.port, port_class.class_name) == name.subject)
      return class_metric(port_class, measured, name.metric);
  return GatewayMeasures{results.gateway, measured}.value(name);
}

}  // namespace qoslab
