#include "model/ns3/simulated_network.h"

#include <ns3/boolean.h>
#include <ns3/internet-stack-helper.h>
#include <ns3/ipv4-static-routing-helper.h>
#include <ns3/uinteger.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "model/network/addresses.h"
#include "model/ns3/addresses.h"
#include "model/ns3/clock.h"
#include "model/ns3/packet_facts.h"
#include "model/scenario/plain_fifo.h"
#include "model/units/random.h"

namespace qoslab {
namespace {

/// Only such nodes are sent anything from afar.
bool ends_a_flow(const std::string& node, const Scenario& scenario) {
  return std::any_of(scenario.flows.begin(), scenario.flows.end(),
                     [&](const FlowSpecification& f) { return f.from == node || f.to == node; });
}

bool is_tcp(const FiveTuple& tuple) { return tuple.protocol == ip_protocol::tcp; }

FiveTuple reversed(const FiveTuple& t) {
  return {.source = t.destination,
          .destination = t.source,
          .source_port = t.destination_port,
          .destination_port = t.source_port,
          .protocol = t.protocol};
}

}  // namespace

SimulatedNetwork::SimulatedNetwork(const Scenario& scenario, std::uint64_t seed, Ledger& ledger,
                                   const std::optional<std::string>& captures, std::set<std::string> outside)
    : scenario_{scenario},
      seed_{seed},
      ledger_{ledger},
      captures_{captures},
      outside_{std::move(outside)},
      topology_{scenario},
      receivers_{ledger} {
  for (const auto& spec : scenario_.nodes) add_node(spec);
  for (const auto& gateway : scenario_.gateways.gateways)
    add_node({.name = gateway.name, .router = true, .rsvp = false, .latency = {}, .fails_at = {}});
  for (std::size_t i = 0; i < scenario_.links.size(); ++i) add_link(i);
  for (const auto& port : scenario_.ports)
    for (const auto& m : machines_)
      for (auto* device : m->devices)
        if (device->place() == port.node + "." + port.link) configured_.push_back(device);
  add_routes();
  add_agents();
  for (std::size_t i = 0; i < scenario_.flows.size(); ++i) add_flow(i);
}

SimulatedNetwork::Machine& SimulatedNetwork::machine(const std::string& name) const {
  return **std::find_if(machines_.begin(), machines_.end(), [&](const auto& m) { return m->spec.name == name; });
}

void SimulatedNetwork::add_node(const NodeSpec& spec) {
  ns3::InternetStackHelper stack;
  stack.SetRoutingHelper(ns3::Ipv4StaticRoutingHelper{});
  stack.SetIpv6StackInstall(false);
  auto& added = *machines_.emplace_back(std::make_unique<Machine>());
  added.spec = spec;
  added.state.router = spec.router;
  added.state.latency = spec.latency;
  added.node = ns3::CreateObject<ns3::Node>();
  stack.Install(added.node);
  const auto ip = added.node->GetObject<ns3::Ipv4L3Protocol>();
  ip->SetAttribute("IpForward", ns3::BooleanValue{spec.router});
  ip->SetAttribute("DefaultTtl", ns3::UintegerValue{255});
  ip->TraceConnectWithoutContext(
      "Drop", ns3::Callback<void, const ns3::Ipv4Header&, ns3::Ptr<const ns3::Packet>, ns3::Ipv4L3Protocol::DropReason,
                            ns3::Ptr<ns3::Ipv4>, uint32_t>{
                  [this, &added](const ns3::Ipv4Header& header, ns3::Ptr<const ns3::Packet> packet,
                                 ns3::Ipv4L3Protocol::DropReason reason, ns3::Ptr<ns3::Ipv4> /*ip*/,
                                 uint32_t /*interface*/) { lost_in_ip(added, header, packet, reason); }});
  if (spec.fails_at) at(*spec.fails_at, [&added] { added.state.failed = true; });
}

PortSpec SimulatedNetwork::port_of(const std::string& node, const LinkSpec& link) const {
  const auto configured = std::find_if(scenario_.ports.begin(), scenario_.ports.end(),
                                       [&](const PortSpec& p) { return p.node == node && p.link == link.name; });
  PortSpec port = configured == scenario_.ports.end() ? plain_fifo(node, link.name, link.rate) : *configured;
  port.link_rate = link.rate;
  return port;
}

void SimulatedNetwork::add_device(Machine& at, std::size_t link, bool b_end) {
  const auto& line = scenario_.links[link];
  const PortSpec port = port_of(at.spec.name, line);
  auto device = ns3::CreateObject<PortDevice>(port, line.delay, seed_, ledger_, at.state);
  at.node->AddDevice(device);
  const auto ip = at.node->GetObject<ns3::Ipv4>();
  const uint32_t interface = ip->AddInterface(device);
  const auto address = interface_address(link, b_end);
  ip->AddAddress(interface, ns3::Ipv4InterfaceAddress{to_ns3(address), ns3::Ipv4Mask{"/30"}});
  ip->SetUp(interface);
  at.state.addresses.insert(address);
  at.links.push_back(link);
  at.devices.push_back(ns3::PeekPointer(device));
  if (captures_ && (port.pcap || scenario_.ports.empty()))
    device->capture_to(*captures_ + "/" + at.spec.name + "." + line.name + ".pcap");
}

void SimulatedNetwork::add_link(std::size_t number) {
  auto& a = machine(scenario_.links[number].a);
  auto& b = machine(scenario_.links[number].b);
  add_device(a, number, false);
  add_device(b, number, true);
  a.devices.back()->connect(*b.devices.back());
  b.devices.back()->connect(*a.devices.back());
}

std::optional<int> SimulatedNetwork::interface_toward(const Machine& from, const std::string& to) const {
  const auto link = topology_.first_link(from.spec.name, to);
  if (!link) return std::nullopt;
  const auto found = std::find(from.links.begin(), from.links.end(), *link);
  return static_cast<int>(found - from.links.begin());
}

std::optional<int> SimulatedNetwork::interface_toward(const Machine& from, IpAddress to) const {
  for (const auto& m : machines_)
    if (m->state.addresses.contains(to)) return interface_toward(from, m->spec.name);
  return std::nullopt;
}

SimulatedNetwork::Edge SimulatedNetwork::edge(const std::string& host) const {
  const auto& here = machine(host);
  const auto link = here.links.front();
  const bool we_are_b = scenario_.links[link].b == host;
  return {here.devices.front(), interface_address(link, we_are_b), interface_address(link, !we_are_b)};
}

std::map<IpAddress, std::string> SimulatedNetwork::addresses() const {
  std::map<IpAddress, std::string> result;
  for (const auto& m : machines_)
    for (const auto& address : m->state.addresses) result.emplace(address, m->spec.name);
  return result;
}

GatewayLinks SimulatedNetwork::links_of(const std::string& gateway) const {
  const auto& here = machine(gateway);
  GatewayLinks result;
  for (std::size_t i = 0; i < here.links.size(); ++i) {
    const auto& line = scenario_.links[here.links[i]];
    const auto& other = line.a == gateway ? line.b : line.a;
    result.ends.push_back({here.devices[i], other, line.delay});
  }
  result.way_to = [this, &here](IpAddress to) { return interface_toward(here, to); };
  return result;
}

void SimulatedNetwork::add_routes() {
  ns3::Ipv4StaticRoutingHelper helper;
  for (const auto& from : machines_) {
    const auto table = helper.GetStaticRouting(from->node->GetObject<ns3::Ipv4>());
    for (const auto& to : machines_) {
      if (outside_.empty() && !ends_a_flow(to->spec.name, scenario_)) continue;
      const auto way = interface_toward(*from, to->spec.name);
      if (!way) continue;
      const std::size_t link = from->links[static_cast<std::size_t>(*way)];
      const bool we_are_b = scenario_.links[link].b == from->spec.name;
      const auto next = to_ns3(interface_address(link, !we_are_b));
      constexpr uint32_t after_loopback = 1;
      for (const auto& address : to->state.addresses) {
        table->AddHostRouteTo(to_ns3(address), next, static_cast<uint32_t>(*way) + after_loopback);
      }
    }
  }
}

void SimulatedNetwork::add_agents() {
  for (const auto& m : machines_) {
    if (!m->spec.rsvp) continue;
    std::vector<AgentInterface> interfaces;
    for (std::size_t i = 0; i < m->links.size(); ++i) {
      const auto& line = scenario_.links[m->links[i]];
      const bool we_are_b = line.b == m->spec.name;
      const PortSpec port = port_of(m->spec.name, line);
      interfaces.push_back({.device = m->devices[i],
                            .address = interface_address(m->links[i], we_are_b),
                            .neighbour = interface_address(m->links[i], !we_are_b),
                            .line_rate = line.rate,
                            .delay = line.delay,
                            .layer = port.layer,
                            .reservable = port.reservable});
    }
    RsvpAgent::Surroundings surroundings;
    surroundings.node = m->spec.name;
    surroundings.addresses = m->state.addresses;
    surroundings.way_to = [this, from = m.get()](IpAddress to) { return interface_toward(*from, to); };
    surroundings.note = [this](const std::string& text) { notes_.push_back(text); };
    surroundings.ledger = &ledger_;
    surroundings.latency = m->spec.latency;
    m->agent = std::make_unique<RsvpAgent>(std::move(interfaces), surroundings,
                                           RandomStream::mix(seed_, m->spec.name + "/rsvp"));
  }
}

void SimulatedNetwork::add_flow(std::size_t number) {
  const auto& flow = scenario_.flows[number];
  auto& from = machine(flow.from);
  auto& to = machine(flow.to);
  const FiveTuple tuple = flow_tuple(number, flow, scenario_.links);
  const auto account = ledger_.open_account(tuple, flow.name, flow.label, true);
  if (is_tcp(tuple)) ledger_.open_account(reversed(tuple), flow.name + "/reverse", flow.label, false);
  if (flow.send_latency > Duration{}) from.state.send_latency[tuple] = flow.send_latency;
  const auto simulated = [this](const Machine& end) { return outside_.contains(end.spec.name) ? nullptr : end.node; };
  flows_.push_back(start_flow(flow, {simulated(from), simulated(to), tuple}, seed_, ledger_, account, receivers_));
  if (!flow.reservation || !from.agent || !to.agent) return;
  const ReservedFlow reserved{tuple, *flow.reservation, flow.start, account};
  from.agent->sends(reserved);
  to.agent->receives(reserved);
}

void SimulatedNetwork::lost_in_ip(const Machine& at, const ns3::Ipv4Header& header, ns3::Ptr<const ns3::Packet> packet,
                                  ns3::Ipv4L3Protocol::DropReason reason) {
  const auto ticket = ticket_of(*packet);
  if (!ticket || at.state.addresses.contains(from_ns3(header.GetDestination()))) return;
  const auto why = reason == ns3::Ipv4L3Protocol::DROP_TTL_EXPIRED ? DropReason::ttl : DropReason::no_route;
  const Bytes size{static_cast<std::int64_t>(packet->GetSize()) + header.GetSerializedSize()};
  ledger_.dropped(*ticket, size, Ledger::From::under_way, at.spec.name, why);
}

std::vector<PortClassResults> SimulatedNetwork::classes() const {
  std::vector<PortClassResults> result;
  for (auto* device : configured_) {
    for (const auto& c : device->port().report()) {
      PortClassResults line;
      line.port = device->place();
      line.class_name = c.name;
      line.arrived = {c.arrived_packets, c.arrived_bytes};
      line.sent = {c.sent_packets, c.sent_bytes};
      for (std::size_t r = 0; r < c.dropped.size(); ++r) {
        const auto& count = c.dropped[r];
        if (count.packets > 0) line.drops[drop_reason_names[r]] = {count.packets, count.bytes};
      }
      line.suspensions = c.suspensions;
      line.suspended = c.suspended;
      line.most_waiting = c.most_waiting;
      result.push_back(std::move(line));
    }
  }
  return result;
}

std::vector<ClassRecord> SimulatedNetwork::classes_lately() {
  std::vector<ClassRecord> result;
  for (auto* device : configured_)
    for (const auto& [sent, lost, most] : device->port().lately())
      result.push_back({{sent.packets, sent.bytes}, {lost.packets, lost.bytes}, most});
  return result;
}

std::int64_t SimulatedNetwork::packets_handled() const {
  std::int64_t sum = 0;
  for (const auto& m : machines_)
    for (const auto* device : m->devices) sum += device->packets();
  return sum;
}

std::int64_t SimulatedNetwork::packets_queued() const {
  std::int64_t sum = 0;
  for (const auto& m : machines_)
    for (auto* device : m->devices)
      for (const auto& c : device->port().report()) sum += c.waiting.packets;
  return sum;
}

}  // namespace qoslab
