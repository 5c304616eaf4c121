#include "model/ns3/udp_receiver.h"

#include <ns3/inet-socket-address.h>
#include <ns3/udp-socket-factory.h>

#include "model/ns3/addresses.h"
#include "model/ns3/clock.h"
#include "model/packet/layers.h"

namespace qoslab {

ns3::Ptr<ns3::Socket> udp_socket(ns3::Ptr<ns3::Node> node, std::uint16_t port) {
  auto socket = ns3::Socket::CreateSocket(node, ns3::UdpSocketFactory::GetTypeId());
  socket->Bind(ns3::InetSocketAddress{ns3::Ipv4Address::GetAny(), port});
  return socket;
}

UdpReceiver::UdpReceiver(ns3::Ptr<ns3::Node> node, IpAddress address, std::uint16_t port, Ledger& ledger)
    : address_{address}, port_{port}, ledger_{ledger}, socket_{udp_socket(node, port)} {
  socket_->SetRecvCallback(ns3::MakeCallback(&UdpReceiver::receive, this));
}

void UdpReceiver::receive(ns3::Ptr<ns3::Socket> socket) {
  ns3::Address from;
  while (const auto packet = socket->RecvFrom(from)) {
    const auto source = ns3::InetSocketAddress::ConvertFrom(from);
    const IpAddress source_address = from_ns3(source.GetIpv4());
    const FiveTuple tuple{.source = source_address,
                          .destination = address_,
                          .source_port = source.GetPort(),
                          .destination_port = port_,
                          .protocol = ip_protocol::udp};
    const bool rtp = rtp_sources_.contains({source_address, source.GetPort()});
    ledger_.payload(ledger_.account_of(tuple), Bytes{packet->GetSize()} - (rtp ? header::rtp : Bytes{0}), now());
  }
}

UdpReceiver& UdpReceivers::at(ns3::Ptr<ns3::Node> node, IpAddress address, std::uint16_t port) {
  auto& receiver = receivers_[{address, port}];
  if (!receiver) receiver = std::make_unique<UdpReceiver>(node, address, port, ledger_);
  return *receiver;
}

}  // namespace qoslab
