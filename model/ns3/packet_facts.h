// Between ns-3's packets and what the QoS model may know of them.
#pragma once

#include <ns3/packet.h>
#include <ns3/ptr.h>

#include <optional>

#include "model/ns3/ledger.h"
#include "model/packet/packet.h"

namespace qoslab {

/// The facts of an IPv4 packet (its IP header in front). A fragment after the first has no ports.
Packet facts_of(const ns3::Packet& packet);

/// The same packet with another code point; header checksum made anew.
ns3::Ptr<ns3::Packet> remarked(const ns3::Packet& packet, Dscp dscp);

/// The same packet after one more hop: its TTL less by one, header checksum made anew. Null: its TTL has run out.
ns3::Ptr<ns3::Packet> forwarded(const ns3::Packet& packet);

/// The ledger's ticket travels with the packet through ns-3's IP layer.
void attach(ns3::Packet& packet, const Ticket& ticket);
std::optional<Ticket> ticket_of(const ns3::Packet& packet);

}  // namespace qoslab
