// Where UDP packets arrive: one socket for each port of a node, whatever the number of flows.
#pragma once

#include <ns3/node.h>
#include <ns3/socket.h>

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "model/ns3/ledger.h"

namespace qoslab {

/// The receiving end of one port of one node, for all flows that arrive there. Books what arrives to the flow whose
/// packets it sees.
class UdpReceiver {
 public:
  UdpReceiver(ns3::Ptr<ns3::Node> node, IpAddress address, std::uint16_t port, Ledger& ledger);
  /// Packets of this source begin with an RTP header.
  void expect_rtp(IpAddress source, std::uint16_t source_port) { rtp_sources_.insert({source, source_port}); }

 private:
  void receive(ns3::Ptr<ns3::Socket> socket);

  IpAddress address_;
  std::uint16_t port_;
  Ledger& ledger_;
  ns3::Ptr<ns3::Socket> socket_;
  std::set<std::pair<IpAddress, std::uint16_t>> rtp_sources_;
};

/// All of a network's receivers.
class UdpReceivers {
 public:
  explicit UdpReceivers(Ledger& ledger) : ledger_{ledger} {}
  /// Opened at the first call. `address` is the node's.
  UdpReceiver& at(ns3::Ptr<ns3::Node> node, IpAddress address, std::uint16_t port);

 private:
  Ledger& ledger_;
  std::map<std::pair<IpAddress, std::uint16_t>, std::unique_ptr<UdpReceiver>> receivers_;
};

/// A UDP socket bound to a port of all the node's addresses.
ns3::Ptr<ns3::Socket> udp_socket(ns3::Ptr<ns3::Node> node, std::uint16_t port);

}  // namespace qoslab
