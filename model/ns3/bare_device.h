// What ns-3 asks of every net device, answered once for a point-to-point line.
#pragma once

#include <ns3/channel.h>
#include <ns3/mac48-address.h>
#include <ns3/net-device.h>
#include <ns3/node.h>

namespace qoslab {

/// The dull half of a net device: addresses, MTU, callbacks. A real one adds Send.
class BareDevice : public ns3::NetDevice {
 public:
  static ns3::TypeId GetTypeId();

  void SetIfIndex(uint32_t index) override { index_ = index; }
  uint32_t GetIfIndex() const override { return index_; }
  ns3::Ptr<ns3::Channel> GetChannel() const override { return nullptr; }
  void SetAddress(ns3::Address address) override { address_ = ns3::Mac48Address::ConvertFrom(address); }
  ns3::Address GetAddress() const override { return address_; }
  bool SetMtu(uint16_t mtu) override { return mtu == mtu_; }
  uint16_t GetMtu() const override { return mtu_; }
  bool IsLinkUp() const override { return true; }
  void AddLinkChangeCallback(ns3::Callback<void> /*callback*/) override {}
  bool IsBroadcast() const override { return false; }
  ns3::Address GetBroadcast() const override { return ns3::Mac48Address::GetBroadcast(); }
  bool IsMulticast() const override { return false; }
  ns3::Address GetMulticast(ns3::Ipv4Address group) const override { return ns3::Mac48Address::GetMulticast(group); }
  ns3::Address GetMulticast(ns3::Ipv6Address group) const override { return ns3::Mac48Address::GetMulticast(group); }
  bool IsBridge() const override { return false; }
  bool IsPointToPoint() const override { return true; }
  ns3::Ptr<ns3::Node> GetNode() const override { return node_; }
  void SetNode(ns3::Ptr<ns3::Node> node) override { node_ = node; }
  bool NeedsArp() const override { return false; }
  void SetReceiveCallback(ReceiveCallback callback) override { receive_ = callback; }
  void SetPromiscReceiveCallback(PromiscReceiveCallback /*callback*/) override {}
  bool SupportsSendFrom() const override { return false; }
  bool SendFrom(ns3::Ptr<ns3::Packet> /*packet*/, const ns3::Address& /*source*/, const ns3::Address& /*destination*/,
                uint16_t /*protocol*/) override {
    return false;
  }

 protected:
  void DoDispose() override;
  /// Hands a packet to the node's IP layer.
  void hand_up(ns3::Ptr<ns3::Packet> packet);

  static constexpr uint16_t ipv4_ethertype = 0x0800;

 private:
  static constexpr uint16_t mtu_ = 1500;
  uint32_t index_ = 0;
  ns3::Mac48Address address_ = ns3::Mac48Address::Allocate();
  ns3::Ptr<ns3::Node> node_;
  ReceiveCallback receive_;
};

}  // namespace qoslab
