#include "model/ns3/ledger.h"

#include <utility>

#include "model/packet/layers.h"

namespace qoslab {
namespace {

void add(Count& count, Bytes size) {
  ++count.packets;
  count.bytes += size;
}
void take(Count& count, Bytes size) {
  --count.packets;
  count.bytes -= size;
}

}  // namespace

Ledger::Ledger(Instant from, Instant until, Duration record)
    : from_{from}, until_{until}, record_{record}, records_{static_cast<std::size_t>((until - from) / record)} {}

Ledger::Ledger(End end) : Ledger{Instant{}, Instant{}, Duration::seconds(1)} { end_ = std::move(end); }

RecordCounts* Ledger::record_at(std::uint32_t account, Instant t) {
  if (!measured(t)) return nullptr;
  const auto number = static_cast<std::size_t>((t - from_) / record_);
  return number < records_ ? &accounts_[account].records[number] : nullptr;
}

std::size_t Ledger::TupleHash::operator()(const FiveTuple& t) const {
  const std::uint64_t ports =
      (std::uint64_t{t.source_port} << 24U) ^ (std::uint64_t{t.destination_port} << 8U) ^ t.protocol;
  return (t.source.low * 0x9e3779b97f4a7c15ULL) ^ (t.destination.low * 0xc2b2ae3d27d4eb4fULL) ^
         (ports * 0x165667b19e3779f9ULL);
}

std::uint32_t Ledger::open_account(const FiveTuple& tuple, const std::string& name, const std::string& label,
                                   bool samples) {
  const auto number = static_cast<std::uint32_t>(accounts_.size());
  accounts_.emplace_back();
  accounts_.back().name = name;
  accounts_.back().label = label;
  accounts_.back().records.resize(records_);
  keeps_samples_.push_back(samples);
  by_tuple_.emplace(tuple, number);
  return number;
}

std::uint32_t Ledger::account_of(const FiveTuple& tuple) {
  const bool rsvp = tuple.protocol == ip_protocol::rsvp;
  FiveTuple key;
  if (rsvp) {
    key.protocol = ip_protocol::rsvp;
  } else {
    key = tuple;
  }
  const auto found = by_tuple_.find(key);
  if (found != by_tuple_.end()) return found->second;
  if (end_ && !rsvp && key != FiveTuple{}) return account_of(FiveTuple{});
  return rsvp ? open_account(key, "rsvp", "signalling", false) : open_account(key, "other", "other", false);
}

Ticket Ledger::sent(std::uint32_t account, Bytes ip_size, Instant now) {
  const Ticket ticket{account, now};
  auto& a = of(ticket);
  add(a.sent, ip_size);
  add(a.in_flight, ip_size);
  if (measured(now)) {
    add(a.offered, ip_size);
    add(a.open, ip_size);
    if (auto* record = record_at(account, now)) {
      add(record->offered, ip_size);
      add(record->open, ip_size);
    }
    ++unsettled_;
  }
  return ticket;
}

void Ledger::queued(const Ticket& ticket, Bytes ip_size) {
  take(of(ticket).in_flight, ip_size);
  add(of(ticket).queued, ip_size);
}

void Ledger::dequeued(const Ticket& ticket, Bytes ip_size) {
  take(of(ticket).queued, ip_size);
  add(of(ticket).in_flight, ip_size);
}

void Ledger::delivered(const Ticket& ticket, Bytes ip_size, Instant now) {
  auto& a = of(ticket);
  take(a.in_flight, ip_size);
  add(a.delivered, ip_size);
  if (measured(now)) {
    add(a.arrived, ip_size);
    a.arrived_frames += size_at(Layer::frame, ip_size);
  }
  if (ticket.frame != Ticket::none) end_(ticket, nullptr);
  if (!measured(ticket.sent)) return;
  add(a.carried, ip_size);
  if (auto* record = record_at(ticket.account, ticket.sent)) add(record->carried, ip_size);
  if (keeps_samples_[ticket.account]) a.delays.push_back({ticket.sent, now - ticket.sent, ip_size});
  settle(ticket, ip_size);
}

void Ledger::settle(const Ticket& ticket, Bytes ip_size) {
  take(of(ticket).open, ip_size);
  if (auto* record = record_at(ticket.account, ticket.sent)) take(record->open, ip_size);
  --unsettled_;
}

void Ledger::dropped(const Ticket& ticket, Bytes ip_size, From from, const std::string& place, DropReason reason) {
  dropped(ticket, ip_size, from, place + ": " + name_of(reason));
}

void Ledger::dropped(const Ticket& ticket, Bytes ip_size, From from, const std::string& what) {
  auto& a = of(ticket);
  take(from == From::queue ? a.queued : a.in_flight, ip_size);
  add(a.drops[what], ip_size);
  if (ticket.frame != Ticket::none) end_(ticket, &what);
  if (measured(ticket.sent)) settle(ticket, ip_size);
}

void Ledger::payload(std::uint32_t account, Bytes bytes, Instant now) {
  if (!measured(now)) return;
  accounts_[account].payload += bytes;
  if (auto* record = record_at(account, now)) record->payload += bytes;
}

void Ledger::exchange(std::uint32_t account, const ExchangeSample& sample) {
  if (measured(sample.began)) accounts_[account].exchanges.push_back(sample);
}

void Ledger::fact(std::uint32_t account, const std::string& name, double value) {
  accounts_[account].facts[name] = value;
}

void Ledger::fact_once(std::uint32_t account, const std::string& name, double value) {
  accounts_[account].facts.try_emplace(name, value);
}

}  // namespace qoslab
