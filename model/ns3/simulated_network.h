// Nodes, links, routes, agents and flows of a scenario, built on ns-3.
#pragma once

#include <ns3/ipv4-header.h>
#include <ns3/ipv4-l3-protocol.h>
#include <ns3/node.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/network/topology.h"
#include "model/ns3/end_points.h"
#include "model/ns3/gateway_links.h"
#include "model/ns3/port_device.h"
#include "model/ns3/rsvp_agent.h"
#include "model/scenario/scenario.h"

namespace qoslab {

class SimulatedNetwork {
 public:
  /// Everything is scheduled from the simulator's time zero. `scenario` and `ledger` outlive the network. `outside`:
  /// hosts in whose place real ones stand. Then every node can be reached, not only those with flows.
  SimulatedNetwork(const Scenario& scenario, std::uint64_t seed, Ledger& ledger,
                   const std::optional<std::string>& captures, std::set<std::string> outside = {});

  /// What stands in the simulation for a real host: its end of its first link.
  struct Edge {
    PortDevice* device = nullptr;
    IpAddress host;
    IpAddress neighbour;  ///< the link's other end
  };
  [[nodiscard]] Edge edge(const std::string& host) const;
  /// Whose they are.
  [[nodiscard]] std::map<IpAddress, std::string> addresses() const;

  /// Where a gateway meets nodes of ns-3, and which of these places leads to an address. Pointers stay valid as long as
  /// the network.
  [[nodiscard]] GatewayLinks links_of(const std::string& gateway) const;

  /// What the configured ports counted so far, class by class.
  [[nodiscard]] std::vector<PortClassResults> classes() const;
  /// What they counted since the last call, in the same order.
  std::vector<ClassRecord> classes_lately();
  [[nodiscard]] std::int64_t packets_handled() const;
  /// Packets in all queues: must agree with the ledger.
  [[nodiscard]] std::int64_t packets_queued() const;
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

 private:
  struct Machine {
    NodeSpec spec;
    NodeState state;
    ns3::Ptr<ns3::Node> node;
    std::vector<std::size_t> links;  ///< in order of the interfaces
    std::vector<PortDevice*> devices;
    std::unique_ptr<RsvpAgent> agent;
  };
  [[nodiscard]] Machine& machine(const std::string& name) const;
  void add_node(const NodeSpec& spec);
  void add_link(std::size_t number);
  void add_device(Machine& at, std::size_t link, bool b_end);
  void add_routes();
  void add_agents();
  void add_flow(std::size_t number);
  [[nodiscard]] PortSpec port_of(const std::string& node, const LinkSpec& link) const;
  [[nodiscard]] std::optional<int> interface_toward(const Machine& from, const std::string& to) const;
  [[nodiscard]] std::optional<int> interface_toward(const Machine& from, IpAddress to) const;
  void lost_in_ip(const Machine& at, const ns3::Ipv4Header& header, ns3::Ptr<const ns3::Packet> packet,
                  ns3::Ipv4L3Protocol::DropReason reason);

  const Scenario& scenario_;
  std::uint64_t seed_;
  Ledger& ledger_;
  std::optional<std::string> captures_;
  std::set<std::string> outside_;
  Topology topology_;
  std::vector<std::unique_ptr<Machine>> machines_;
  std::vector<PortDevice*> configured_;  ///< in the scenario's order
  UdpReceivers receivers_;
  std::vector<std::unique_ptr<FlowApplication>> flows_;
  std::vector<std::string> notes_;
};

}  // namespace qoslab
