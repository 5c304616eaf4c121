#include "helpers/scenario/sections/metric_names.h"

#include <fmt/format.h>

#include "helpers/scenario/sections/names.h"
#include "model/scenario/plain_fifo.h"

namespace qoslab::sections {
namespace {

std::vector<std::string> metrics_of(MetricSubject subject) {
  std::vector<std::string> names;
  for (const auto& m : metric_table)
    if (m.subject == subject) names.emplace_back(m.name);
  return names;
}

void leaves_of(const std::vector<ClassSpec>& classes, std::vector<std::string>& leaves) {
  for (const auto& c : classes) {
    if (c.children.empty()) leaves.push_back(c.name);
    leaves_of(c.children, leaves);
  }
}

/// The classes of a port by its name NODE.LINK; nothing if there is no such port.
std::vector<std::string> classes_at(const std::string& port_name, const Scenario& scenario) {
  std::vector<std::string> leaves;
  for (const auto& port : scenario.ports)
    if (port.node + "." + port.link == port_name) leaves_of(port.classes, leaves);
  if (!leaves.empty()) return leaves;
  for (const auto& link : scenario.links)
    if (link.a + "." + link.name == port_name || link.b + "." + link.name == port_name) return {fifo_class_name};
  return {};
}

std::vector<std::string> port_names(const Scenario& scenario) {
  std::vector<std::string> names;
  for (const auto& link : scenario.links) {
    names.push_back(link.a + "." + link.name);
    names.push_back(link.b + "." + link.name);
  }
  return names;
}

bool begins_with(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

/// Why this flow cannot have this metric; empty if it can.
std::string unfit(const FlowSpecification& flow, std::string_view metric) {
  const bool over_tcp =
      std::holds_alternative<FileTraffic>(flow.traffic) || std::holds_alternative<TransactionTraffic>(flow.traffic);
  if (begins_with(metric, "response.") && !over_tcp) return "response times need file or transaction traffic";
  if (begins_with(metric, "jitter.") && over_tcp) return "jitter needs traffic over UDP";
  if (begins_with(metric, "reservation.") && !flow.reservation) return "the flow reserves nothing";
  if (metric == "reservation.bound" && !flow.reservation->flowspec.guaranteed) {
    return "only the guaranteed service has a bound";
  }
  return "";
}

class Resolver {
 public:
  Resolver(const Value& at, const Scenario& scenario, Diagnostics& out) : at_{at}, scenario_{scenario}, out_{out} {}

  NamedMetric resolve() {
    const std::string& text = at_.text;
    const auto slash = text.find('/');
    const auto dot = text.find('.', slash == std::string::npos ? 0 : slash);
    if (dot == std::string::npos) {
      complain(fmt::format("{} is no metric", in_quotes(text)), "write FLOW.METRIC or NODE.LINK/CLASS.METRIC");
      return {{text, ""}, nullptr};
    }
    NamedMetric result{{text.substr(0, dot), text.substr(dot + 1)}, nullptr};
    const auto subject = slash == std::string::npos ? MetricSubject::flow : MetricSubject::port_class;
    result.info = find_metric(subject, result.name.metric);
    const bool maybe_of_gateway =
        !scenario_.gateways.gateways.empty() && find_metric(MetricSubject::traffic, result.name.metric) != nullptr;
    if (result.info == nullptr && !maybe_of_gateway) {
      complain(fmt::format("no metric {}", in_quotes(result.name.metric)),
               did_you_mean(result.name.metric, metrics_of(subject), "see the list of metrics"));
    }
    if (subject == MetricSubject::flow) {
      check_flow(result);
    } else {
      check_class(text.substr(0, slash), text.substr(slash + 1, dot - slash - 1));
    }
    return result;
  }

 private:
  void complain(std::string what, std::string fix) { error(out_, at_.position, std::move(what), std::move(fix)); }

  [[nodiscard]] const char* subject_word() const {
    return scenario_.gateways.gateways.empty() ? "flow" : "flow, group or gateway";
  }

  void check_flow(const NamedMetric& metric) {
    const auto* flow = find_named(scenario_.flows, metric.name.subject);
    if (flow == nullptr) {
      auto known = names_of(scenario_.flows);
      for (const auto& gateway : scenario_.gateways.gateways) known.push_back(gateway.name);
      for (const auto& group : scenario_.gateways.groups) known.push_back(group.name);
      complain(fmt::format("no {} {}", subject_word(), in_quotes(metric.name.subject)),
               did_you_mean(metric.name.subject, known));
      return;
    }
    if (metric.info == nullptr) return;
    const auto reason = unfit(*flow, metric.name.metric);
    if (!reason.empty()) complain(fmt::format("flow '{}' has no {}", flow->name, metric.name.metric), reason);
  }

  void check_class(const std::string& port, const std::string& class_name) {
    const auto classes = classes_at(port, scenario_);
    if (classes.empty()) {
      complain(fmt::format("no port {}", in_quotes(port)), did_you_mean(port, port_names(scenario_)));
    } else if (std::find(classes.begin(), classes.end(), class_name) == classes.end()) {
      complain(fmt::format("port {} has no leaf class {}", port, in_quotes(class_name)),
               did_you_mean(class_name, classes));
    }
  }

  const Value& at_;
  const Scenario& scenario_;
  Diagnostics& out_;
};

}  // namespace

NamedMetric metric_named(const Fields& f, const Scenario& scenario, Diagnostics& out) {
  const Value* text = f.value().find("metric");
  if (text == nullptr || text->kind != Value::Kind::scalar || text->refused) return {};
  if (const auto found = gateway_metric_named(*text, scenario, out)) return *found;
  return Resolver{*text, scenario, out}.resolve();
}

}  // namespace qoslab::sections
