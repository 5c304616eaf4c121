#include "model/ns3/bare_device.h"

namespace qoslab {

ns3::TypeId BareDevice::GetTypeId() {
  static const ns3::TypeId id = ns3::TypeId("qoslab::BareDevice").SetParent<ns3::NetDevice>();
  return id;
}

void BareDevice::DoDispose() {
  node_ = nullptr;
  receive_ = ReceiveCallback{};
  ns3::NetDevice::DoDispose();
}

void BareDevice::hand_up(ns3::Ptr<ns3::Packet> packet) { receive_(this, packet, ipv4_ethertype, address_); }

}  // namespace qoslab
