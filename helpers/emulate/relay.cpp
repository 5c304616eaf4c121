#include "helpers/emulate/relay.h"

#include <algorithm>
#include <utility>

#include "helpers/emulate/open_checksum.h"

namespace qoslab::emulation {

Relay::Relay(Passage& passage, std::vector<FramePort*> ports, Clock& clock, const Capacity& capacity)
    : passage_{passage},
      ports_{std::move(ports)},
      clock_{clock},
      burst_{capacity.burst},
      largest_{capacity.largest},
      pool_{capacity.frames, capacity.largest},
      inside_(capacity.frames),
      sent_(ports_.size()),
      refused_(ports_.size()),
      damaged_(ports_.size()),
      last_in_(ports_.size()) {}

AccountResults& Relay::account(std::uint16_t number) {
  while (accounts_.size() <= number) {
    const auto& name = passage_.accounts()[accounts_.size()];
    accounts_.emplace_back().name = name;
  }
  return accounts_[number];
}

Instant Relay::turn() {
  if (clock_.passes()) watch_.turn(clock_.now());
  for (std::size_t port = 0; port < ports_.size(); ++port) take_in(port);
  departures_.clear();
  const Instant until = std::max(decided_, clock_.now());
  decided_ = std::max(decided_, passage_.run(until, departures_));
  if (clock_.passes()) watch_.decided(decided_, until);
  for (const auto& departure : departures_) settle(departure);
  for (std::size_t port = 0; port < ports_.size(); ++port) flush(port);
  return passage_.next();
}

void Relay::take_in(std::size_t port) {
  ports_[port]->receive([this, port](std::span<const std::uint8_t> bytes, Instant at) { come(port, bytes, at); },
                        burst_);
}

/// What comes late into a time that is decided comes in now.
void Relay::come(std::size_t port, std::span<const std::uint8_t> bytes, Instant at) {
  FrameFacts facts;
  if (bytes.size() > largest_) return refuse(port, "too_long");
  if (const auto fault = read_frame(bytes, facts)) {
    if (*fault == FrameFault::runt) return refuse(port, "runt");
    carry_as_it_is(port, bytes, *fault, facts);
  } else if (facts.ip && ports_[port]->hides_open_checksums() && has_open_checksum(bytes, facts)) {
    return refuse(port, "open_checksum");
  }
  const auto room = pool_.keep(bytes);
  if (!room) {
    ++watch_.results().no_room;
    return;
  }
  if (at < decided_) ++watch_.results().late_in;
  const Instant in = std::max({at, decided_, last_in_[port]});
  last_in_[port] = in;
  inside_[*room] = {at, facts};
  const auto number = passage_.arrive({in, *room, static_cast<std::uint8_t>(port), bytes}, facts);
  account(number).offered += {1, facts.frame};
}

void Relay::refuse(std::size_t port, std::string_view why) { ++refused_[port][std::string{why}]; }

/// A wire looks into nothing.
void Relay::carry_as_it_is(std::size_t port, std::span<const std::uint8_t> bytes, FrameFault fault, FrameFacts& facts) {
  ++damaged_[port][std::string{frame_fault_names.at(static_cast<std::size_t>(fault))}];
  facts.ip = false;
  facts.packet.tuple = {};
  facts.packet.dscp = {};
  facts.packet.ip_size = Bytes{static_cast<std::int64_t>(bytes.size())} - header::mac - facts.tags;
}

void Relay::settle(const Departure& departure) {
  if (departure.frame == Departure::none) return settle_own(departure);
  const Bytes frame = inside_[departure.frame].facts.frame;
  if (departure.reason)
    account(departure.account).drops[passage_.reason(*departure.reason)] += {1, frame};
  else if (departure.ends)
    account(departure.account).ended += {1, frame};
  else
    send(departure);
  pool_.release(departure.frame);
}

/// Of a frame that has not come in.
void Relay::settle_own(const Departure& departure) {
  auto& books = account(departure.account);
  const auto count = count_of_frame(departure.written->bytes.size());
  books.offered += count;
  if (departure.reason)
    books.drops[passage_.reason(*departure.reason)] += count;
  else if (ports_[departure.port]->send(departure.written->bytes, departure.at))
    sent_[departure.port].push_back({departure.at, departure.written->since, count.bytes, departure.account});
  else
    books.lost_by_host += count;
}

void Relay::send(const Departure& departure) {
  const auto& inside = inside_[departure.frame];
  auto bytes = std::span<const std::uint8_t>{pool_[departure.frame]};
  if (departure.written != nullptr)
    bytes = departure.written->bytes;
  else if (departure.dscp && inside.facts.ip)
    write_dscp(pool_[departure.frame], inside.facts, *departure.dscp);
  if (ports_[departure.port]->send(bytes, departure.at))
    sent_[departure.port].push_back({departure.at, inside.came, inside.facts.frame, departure.account});
  else
    account(departure.account).lost_by_host += {1, inside.facts.frame};
}

/// What the system refuses after all is lost like what the port has not taken.
void Relay::flush(std::size_t port) {
  auto& sent = sent_[port];
  const auto lost = ports_[port]->flush();
  if (sent.empty()) return;
  const Instant now = clock_.now();
  if (clock_.passes()) watch_.sent(std::ssize(sent) - std::ssize(lost), now);
  auto next = lost.begin();
  for (std::size_t i = 0; i < sent.size(); ++i) {
    const bool refused = next != lost.end() && *next == i;
    if (refused) ++next;
    if (refused)
      account(sent[i].account).lost_by_host += {1, sent[i].frame};
    else
      count(sent[i], now);
  }
  sent.clear();
}

void Relay::count(const Sent& sent, Instant now) {
  auto& books = account(sent.account);
  if (books.delivered.packets == 0)
    books.first = sent.due;
  else
    books.after_first += sent.frame;
  books.last = sent.due;
  books.delivered += {1, sent.frame};
  const Instant left = clock_.passes() ? now : sent.due;
  watch_.late(std::max(Duration{}, left - sent.due));
  books.modelled.add(std::max(Duration{}, sent.due - sent.came));
  books.measured.add(std::max(Duration{}, left - sent.came));
}

EmulationResults Relay::results() {
  EmulationResults results;
  passage_.add_to(results);
  results.until = decided_;
  results.accounts = accounts_;
  for (auto& books : results.accounts) {
    books.inside = books.offered - books.delivered - books.ended - books.lost_by_host;
    for (const auto& [reason, count] : books.drops) books.inside -= count;
  }
  results.host = watch_.results();
  results.host.real_time = clock_.passes();
  results.ports = ports();
  return results;
}

std::vector<PortResults> Relay::ports() {
  std::vector<PortResults> results;
  for (std::size_t i = 0; i < ports_.size(); ++i) {
    auto& port = results.emplace_back(ports_[i]->results());
    for (const auto& [fault, frames] : refused_[i]) port.refused[fault] += frames;
    port.damaged = damaged_[i];
  }
  return results;
}

}  // namespace qoslab::emulation
