// One end of a link in ns-3: a net device whose way out is the model's port.
#pragma once

#include <ns3/event-id.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/device/port.h"
#include "model/diffserv/conditioner.h"
#include "model/ns3/bare_device.h"
#include "model/ns3/capture.h"
#include "model/ns3/ledger.h"

namespace qoslab {

/// What the ports of one node share.
struct NodeState {
  bool router = false;
  bool failed = false;
  Duration latency;                            ///< processing of each packet
  std::map<FiveTuple, Duration> send_latency;  ///< more of it, for what this host sends of these flows
  std::set<IpAddress> addresses;
};

/// A packet on its way, with its ticket.
struct Held {
  ns3::Ptr<ns3::Packet> packet;
  Ticket ticket;
};

/// Sends when its port says so and its line is free; exact to the picosecond. It replaces ns-3's queue discs and their
/// device queue: there is one waiting room, the port's (docs/decisions/).
class PortDevice final : public BareDevice, private DropSink {
 public:
  static ns3::TypeId GetTypeId();
  /// `spec.link_rate` and `delay` are the line's. Everything given outlives the device.
  PortDevice(const PortSpec& spec, Duration delay, std::uint64_t seed, Ledger& ledger, const NodeState& node);
  void connect(PortDevice& peer) { peer_ = &peer; }
  void capture_to(const std::string& path) { capture_.emplace(path); }

  /// Sees each arriving RSVP packet before IP does; whatever its destination, it ends here.
  using RsvpTap = std::function<void(ns3::Ptr<ns3::Packet>)>;
  void intercept_rsvp(RsvpTap tap) { rsvp_ = std::move(tap); }

  /// For a node that does not forward by ns-3's IP: whatever arrives ends here, but for RSVP that is intercepted.
  using Forwarder = std::function<void(const Held&)>;
  void forward_by(Forwarder forwarder) { forwarder_ = std::move(forwarder); }
  /// Such a node's packet, whose first bit leaves at `begin`, not later than this device's delay ago.
  /// The line's end of it: when the last bit has left.
  Instant put_on_line(const Held& held, Instant begin);
  /// A packet that ends here.
  void lose(const Held& held, DropReason reason);

  bool Send(ns3::Ptr<ns3::Packet> packet, const ns3::Address& destination, uint16_t protocol) override;

  [[nodiscard]] QueueingPort& port() { return port_; }
  [[nodiscard]] const std::string& place() const { return place_; }
  /// Packets that entered so far.
  [[nodiscard]] std::int64_t packets() const { return static_cast<std::int64_t>(next_id_); }

 private:
  void enqueue(const Held& held);
  void pump();
  void transmit(const Held& held);
  void arrive(const Held& held);
  void accept(const Held& held);
  void dropped(const Packet& packet, DropReason reason, Instant now) override;

  std::string place_;
  Rate rate_;
  Duration delay_;
  Ledger& ledger_;
  const NodeState& node_;
  QueueingPort port_;
  std::optional<Conditioner> ingress_;
  std::optional<Capture> capture_;
  RsvpTap rsvp_;
  Forwarder forwarder_;
  PortDevice* peer_ = nullptr;
  std::map<std::uint64_t, Held> waiting_;  ///< by the id under which the port knows them
  std::uint64_t next_id_ = 0;
  bool sending_ = false;
  ns3::EventId wake_up_;
};

}  // namespace qoslab
