#include "helpers/emulate/relay.h"

#include <algorithm>
#include <utility>

namespace qoslab::emulation {

Relay::Relay(Passage& passage, std::vector<FramePort*> ports, Clock& clock, const Capacity& capacity)
    : passage_{passage},
      ports_{std::move(ports)},
      clock_{clock},
      burst_{capacity.burst},
      largest_{capacity.largest},
      pool_{capacity.frames, capacity.largest},
      inside_(capacity.frames),
      refused_(ports_.size()),
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
  decided_ = std::max(decided_, clock_.now());
  passage_.run(decided_, departures_);
  for (const auto& departure : departures_) settle(departure);
  for (auto* port : ports_) port->flush();
  count_lateness();
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
  if (const auto fault = read_frame(bytes, facts))
    return refuse(port, frame_fault_names.at(static_cast<std::size_t>(*fault)));
  const auto room = pool_.keep(bytes);
  if (!room) {
    ++watch_.results().no_room;
    return;
  }
  if (at < decided_) ++watch_.results().late_in;
  const Instant in = std::max({at, decided_, last_in_[port]});
  last_in_[port] = in;
  inside_[*room] = {at, facts};
  const auto number = passage_.arrive({in, *room, static_cast<std::uint8_t>(port)}, facts);
  account(number).offered += {1, facts.frame};
}

void Relay::refuse(std::size_t port, std::string_view why) { ++refused_[port][std::string{why}]; }

void Relay::settle(const Departure& departure) {
  auto& books = account(departure.account);
  if (departure.reason)
    books.drops[passage_.reason(*departure.reason)] += {1, inside_[departure.frame].facts.frame};
  else
    send(departure, books);
  pool_.release(departure.frame);
}

void Relay::send(const Departure& departure, AccountResults& books) {
  const auto& inside = inside_[departure.frame];
  const auto bytes = pool_[departure.frame];
  if (departure.dscp && inside.facts.ip) write_dscp(bytes, inside.facts, *departure.dscp);
  if (!ports_[departure.port]->send(bytes, departure.at)) {
    books.lost_by_host += {1, inside.facts.frame};
    return;
  }
  if (books.delivered.packets == 0)
    books.first = departure.at;
  else
    books.after_first += inside.facts.frame;
  books.last = departure.at;
  books.delivered += {1, inside.facts.frame};
  sent_.push_back({departure.at, inside.came, departure.account});
}

void Relay::count_lateness() {
  if (sent_.empty()) return;
  const Instant now = clock_.now();
  const bool real_time = clock_.passes();
  if (real_time) watch_.sent(static_cast<std::int64_t>(sent_.size()), now);
  for (const auto& sent : sent_) {
    auto& books = accounts_[sent.account];
    const Instant left = real_time ? now : sent.due;
    watch_.late(std::max(Duration{}, left - sent.due));
    books.modelled.add(std::max(Duration{}, sent.due - sent.came));
    books.measured.add(std::max(Duration{}, left - sent.came));
  }
  sent_.clear();
}

EmulationResults Relay::results() {
  EmulationResults results;
  results.until = decided_;
  results.accounts = accounts_;
  for (auto& books : results.accounts) {
    books.inside = books.offered - books.delivered - books.lost_by_host;
    for (const auto& [reason, count] : books.drops) books.inside -= count;
  }
  results.host = watch_.results();
  results.host.real_time = clock_.passes();
  for (std::size_t i = 0; i < ports_.size(); ++i) {
    results.ports.push_back(ports_[i]->results());
    for (const auto& [fault, frames] : refused_[i]) results.ports.back().refused[fault] += frames;
  }
  return results;
}

}  // namespace qoslab::emulation
