// RSVP in one node, host or router: RFC 2205, with the processing rules of RFC 2209.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "model/intserv/guaranteed.h"
#include "model/intserv/rsvp_message.h"
#include "model/intserv/traffic_control.h"

namespace qoslab {

/// An interface as ADSPEC describes it. Its number is its index.
struct RsvpInterface {
  IpAddress address;
  Rate bandwidth;    ///< for reserved traffic, counted at the IP layer
  Bytes mtu{1500};   ///< IP bytes
  Duration latency;  ///< smallest, through the node and over the link
  ErrorTerms errors;
  bool traffic_control = true;  ///< false: promises nothing, admits everything, does not police (a host's own)
};

struct Route {
  int interface = 0;
  IpAddress next_hop;
  auto operator<=>(const Route&) const = default;
};
/// Where packets to a destination go. Several routes: a multicast tree branches here.
struct RouteSet {
  std::vector<Route> out;
  bool local = false;  ///< the node itself is a destination
  auto operator<=>(const RouteSet&) const = default;
};
class RouteLookup {
 public:
  virtual ~RouteLookup() = default;
  [[nodiscard]] virtual RouteSet routes(IpAddress destination, IpAddress source) const = 0;
};

/// Bytes for the owner to put into an IP packet of protocol 46.
struct RsvpTransmission {
  std::vector<std::uint8_t> bytes;
  IpAddress source;
  IpAddress destination;
  IpAddress next_hop;  ///< neighbour on the interface
  int interface = 0;
  bool router_alert = false;  ///< RFC 2113: routers on the way look at it
  std::uint8_t ttl = 0;
};
/// What the application on this host learns (RFC 2205 section 3.11.1, upcalls).
struct RsvpNotice {
  enum class Kind : std::uint8_t {
    path,        ///< a sender announced itself or changed: `sender`
    path_gone,   ///< it left, or its state timed out: `sender`
    reserved,    ///< a reservation for a local sender arrived or changed: `flow`
    unreserved,  ///< it is gone: `flow`
    path_error,  ///< `sender`, `error`
    resv_error,  ///< the local receiver's request failed somewhere: `flow`, `error`
    confirmed,   ///< `flow`
  };
  Kind kind = Kind::path;
  rsvp::Session session;
  rsvp::SenderDescriptor sender{};
  rsvp::FlowDescriptor flow{};
  rsvp::Error error{};
};
using RsvpAction = std::variant<RsvpTransmission, RsvpNotice>;

/// A sans-IO machine: the owner hands in packets, calls of applications and the time, and carries out the actions
/// that it takes after each call. `now` never decreases.
class RsvpNode {
 public:
  struct Timing {
    Duration refresh = Duration::seconds(30);  ///< R (RFC 2205 section 3.7)
    int losses = 3;                            ///< K: state survives K-1 lost refreshes in a row
  };
  /// `routes` and `control` outlive the node.
  RsvpNode(std::vector<RsvpInterface> interfaces, const RouteLookup& routes, TrafficControl& control,
           std::uint64_t seed, Timing timing);
  ~RsvpNode();

  /// A local application will send: PATH from now on. Again with other values: a change.
  void announce(const rsvp::Session& session, const rsvp::Sender& sender, const TSpec& tspec, Instant now);
  void withdraw(const rsvp::Session& session, const rsvp::Sender& sender, Instant now);

  struct Request {
    ReservationStyle style = ReservationStyle::fixed_filter;
    std::vector<rsvp::FlowDescriptor> flows;
    bool confirm = false;  ///< ask for a RESVCONF
  };
  /// A local application wants a reservation for what it receives; takes effect where and as soon as PATH state
  /// exists. Replaces its earlier request for the session. Precondition: a flowspec in each descriptor; one filter each
  /// with a fixed filter, one descriptor with filters when shared explicit, one without for a wildcard.
  void reserve(const rsvp::Session& session, const Request& request, Instant now);
  void release(const rsvp::Session& session, Instant now);

  struct Arrival {
    int interface = 0;
    IpAddress source;  ///< of the IP packet
    std::uint8_t ttl = 0;
  };
  void receive(std::span<const std::uint8_t> bytes, const Arrival& from, Instant now);

  /// Refreshes and time-outs that are due.
  void advance(Instant now);
  [[nodiscard]] Instant deadline() const;
  /// What is to be done, in order; empties the list.
  std::vector<RsvpAction> take_actions();

 private:
  class Machine;
  std::unique_ptr<Machine> machine_;
};

}  // namespace qoslab
