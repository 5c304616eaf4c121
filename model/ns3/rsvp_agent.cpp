#include "model/ns3/rsvp_agent.h"

#include <ns3/ipv4-header.h>

#include <algorithm>
#include <utility>

#include "model/diffserv/phb.h"
#include "model/ns3/addresses.h"
#include "model/ns3/clock.h"

namespace qoslab {
namespace {

/// An IP-layer rate as a port that counts at `layer` sees it, for packets of the smallest size that is policed.
Rate at_layer(Rate ip_rate, Layer layer, Bytes packet) {
  const Int128 bits = static_cast<Int128>(ip_rate.bps()) * size_at(layer, packet).count();
  return Rate::bps(static_cast<std::int64_t>((bits + packet.count() - 1) / packet.count()));
}

/// The inverse, rounded down.
Rate at_ip(Rate rate, Layer layer, Bytes packet) {
  return Rate::bps(
      static_cast<std::int64_t>(static_cast<Int128>(rate.bps()) * packet.count() / size_at(layer, packet).count()));
}

Bytes buffer_of(const ReservableSpec& spec) {
  const auto& limit = spec.share_template.queue.limit;
  const Bytes each = limit.bytes ? *limit.bytes : spec.mtu * limit.packets.value_or(1);
  return each * spec.most_flows;
}

std::unique_ptr<Admission> admission_of(const ReservableSpec& spec) {
  if (spec.measured)
    return std::make_unique<MeasuredAdmission>(MeasuredAdmission::Parameters{.bandwidth = spec.bandwidth});
  return std::make_unique<DeclaredAdmission>(spec.bandwidth, buffer_of(spec));
}

std::vector<RsvpInterface> described(const std::vector<AgentInterface>& interfaces, Duration node_latency) {
  std::vector<RsvpInterface> result;
  for (const auto& i : interfaces) {
    const Bytes mtu = i.reservable ? i.reservable->mtu : Bytes{1500};
    RsvpInterface facts;
    facts.address = i.address;
    facts.bandwidth =
        i.reservable ? at_ip(i.reservable->bandwidth, i.layer, mtu) : at_ip(i.line_rate, Layer::line, mtu);
    facts.mtu = mtu;
    facts.latency = node_latency + i.delay;
    facts.errors = weighted_fair_error(mtu, mtu, at_ip(i.line_rate, Layer::line, mtu));
    facts.traffic_control = i.reservable.has_value();
    result.push_back(facts);
  }
  return result;
}

rsvp::Session session_of(const FiveTuple& tuple) { return {tuple.destination, tuple.protocol, tuple.destination_port}; }

std::string note_at(const std::string& what, double seconds) {
  return what + " at " + std::to_string(seconds) + " s of simulated time";
}

}  // namespace

RsvpAgent::RsvpAgent(std::vector<AgentInterface> interfaces, Surroundings surroundings, std::uint64_t seed)
    : interfaces_{std::move(interfaces)},
      surroundings_{std::move(surroundings)},
      machine_{described(interfaces_, surroundings_.latency), *this, *this, seed, RsvpNode::Timing{}} {
  for (std::size_t i = 0; i < interfaces_.size(); ++i) {
    const auto& reservable = interfaces_[i].reservable;
    admission_.push_back(reservable ? admission_of(*reservable) : nullptr);
    interfaces_[i].device->intercept_rsvp(
        [this, i](ns3::Ptr<ns3::Packet> packet) { arrive(static_cast<int>(i), packet); });
    if (!reservable) continue;
    interfaces_[i].device->port().watch_reserved(
        [admission = admission_.back().get()](Bytes size, Instant when) { admission->carried(size, when); });
  }
}

void RsvpAgent::sends(const ReservedFlow& flow) {
  const auto session = session_of(flow.tuple);
  const rsvp::Sender sender{flow.tuple.source, flow.tuple.source_port};
  sent_[session].push_back(flow);
  surroundings_.ledger->fact(flow.account, "admitted", 0);
  at(flow.start, [this, flow, session, sender] {
    machine_.announce(session, sender, flow.wants.flowspec.tspec, now());
    carry_out();
  });
  if (!flow.wants.torn_down_at) return;
  at(*flow.wants.torn_down_at, [this, session, sender] {
    machine_.withdraw(session, sender, now());
    carry_out();
  });
}

void RsvpAgent::receives(const ReservedFlow& flow) { received_[session_of(flow.tuple)].push_back(flow); }

RouteSet RsvpAgent::routes(IpAddress destination, IpAddress /*source*/) const {
  if (surroundings_.addresses.contains(destination)) return {.out = {}, .local = true};
  const auto way = surroundings_.way_to(destination);
  if (!way) return {};
  return {.out = {{*way, interfaces_[static_cast<std::size_t>(*way)].neighbour}}, .local = false};
}

Demand RsvpAgent::demand(const AgentInterface& at, const FlowSpec& flowspec) const {
  const Rate rate = flowspec.guaranteed ? flowspec.guaranteed->rate : flowspec.tspec.rate;
  const Bytes smallest = std::max(flowspec.tspec.min_policed, Bytes{1});
  return {at_layer(rate, at.layer, smallest), flowspec.tspec.bucket};
}

PortReservation RsvpAgent::on_port(const ReservationKey& key, const ReservationOrder& order) const {
  constexpr int whole_address = 128;
  PortReservation result;
  Match to_session;
  to_session.destination = Prefix{key.session.destination, whole_address};
  to_session.protocol = key.session.protocol;
  to_session.destination_ports = PortRange{key.session.port, key.session.port};
  if (order.filters.empty()) result.senders.push_back(to_session);
  for (const auto& sender : order.filters) {
    Match match = to_session;
    match.source = Prefix{sender.address, whole_address};
    match.source_ports = PortRange{sender.port, sender.port};
    result.senders.push_back(match);
  }
  const auto& at = interfaces_[static_cast<std::size_t>(key.interface)];
  const bool edge = order.police_entry || order.police_merge || order.police_branch;
  if (edge && at.reservable->police) result.police = order.flowspec.tspec;
  result.rate = demand(at, order.flowspec).rate;
  return result;
}

std::optional<Refusal> RsvpAgent::admit(const ReservationKey& key, const ReservationOrder& order, Instant when) {
  const auto number = static_cast<std::size_t>(key.interface);
  const Demand wanted = demand(interfaces_[number], order.flowspec);
  if (!admission_[number]->admit(wanted, Demand{}, when)) return Refusal{};
  const auto reservation = interfaces_[number].device->port().reserve(on_port(key, order), when);
  if (!reservation) {
    admission_[number]->release(wanted, when);
    return Refusal{};
  }
  standing_.emplace(key, Standing{*reservation, wanted});
  return std::nullopt;
}

std::optional<Refusal> RsvpAgent::modify(const ReservationKey& key, const ReservationOrder& order, Instant when) {
  const auto number = static_cast<std::size_t>(key.interface);
  auto& standing = standing_.at(key);
  const Demand wanted = demand(interfaces_[number], order.flowspec);
  if (!admission_[number]->admit(wanted, standing.demand, when)) return Refusal{};
  interfaces_[number].device->port().change(standing.reservation, on_port(key, order), when);
  standing.demand = wanted;
  return std::nullopt;
}

void RsvpAgent::remove(const ReservationKey& key, Instant when) {
  const auto number = static_cast<std::size_t>(key.interface);
  const auto found = standing_.find(key);
  if (found == standing_.end()) return;
  admission_[number]->release(found->second.demand, when);
  interfaces_[number].device->port().release(found->second.reservation, when);
  standing_.erase(found);
}

void RsvpAgent::arrive(int interface, ns3::Ptr<ns3::Packet> packet) {
  const auto copy = packet->Copy();
  ns3::Ipv4Header header;
  copy->RemoveHeader(header);
  std::vector<std::uint8_t> bytes(copy->GetSize());
  copy->CopyData(bytes.data(), static_cast<std::uint32_t>(bytes.size()));
  machine_.receive(bytes, {interface, from_ns3(header.GetSource()), header.GetTtl()}, now());
  carry_out();
}

void RsvpAgent::carry_out() {
  for (auto actions = machine_.take_actions(); !actions.empty(); actions = machine_.take_actions()) {
    for (const auto& action : actions) {
      if (const auto* t = std::get_if<RsvpTransmission>(&action)) transmit(*t);
      if (const auto* n = std::get_if<RsvpNotice>(&action)) hear(*n);
    }
  }
  deadline_.Cancel();
  if (machine_.deadline() == Instant::never()) return;
  deadline_ = at(machine_.deadline(), [this] {
    machine_.advance(now());
    carry_out();
  });
}

void RsvpAgent::transmit(const RsvpTransmission& t) {
  auto packet = ns3::Create<ns3::Packet>(t.bytes.data(), static_cast<std::uint32_t>(t.bytes.size()));
  ns3::Ipv4Header header;
  header.SetSource(to_ns3(t.source));
  header.SetDestination(to_ns3(t.destination));
  header.SetProtocol(ip_protocol::rsvp);
  header.SetTtl(t.ttl);
  header.SetDscp(static_cast<ns3::Ipv4Header::DscpType>(phb::cs(6).value));
  header.SetPayloadSize(static_cast<std::uint16_t>(t.bytes.size()));
  header.EnableChecksum();
  packet->AddHeader(header);
  auto& device = *interfaces_[static_cast<std::size_t>(t.interface)].device;
  device.Send(packet, device.GetAddress(), 0x0800);
}

void RsvpAgent::hear(const RsvpNotice& notice) {
  using Kind = RsvpNotice::Kind;
  const std::string which = "the reservation for port " + std::to_string(notice.session.port);
  const double seconds = now().since_start().to_seconds();
  if (notice.kind == Kind::path) {
    hear_path(notice.session, notice.sender);
  } else if (notice.kind == Kind::reserved) {
    for (const auto& flow : sent_[notice.session]) {
      surroundings_.ledger->fact(flow.account, "admitted", 1);
      surroundings_.ledger->fact_once(flow.account, "set_up_s", (now() - flow.start).to_seconds());
      surroundings_.ledger->fact_once(flow.account, "stood_at_s", seconds);
    }
  } else if (notice.kind == Kind::resv_error && received_.contains(notice.session)) {
    surroundings_.note(note_at(which + " was refused (RSVP error " + std::to_string(notice.error.code) + ")", seconds));
  } else if (notice.kind == Kind::unreserved && sent_.contains(notice.session)) {
    surroundings_.note(note_at(which + " ended", seconds));
  }
}

void RsvpAgent::hear_path(const rsvp::Session& session, const rsvp::SenderDescriptor& sender) {
  const auto expected = received_.find(session);
  if (expected == received_.end()) return;
  auto& announced = announced_[session];
  const auto known = std::find_if(announced.begin(), announced.end(),
                                  [&](const auto& other) { return other.sender == sender.sender; });
  if (known != announced.end()) return void(*known = sender);
  announced.push_back(sender);
  for (const auto& flow : expected->second) {
    if (flow.tuple.source != sender.sender.address || flow.tuple.source_port != sender.sender.port) continue;
    ns3::Simulator::Schedule(to_ns3(flow.wants.answer_after), [this, session, flow, sender] {
      tell_bounds(flow, sender);
      answer(session);
    });
  }
}

void RsvpAgent::tell_bounds(const ReservedFlow& flow, const rsvp::SenderDescriptor& sender) {
  const auto& guaranteed = flow.wants.flowspec.guaranteed;
  if (!guaranteed || !sender.adspec || !sender.adspec->guaranteed) return;
  const ErrorTerms total{sender.adspec->guaranteed->c_total, sender.adspec->guaranteed->d_total};
  surroundings_.ledger->fact(flow.account, "guaranteed_bound_s",
                             delay_bound(flow.wants.flowspec.tspec, guaranteed->rate, total).to_seconds());
}

/// One request for the whole session: a descriptor for each announced sender (fixed filter), or one for all.
void RsvpAgent::answer(const rsvp::Session& session) {
  const auto& flows = received_.at(session);
  RsvpNode::Request request;
  request.style = flows.front().wants.style;
  request.confirm = true;
  rsvp::FlowDescriptor shared;
  shared.flowspec = flows.front().wants.flowspec;
  for (const auto& sender : announced_[session]) {
    if (request.style == ReservationStyle::shared_explicit) shared.filters.push_back(sender.sender);
    if (request.style != ReservationStyle::fixed_filter) continue;
    for (const auto& flow : flows) {
      if (flow.tuple.source_port != sender.sender.port || flow.tuple.source != sender.sender.address) continue;
      request.flows.push_back({flow.wants.flowspec, {sender.sender}});
    }
  }
  if (request.style != ReservationStyle::fixed_filter) request.flows = {shared};
  machine_.reserve(session, request, now());
  carry_out();
}

}  // namespace qoslab
