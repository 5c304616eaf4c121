#include "model/ns3/port_device.h"

#include <stdexcept>
#include <utility>

#include "model/diffserv/phb.h"
#include "model/ns3/clock.h"
#include "model/ns3/packet_facts.h"
#include "model/packet/layers.h"

namespace qoslab {

ns3::TypeId PortDevice::GetTypeId() {
  static const ns3::TypeId id = ns3::TypeId("qoslab::PortDevice").SetParent<BareDevice>();
  return id;
}

PortDevice::PortDevice(const PortSpec& spec, Duration delay, std::uint64_t seed, Ledger& ledger, const NodeState& node)
    : place_{spec.node + "." + spec.link},
      rate_{spec.link_rate},
      delay_{delay},
      ledger_{ledger},
      node_{node},
      port_{spec, seed, *this} {
  if (!spec.ingress.empty()) ingress_.emplace(spec.ingress);
}

bool PortDevice::Send(ns3::Ptr<ns3::Packet> packet, const ns3::Address& /*destination*/, uint16_t /*protocol*/) {
  if (const auto ticket = ticket_of(*packet)) {
    enqueue({packet, *ticket});
    return true;
  }
  const Packet facts = facts_of(*packet);
  const Held held{packet, ledger_.sent(ledger_.account_of(facts.tuple), facts.ip_size, now())};
  attach(*packet, held.ticket);
  const auto extra = node_.send_latency.find(facts.tuple);
  const Duration processing = node_.latency + (extra == node_.send_latency.end() ? Duration{} : extra->second);
  if (processing == Duration{}) {
    enqueue(held);
  } else {
    ns3::Simulator::Schedule(to_ns3(processing), [this, held] { enqueue(held); });
  }
  return true;
}

void PortDevice::enqueue(const Held& held) {
  if (node_.failed) return lose(held, DropReason::link_down);
  Packet facts = facts_of(*held.packet);
  facts.id = next_id_++;
  facts.color = color_of(facts.dscp);
  waiting_.emplace(facts.id, held);
  ledger_.queued(held.ticket, facts.ip_size);
  port_.push(facts, now());
  pump();
}

void PortDevice::pump() {
  if (sending_ || node_.failed) return;
  const Instant ready = port_.ready(now());
  if (ready <= now()) {
    if (const auto packet = port_.pop(now())) {
      const auto found = waiting_.find(packet->id);
      const Held held = std::move(found->second);
      waiting_.erase(found);
      ledger_.dequeued(held.ticket, packet->ip_size);
      return transmit(held);
    }
  }
  const Instant later = port_.ready(now());
  if (later == Instant::never()) return;
  if (later <= now()) throw std::logic_error{place_ + ": the scheduler is ready but has no packet"};
  wake_up_.Cancel();
  wake_up_ = at(later, [this] { pump(); });
}

void PortDevice::transmit(const Held& held) {
  sending_ = true;
  wake_up_.Cancel();
  const Instant end = put_on_line(held, now());
  at(end, [this] {
    sending_ = false;
    pump();
  });
}

Instant PortDevice::put_on_line(const Held& held, Instant begin) {
  if (capture_) {
    capture_->write(*held.packet, ns3::Mac48Address::ConvertFrom(GetAddress()),
                    ns3::Mac48Address::ConvertFrom(peer_->GetAddress()), begin);
  }
  const Instant end = begin + time_to_send(size_at(Layer::line, Bytes{held.packet->GetSize()}), rate_);
  const Instant arrival = end + delay_;
  if (arrival < now()) throw std::logic_error{place_ + ": a packet should have arrived before it was sent"};
  ns3::Simulator::ScheduleWithContext(peer_->GetNode()->GetId(), to_ns3(arrival - now()),
                                      [peer = peer_, held] { peer->arrive(held); });
  return end;
}

void PortDevice::arrive(const Held& held) {
  if (node_.failed) return lose(held, DropReason::link_down);
  if (capture_) {
    capture_->write(*held.packet, ns3::Mac48Address::ConvertFrom(peer_->GetAddress()),
                    ns3::Mac48Address::ConvertFrom(GetAddress()), now());
  }
  Held passed = held;
  if (ingress_) {
    const Packet before = facts_of(*held.packet);
    const auto after = ingress_->pass(before, now());
    if (!after) return lose(held, DropReason::conditioner);
    if (after->dscp != before.dscp) passed.packet = remarked(*held.packet, after->dscp);
  }
  if (node_.latency == Duration{}) return accept(passed);
  ns3::Simulator::Schedule(to_ns3(node_.latency), [this, passed] { accept(passed); });
}

void PortDevice::accept(const Held& held) {
  if (node_.failed) return lose(held, DropReason::link_down);
  if (forwarder_ && !rsvp_) return forwarder_(held);
  const Packet facts = facts_of(*held.packet);
  const bool for_agent = rsvp_ && facts.tuple.protocol == ip_protocol::rsvp;
  if (forwarder_ && !for_agent) return forwarder_(held);
  if (for_agent || node_.addresses.contains(facts.tuple.destination)) {
    ledger_.delivered(held.ticket, facts.ip_size, now());
  }
  if (for_agent) return rsvp_(held.packet);
  hand_up(held.packet->Copy());
}

void PortDevice::lose(const Held& held, DropReason reason) {
  ledger_.dropped(held.ticket, Bytes{held.packet->GetSize()}, Ledger::From::under_way, place_, reason);
}

void PortDevice::dropped(const Packet& packet, DropReason reason, Instant /*now*/) {
  const auto found = waiting_.find(packet.id);
  ledger_.dropped(found->second.ticket, packet.ip_size, Ledger::From::queue, place_, reason);
  waiting_.erase(found);
}

}  // namespace qoslab
