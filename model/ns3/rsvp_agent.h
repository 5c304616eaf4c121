// RSVP on an ns-3 node: carries bytes and time between the sans-IO machine, the ports and the flows' hosts.
#pragma once

#include <ns3/event-id.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/intserv/admission.h"
#include "model/intserv/rsvp_node.h"
#include "model/ns3/port_device.h"
#include "model/scenario/scenario.h"

namespace qoslab {

/// A port as the agent knows it.
struct AgentInterface {
  PortDevice* device = nullptr;
  IpAddress address;
  IpAddress neighbour;
  Rate line_rate;
  Duration delay;
  Layer layer = Layer::line;
  std::optional<ReservableSpec> reservable;  ///< absent: admits everything and promises nothing
};

/// A flow that reserves, as its hosts see it.
struct ReservedFlow {
  FiveTuple tuple;
  ReservationSpec wants;
  Instant start;
  std::uint32_t account = 0;
};

/// Left out: the IP router alert option, which ns-3's IPv4 header cannot carry; agents recognise protocol 46.
class RsvpAgent final : private RouteLookup, private TrafficControl {
 public:
  /// `way_to`: the interface toward an address. `note`: what a reader of the results should know.
  struct Surroundings {
    std::string node;
    std::set<IpAddress> addresses;
    std::function<std::optional<int>(IpAddress)> way_to;
    std::function<void(const std::string&)> note;
    Ledger* ledger = nullptr;
    Duration latency;
  };
  RsvpAgent(std::vector<AgentInterface> interfaces, Surroundings surroundings, std::uint64_t seed);

  /// This host sends the flow: PATH from its start on.
  void sends(const ReservedFlow& flow);
  /// This host receives the flow: it answers the first PATH.
  void receives(const ReservedFlow& flow);

 private:
  RouteSet routes(IpAddress destination, IpAddress source) const override;
  std::optional<Refusal> admit(const ReservationKey& key, const ReservationOrder& order, Instant now) override;
  std::optional<Refusal> modify(const ReservationKey& key, const ReservationOrder& order, Instant now) override;
  void remove(const ReservationKey& key, Instant now) override;

  struct Standing {
    int reservation = 0;
    Demand demand;
  };
  [[nodiscard]] PortReservation on_port(const ReservationKey& key, const ReservationOrder& order) const;
  [[nodiscard]] Demand demand(const AgentInterface& at, const FlowSpec& flowspec) const;

  void arrive(int interface, ns3::Ptr<ns3::Packet> packet);
  void carry_out();
  void transmit(const RsvpTransmission& transmission);
  void hear(const RsvpNotice& notice);
  void hear_path(const rsvp::Session& session, const rsvp::SenderDescriptor& sender);
  void answer(const rsvp::Session& session);
  void tell_bounds(const ReservedFlow& flow, const rsvp::SenderDescriptor& sender);

  std::vector<AgentInterface> interfaces_;
  Surroundings surroundings_;
  std::vector<std::unique_ptr<Admission>> admission_;  ///< by interface
  std::map<ReservationKey, Standing> standing_;
  std::map<rsvp::Session, std::vector<ReservedFlow>> sent_;
  std::map<rsvp::Session, std::vector<ReservedFlow>> received_;
  std::map<rsvp::Session, std::vector<rsvp::SenderDescriptor>> announced_;  ///< to this receiver
  RsvpNode machine_;
  ns3::EventId deadline_;
};

}  // namespace qoslab
