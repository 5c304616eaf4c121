// Which packets a rule means.
#include <fmt/format.h>

#include <array>

#include "helpers/scenario/sections/names.h"
#include "helpers/scenario/sections/sections.h"
#include "model/network/addresses.h"

namespace qoslab::sections {
namespace {

constexpr int whole_address = 128;

void set_tuple(Match& match, const FiveTuple& tuple) {
  match.source = Prefix{tuple.source, whole_address};
  match.destination = Prefix{tuple.destination, whole_address};
  match.protocol = tuple.protocol;
  match.source_ports = PortRange{tuple.source_port, tuple.source_port};
  match.destination_ports = PortRange{tuple.destination_port, tuple.destination_port};
}

/// The same flow's answers.
FiveTuple reversed(const FiveTuple& t) {
  return {.source = t.destination,
          .destination = t.source,
          .source_port = t.destination_port,
          .destination_port = t.source_port,
          .protocol = t.protocol};
}

/// Does a packet from `from` to `to` pass this place?
bool passes(const std::string& from, const std::string& to, const Place& place, const Network& net) {
  std::string here = from;
  for (const auto number : net.topology.path(from, to)) {
    const auto& link = net.links[number];
    const auto& next = link.a == here ? link.b : link.a;
    if (link.name == place.link && (place.arriving ? next : here) == place.node) return true;
    here = next;
  }
  return false;
}

/// The flow's packets, or its answers, whichever pass here.
void match_flow(Match& match, const Value& name, const Place& place, const Network& net, Diagnostics& out) {
  if (!resolve(name, "flow", names_of(net.flows), out)) return;
  const auto* flow = find_named(net.flows, name.text);
  const auto index = static_cast<std::size_t>(flow - net.flows.data());
  if (!node_address(flow->from, net.links) || !node_address(flow->to, net.links)) return;
  const auto tuple = flow_tuple(index, *flow, net.links);
  if (passes(flow->from, flow->to, place, net)) {
    set_tuple(match, tuple);
  } else if (passes(flow->to, flow->from, place, net)) {
    set_tuple(match, reversed(tuple));
  } else {
    error(out, name.position, fmt::format("flow '{}' never passes here", name.text),
          fmt::format("it goes from {} to {}", flow->from, flow->to));
  }
}

std::optional<Prefix> host(const Value& name, const Network& net, Diagnostics& out) {
  if (!resolve(name, "node", names_of(net.nodes), out)) return std::nullopt;
  const auto address = node_address(name.text, net.links);
  if (!address) return std::nullopt;
  return Prefix{*address, whole_address};
}

void refuse_both(const Fields& f, std::string_view a, std::string_view b, Diagnostics& out) {
  if (f.has(a) && f.has(b)) error(out, f.place(b), fmt::format("both '{}' and '{}'", a, b), "keep one of them");
}

}  // namespace

Match header_match(const Fields& f) {
  Match m;
  for (const auto* code : f.scalars("dscp"))
    if (const auto dscp = parse_code_point(code->text)) m.dscps.push_back(*dscp);
  m.protocol = f.read("protocol", parse_protocol);
  m.source = f.read("source", parse_prefix);
  m.destination = f.read("destination", parse_prefix);
  m.source_ports = f.read("source_port", parse_port_range);
  m.destination_ports = f.read("destination_port", parse_port_range);
  return m;
}

Match match(const Fields& f, const Place& place, const Network& net, Diagnostics& out) {
  Match m = header_match(f);
  refuse_both(f, "source", "from", out);
  refuse_both(f, "destination", "to", out);
  for (const auto* key : {"source", "destination", "from", "to", "protocol", "source_port", "destination_port"})
    refuse_both(f, key, "flow", out);
  if (const Value* name = f.value().find("from")) m.source = host(*name, net, out);
  if (const Value* name = f.value().find("to")) m.destination = host(*name, net, out);
  if (const Value* name = f.value().find("flow")) match_flow(m, *name, place, net, out);
  return m;
}

}  // namespace qoslab::sections
