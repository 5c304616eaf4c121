#include "model/ns3/mixed_passage.h"

#include <ns3/simulator.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "model/ns3/clock.h"
#include "model/ns3/packet_facts.h"
#include "model/ns3/preparation.h"

namespace qoslab {

using emulation::Arrival;
using emulation::Departure;
using emulation::FromHost;
using emulation::HostEdge;

namespace {

/// Before ns-3 makes anything.
Scenario prepared(Scenario scenario) {
  prepare_ns3(true);
  return scenario;
}

/// Locally administered, and of its own for each place of a scenario.
emulation::MacAddress mac_of(IpAddress address) {
  const auto low = static_cast<std::uint32_t>(address.low);
  return {0x02,
          0x71,
          0x6f,
          static_cast<std::uint8_t>(low >> 16),
          static_cast<std::uint8_t>(low >> 8),
          static_cast<std::uint8_t>(low)};
}

std::vector<std::uint8_t> bytes_of(const ns3::Packet& packet) {
  std::vector<std::uint8_t> bytes(packet.GetSize());
  packet.CopyData(bytes.data(), static_cast<std::uint32_t>(bytes.size()));
  return bytes;
}

}  // namespace

MixedPassage::MixedPassage(Scenario scenario, const std::vector<std::string>& hosts, const Options& options)
    : scenario_{prepared(std::move(scenario))},
      most_events_{options.most_events},
      ledger_{[this](const Ticket& ticket, const std::string* lost) { end(ticket, lost); }},
      outside_{hosts.begin(), hosts.end()},
      network_{std::make_unique<SimulatedNetwork>(scenario_, options.seed, ledger_, std::nullopt, outside_)},
      addresses_{network_->addresses()},
      sent_(hosts.size()) {
  for (const auto& host : hosts) open_edge(host);
}

/// ns-3's nodes first: what they call back when they end is still there.
MixedPassage::~MixedPassage() { ns3::Simulator::Destroy(); }

void MixedPassage::open_edge(const std::string& host) {
  auto& edge = *edges_.emplace_back(std::make_unique<Edge>());
  edge.name = host;
  edge.place = network_->edge(host);
  const HostEdge::Place place{mac_of(edge.place.neighbour), edge.place.host, edge.place.neighbour,
                              account_of("edge", host, "arp")};
  edge.host = std::make_unique<HostEdge>(place, [this](IpAddress address) { return whose(address); });
  constexpr std::uint8_t no_protocol = 255;
  FiveTuple all;
  all.source = edge.place.host;
  all.protocol = no_protocol;
  edge.ledger_account = ledger_.open_account(all, host, "outside", false);
  edge.place.device->forward_by([this, &edge](const Held& held) { leave(edge, held); });
  at(Instant{}, [this, &edge] {
    edge.host->ask(now());
    watch(edge);
  });
}

HostEdge::Whose MixedPassage::whose(IpAddress address) const {
  const auto found = addresses_.find(address);
  if (found == addresses_.end()) return HostEdge::Whose::nobody;
  return outside_.contains(found->second) ? HostEdge::Whose::real_host : HostEdge::Whose::model;
}

std::string MixedPassage::name_of(IpAddress address) const {
  const auto found = addresses_.find(address);
  return found == addresses_.end() ? "nobody" : found->second;
}

std::uint16_t MixedPassage::account_of(const std::string& from, const std::string& to, const std::string& what) {
  constexpr std::size_t most = std::numeric_limits<std::uint16_t>::max() - 1;
  const bool full = accounts_.size() >= most;
  const std::string name = full ? "others-others.all" : from + "-" + to + "." + what;
  const auto [found, added] = by_name_.emplace(name, static_cast<std::uint16_t>(accounts_.size()));
  if (added) accounts_.push_back(name);
  return found->second;
}

std::uint16_t MixedPassage::account_of(const FiveTuple& tuple, Dscp dscp) {
  const IpAddress to = addresses_.contains(tuple.destination) ? tuple.destination : IpAddress{};
  const IpAddress from = addresses_.contains(tuple.source) ? tuple.source : IpAddress{};
  const auto [found, added] = by_packet_.try_emplace({from, to, dscp.value});
  if (added) found->second = account_of(name_of(from), name_of(to), "dscp" + std::to_string(dscp.value));
  return found->second;
}

std::uint16_t MixedPassage::number_of(const std::string& reason) {
  const auto [found, added] = by_reason_.emplace(reason, static_cast<std::uint16_t>(reasons_.size()));
  if (added) reasons_.push_back(reason);
  return found->second;
}

std::uint16_t MixedPassage::arrive(const Arrival& arrival, const FrameFacts& facts) {
  auto& edge = *edges_[arrival.port];
  const Instant when = begins_ ? arrival.at - *begins_ : Instant{};
  Pending pending{when, arrival.frame, edge.host->judge(arrival.bytes, facts), {}, {}};
  std::copy_n(arrival.bytes.begin() + 6, pending.from.size(), pending.from.begin());
  const bool arp = pending.verdict == FromHost::neighbour;
  if (arp) pending.bytes.assign(arrival.bytes.begin(), arrival.bytes.end());
  if (pending.verdict == FromHost::packet) pending.bytes = edge.host->packet_of(arrival.bytes, facts);
  const bool of_host = facts.type == ether_type::ipv4 && facts.packet.tuple.source == edge.place.host;
  const auto account = of_host ? account_of(facts.packet.tuple, facts.packet.dscp)
                               : account_of(edge.name, "edge", arp ? "arp" : "other");
  if (arrival.frame >= account_inside_.size()) account_inside_.resize(arrival.frame + 1);
  account_inside_[arrival.frame] = account;
  edge.pending.push_back(std::move(pending));
  if (edge.pending.size() == 1) at(when, [this, &edge] { come_in(edge); });
  return account;
}

/// The one event that stands for all that has come from this host.
void MixedPassage::come_in(Edge& edge) {
  for (; !edge.pending.empty() && edge.pending.front().at <= now(); edge.pending.pop_front())
    take_in(edge, edge.pending.front());
  watch(edge);
  if (!edge.pending.empty()) at(edge.pending.front().at, [this, &edge] { come_in(edge); });
}

void MixedPassage::take_in(Edge& edge, Pending& pending) {
  if (pending.verdict == FromHost::neighbour) {
    edge.host->answer(pending.bytes, now());
    return end({0, now(), pending.frame}, nullptr);
  }
  if (pending.verdict != FromHost::packet) {
    const auto why = emulation::from_host_names.at(static_cast<std::size_t>(pending.verdict));
    const std::string lost = edge.name + ": " + std::string{why};
    return end({0, now(), pending.frame}, &lost);
  }
  edge.host->learn(pending.from, now());
  if (auto reset = edge.half_open.answer(pending.bytes)) {
    HostEdge::ToHost packet;
    packet.frame = {std::move(*reset), now()};
    packet.account = account_of("edge", edge.name, "reset");
    edge.host->tell(std::move(packet), now());
  }
  const auto packet = ns3::Create<ns3::Packet>(pending.bytes.data(), static_cast<std::uint32_t>(pending.bytes.size()));
  auto ticket = ledger_.sent(edge.ledger_account, Bytes{packet->GetSize()}, now());
  ticket.frame = pending.frame;
  attach(*packet, ticket);
  edge.place.device->Send(packet, edge.place.device->GetAddress(), ether_type::ipv4);
}

/// A packet has come to the real host's place.
void MixedPassage::leave(Edge& edge, const Held& held) {
  const auto facts = facts_of(*held.packet);
  HostEdge::ToHost packet;
  packet.frame = {bytes_of(*held.packet), held.ticket.sent};
  packet.number = held.ticket.frame;
  packet.account = packet.number == Ticket::none ? account_of(facts.tuple, facts.dscp) : account_inside_[packet.number];
  edge.half_open.left(packet.frame.bytes);
  Ticket left = held.ticket;
  left.frame = Ticket::none;
  ledger_.delivered(left, facts.ip_size, now());
  edge.host->tell(std::move(packet), now());
  watch(edge);
}

void MixedPassage::watch(Edge& edge) {
  const Instant deadline = edge.host->deadline();
  if (deadline == edge.deadline) return;
  edge.deadline = deadline;
  if (deadline == Instant::never()) return;
  at(deadline, [this, &edge, deadline] {
    if (edge.host->deadline() != deadline) return;
    edge.host->ask(now());
    watch(edge);
  });
}

void MixedPassage::end(const Ticket& ticket, const std::string* lost) {
  Departure ended{};
  ended.at = now();
  ended.frame = ticket.frame;
  ended.account = account_inside_[ticket.frame];
  ended.ends = lost == nullptr;
  if (lost != nullptr) ended.reason = number_of(*lost);
  ended_.push_back(ended);
}

Instant MixedPassage::run(Instant until, std::vector<Departure>& out) {
  if (!begins_) begins_ = until.since_start();
  const auto first = static_cast<std::ptrdiff_t>(out.size());
  const Instant ran = simulator_.run(until - *begins_, most_events_);
  collect(out);
  std::for_each(out.begin() + first, out.end(), [this](Departure& departure) { departure.at += *begins_; });
  return ran + *begins_;
}

Instant MixedPassage::next() const {
  const Instant next = simulator_.next();
  return next == Instant::never() ? next : next + begins_.value_or(Duration{});
}

void MixedPassage::collect(std::vector<Departure>& out) {
  out.insert(out.end(), ended_.begin(), ended_.end());
  ended_.clear();
  for (std::size_t port = 0; port < edges_.size(); ++port) {
    sent_[port] = edges_[port]->host->take();
    for (auto& sent : sent_[port]) {
      sent.frame.since += *begins_;
      Departure departure{};
      departure.at = sent.at;
      departure.frame = sent.number;
      departure.port = static_cast<std::uint8_t>(port);
      departure.account = sent.account;
      departure.written = &sent.frame;
      if (sent.lost) departure.reason = number_of(edges_[port]->name + ": does not answer ARP");
      out.push_back(departure);
    }
  }
}

void MixedPassage::add_to(EmulationResults& results) const {
  for (const auto& account : ledger_.accounts()) {
    if (account.label == "outside" || account.sent.packets == 0) continue;
    Count inside = account.queued;
    inside += account.in_flight;
    results.flows.push_back({account.name, account.sent, account.delivered, inside, account.drops});
  }
  results.classes = network_->classes();
  results.notes.insert(results.notes.end(), network_->notes().begin(), network_->notes().end());
  for (const auto& edge : edges_)
    for (const auto port : edge->half_open.closed())
      results.notes.push_back(edge->name + " has refused every connection to its port " + std::to_string(port) +
                              ": does anybody listen there?");
}

}  // namespace qoslab
