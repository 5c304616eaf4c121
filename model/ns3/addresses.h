// IPv4 addresses, the model's and ns-3's.
#pragma once

#include <ns3/ipv4-address.h>

#include "model/packet/packet.h"

namespace qoslab {

/// Precondition: a mapped IPv4 address.
inline ns3::Ipv4Address to_ns3(IpAddress a) {
  return ns3::Ipv4Address{static_cast<std::uint32_t>(a.low & 0xffffffffU)};
}
inline IpAddress from_ns3(ns3::Ipv4Address a) { return IpAddress::v4(a.Get()); }

}  // namespace qoslab
