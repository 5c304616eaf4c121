#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "helpers/scenario/advice/advice.h"
#include "helpers/scenario/advice/service.h"
#include "helpers/scenario/checks/packets.h"
#include "helpers/scenario/checks/places.h"

namespace qoslab::advice {
namespace {

/// The ports on which the flow's packets leave that promise something.
std::vector<const PortSpec*> reservable_on_way(const Advised& advised, const FlowSpecification& flow) {
  std::vector<const PortSpec*> ports;
  for (std::size_t i = 0; i < advised.passages.size(); ++i) {
    const auto& port = advised.subject.scenario.ports[i];
    const auto& leaving = advised.passages[i].leaving;
    const auto is_data = [&](const checks::Passage& p) {
      return p.flow == &flow && p.kind == checks::Passage::Kind::data;
    };
    if (port.reservable && std::any_of(leaving.begin(), leaving.end(), is_data)) ports.push_back(&port);
  }
  return ports;
}

void one_flow(const Advised& advised, const FlowSpecification& flow, Diagnostics& out) {
  const Entry* reserve = checks::entry_of(advised.subject.root, "flows", flow.name)->value.find_entry("reserve");
  const auto& spec = flow.reservation->flowspec;
  const Rate wanted = spec.guaranteed ? spec.guaranteed->rate : spec.tspec.rate;
  const auto ports = reservable_on_way(advised, flow);
  if (ports.empty()) {
    warning(out, reserve->position,
            fmt::format("no port on the way of flow '{}' promises anything: it stays best effort", flow.name),
            "write 'reservable' at the narrow ports");
  }
  for (const auto* port : ports) {
    const Rate here =
        at_layer(static_cast<double>(wanted.bps()), port->layer, std::max(spec.tspec.min_policed, Bytes{1}));
    if (here <= port->reservable->bandwidth) continue;
    warning(out, checks::place_in(reserve, spec.guaranteed ? "reserved_rate" : "rate"),
            fmt::format("{} will refuse flow '{}': it promises {}, this is {} at layer {}", checks::name_of(*port),
                        flow.name, to_string(port->reservable->bandwidth), to_string(here), to_string(port->layer)),
            "reserve less, or promise more");
  }
  const auto mean = checks::mean_ip_rate(flow.traffic);
  if (mean && *mean > static_cast<double>(spec.tspec.rate.bps()) * (1 + 1e-9) &&
      flow.reservation->style == ReservationStyle::fixed_filter) {
    warning(out, checks::place_in(reserve, "rate"),
            fmt::format("flow '{}' sends {} ip in the mean and reserves {}: the rest is excess", flow.name,
                        to_string(Rate::bps(std::llround(*mean))), to_string(spec.tspec.rate)),
            "reserve what it sends");
  }
}

}  // namespace

void reservations(const Advised& advised, Diagnostics& out) {
  for (const auto& flow : advised.subject.scenario.flows)
    if (flow.reservation) one_flow(advised, flow, out);
}

}  // namespace qoslab::advice
