// Flows: ends, times, traffic.
#include <fmt/format.h>

#include <map>
#include <tuple>

#include "helpers/scenario/checks/checks.h"
#include "helpers/scenario/checks/packets.h"
#include "helpers/scenario/checks/places.h"
#include "helpers/scenario/sections/names.h"
#include "model/network/addresses.h"

namespace qoslab::checks {
namespace {

class FlowCheck {
 public:
  FlowCheck(const Subject& subject, const FlowSpecification& flow, Diagnostics& out)
      : s_{subject.scenario}, flow_{flow}, entry_{entry_of(subject.root, "flows", flow.name)}, out_{out} {}

  void all() {
    ends();
    times();
    traffic();
  }

 private:
  void complain(std::string_view key, std::string what, std::string fix) {
    error(out_, place_in(entry_, key), std::move(what), std::move(fix));
  }

  void ends() {
    for (const auto* key : {"from", "to"}) {
      const auto& name = std::string_view{key} == "from" ? flow_.from : flow_.to;
      const auto* node = sections::find_named(s_.nodes, name);
      if (node != nullptr && node->router) {
        complain(key, fmt::format("flow '{}' has an end at router '{}'", flow_.name, name),
                 "flows go from host to host");
      }
    }
    if (!flow_.from.empty() && flow_.from == flow_.to) {
      complain("to", fmt::format("flow '{}' goes from '{}' to itself", flow_.name, flow_.from), "name another host");
    }
  }

  void times() {
    if (s_.runs.duration <= Duration{}) return;
    const Instant begin = Instant::at(s_.runs.warmup);
    const Instant end = begin + s_.runs.duration;
    if (flow_.start >= end) {
      complain("start", fmt::format("flow '{}' starts when the run has ended: no samples", flow_.name),
               fmt::format("start it before {}", to_string(end.since_start())));
    }
    if (!flow_.stop) return;
    if (*flow_.stop <= flow_.start) {
      complain("stop", fmt::format("flow '{}' stops before it starts: no samples", flow_.name),
               fmt::format("stop it after {}", to_string(flow_.start.since_start())));
    } else if (*flow_.stop <= begin) {
      complain(
          "stop", fmt::format("flow '{}' stops before anything is measured: no samples", flow_.name),
          fmt::format("the measured time is {} to {}", to_string(begin.since_start()), to_string(end.since_start())));
    }
  }

  /// How long the flow may send while it is measured.
  [[nodiscard]] Duration measured() const {
    const Instant begin = std::max(flow_.start, Instant::at(s_.runs.warmup));
    const Instant end = Instant::at(s_.runs.warmup + s_.runs.duration);
    return std::min(flow_.stop.value_or(end), end) - begin;
  }

  void traffic() {
    const auto gap = mean_gap(flow_.traffic);
    if (gap && *gap > measured() && measured() > Duration{}) {
      complain("traffic", fmt::format("flow '{}' sends less than a packet in the measured time", flow_.name),
               fmt::format("it sends one in {}", to_string(*gap)));
    }
    if (over_tcp(flow_.traffic)) {
      if (flow_.tcp.window < flow_.tcp.segment) {
        complain("tcp", fmt::format("the window of flow '{}' holds no segment", flow_.name),
                 fmt::format("at least {}", to_string(flow_.tcp.segment)));
      }
    } else if (entry_ != nullptr && entry_->value.find("tcp") != nullptr) {
      complain("tcp", fmt::format("flow '{}' does not use TCP", flow_.name), "remove 'tcp'");
    }
  }

  const Scenario& s_;
  const FlowSpecification& flow_;
  const Entry* entry_;
  Diagnostics& out_;
};

/// UDP flows to one port are one session; a TCP listener is one flow's.
void shared_ports(const Subject& subject, Diagnostics& out) {
  const auto& s = subject.scenario;
  std::map<std::tuple<std::string, std::uint8_t, std::uint16_t>, const FlowSpecification*> first;
  for (std::size_t i = 0; i < s.flows.size(); ++i) {
    const auto& flow = s.flows[i];
    if (!node_address(flow.from, s.links) || !node_address(flow.to, s.links)) continue;
    const auto tuple = flow_tuple(i, flow, s.links);
    const auto [other, is_new] = first.try_emplace({flow.to, tuple.protocol, tuple.destination_port}, &flow);
    if (is_new || !over_tcp(flow.traffic)) continue;
    error(out, place_in(entry_of(subject.root, "flows", flow.name), "port"),
          fmt::format("flows '{}' and '{}' go to TCP port {} of '{}'", other->second->name, flow.name,
                      tuple.destination_port, flow.to),
          "give one of them another port");
  }
}

}  // namespace

void flows(const Subject& subject, Diagnostics& out) {
  for (const auto& flow : subject.scenario.flows) FlowCheck{subject, flow, out}.all();
  shared_ports(subject, out);
}

void ways(const Subject& subject, Diagnostics& out) {
  const auto& [s, root, topology] = subject;
  for (const auto& flow : s.flows) {
    if (flow.from == flow.to || !topology.path(flow.from, flow.to).empty()) continue;
    error(out, place_in(entry_of(root, "flows", flow.name), "to"),
          fmt::format("no way from '{}' to '{}'", flow.from, flow.to),
          "join them by links and routers; hosts do not forward");
  }
}

}  // namespace qoslab::checks
