#include "tests/model/intserv/random_messages.h"

namespace qoslab::testing {

using rsvp::MessageType;

IpAddress RandomMessages::address() {
  if (v4_) return IpAddress::v4(static_cast<std::uint32_t>(random_()));
  return {0x2001'0db8'0000'0000ULL | below(1 << 16), random_()};
}

rsvp::Sender RandomMessages::sender() { return {address(), static_cast<std::uint16_t>(below(65536))}; }

/// Exact in single precision: below 2^24, or a multiple of a large power of two.
Rate RandomMessages::rate() {
  return maybe() ? Rate::bps(static_cast<std::int64_t>(below(1 << 24)))
                 : Rate::bps(static_cast<std::int64_t>(below(1 << 20) << 30));
}

TSpec RandomMessages::tspec() {
  const Rate a = rate();
  const Rate b = rate();
  const auto m = static_cast<std::int64_t>(below(1501));
  const auto more = static_cast<std::int64_t>(below(9000));
  return {std::min(a, b), Bytes{static_cast<std::int64_t>(below(1 << 24))}, maybe() ? unlimited : std::max(a, b),
          Bytes{m}, Bytes{m + more}};
}

FlowSpec RandomMessages::flowspec() {
  FlowSpec f{tspec(), std::nullopt};
  if (maybe()) {
    f.guaranteed =
        RSpec{std::max(rate(), f.tspec.rate), Duration::microseconds(static_cast<std::int64_t>(below(1ULL << 32)))};
  }
  return f;
}

rsvp::PathCharacter RandomMessages::character(bool whole) {
  rsvp::PathCharacter c;
  if (whole || maybe()) c.hops = static_cast<std::uint32_t>(random_());
  if (whole || maybe()) c.bandwidth = rate();
  if (whole || maybe()) c.latency = Duration::microseconds(static_cast<std::int64_t>(below(1ULL << 32)));
  if (whole || maybe()) c.mtu = Bytes{static_cast<std::int64_t>(below(1ULL << 32))};
  return c;
}

rsvp::Adspec RandomMessages::adspec() {
  rsvp::Adspec a;
  a.broken = maybe();
  a.general = character(true);
  if (maybe()) {
    auto& g = a.guaranteed.emplace();
    g.broken = maybe();
    g.c_total = Bytes{static_cast<std::int64_t>(below(1ULL << 32))};
    g.d_total = Duration::microseconds(static_cast<std::int64_t>(below(1ULL << 32)));
    g.c_since_reshaping = Bytes{static_cast<std::int64_t>(below(1ULL << 32))};
    g.d_since_reshaping = Duration::microseconds(static_cast<std::int64_t>(below(1ULL << 32)));
    g.own = character(false);
  }
  if (maybe()) {
    auto& c = a.controlled_load.emplace();
    c.broken = maybe();
    c.own = character(false);
  }
  if (below(4) == 0) {
    auto& other = a.others.emplace_back();
    other.service = static_cast<std::uint8_t>(20 + below(200));
    other.broken = maybe();
    for (auto n = below(5); n > 0; --n) other.words.push_back(static_cast<std::uint32_t>(random_()));
  }
  return a;
}

void RandomMessages::add_context(rsvp::Message& m) {
  const bool error =
      m.type == MessageType::path_error || m.type == MessageType::resv_error || m.type == MessageType::resv_confirm;
  const bool hop = m.type != MessageType::path_error && m.type != MessageType::resv_confirm;
  m.session = {address(), static_cast<std::uint8_t>(below(256)), static_cast<std::uint16_t>(below(65536))};
  m.send_ttl = static_cast<std::uint8_t>(below(256));
  m.police_at_entry = maybe();
  if (hop) m.hop = rsvp::Hop{address(), static_cast<std::uint32_t>(random_())};
  if (m.type == MessageType::path || m.type == MessageType::resv) {
    m.refresh = Duration::milliseconds(static_cast<std::int64_t>(below(1ULL << 32)));
  }
  if (error) {
    m.error = rsvp::Error{address(), maybe(), maybe(), static_cast<std::uint8_t>(below(30)),
                          static_cast<std::uint16_t>(below(65536))};
  }
  if (m.type == MessageType::resv_confirm || (m.type == MessageType::resv && maybe())) m.confirm = address();
  for (auto n = below(3); n > 0; --n) {
    auto& o = m.opaque.emplace_back();
    o.class_number = maybe() ? std::uint8_t{14} : static_cast<std::uint8_t>(0b1100'0000 + below(64));
    o.type = static_cast<std::uint8_t>(below(256));
    o.body.resize(4 * below(6));
    for (auto& b : o.body) b = static_cast<std::uint8_t>(random_());
  }
}

void RandomMessages::add_flows(rsvp::Message& m) {
  m.style = static_cast<ReservationStyle>(below(3));
  const bool fixed = m.style == ReservationStyle::fixed_filter;
  const auto descriptors = fixed && m.type != MessageType::resv_error ? 1 + below(4) : 1;
  for (std::uint64_t i = 0; i < descriptors; ++i) {
    auto& flow = m.flows.emplace_back();
    if (m.type != MessageType::resv_tear) flow.flowspec = flowspec();
    if (fixed) flow.filters = {sender()};
    if (m.style != ReservationStyle::shared_explicit) continue;
    for (auto n = 1 + below(4); n > 0; --n) flow.filters.push_back(sender());
  }
  if (m.style != ReservationStyle::wildcard_filter) return;
  for (auto n = below(3); n > 0; --n) m.scope.push_back(address());
}

rsvp::Message RandomMessages::next() {
  rsvp::Message m;
  v4_ = below(4) != 0;
  m.type = static_cast<MessageType>(1 + below(7));
  add_context(m);
  const bool about_sender =
      m.type == MessageType::path || m.type == MessageType::path_tear || m.type == MessageType::path_error;
  if (!about_sender) {
    add_flows(m);
    return m;
  }
  m.sender = rsvp::SenderDescriptor{sender(), tspec(), std::nullopt};
  if (maybe()) m.sender->adspec = adspec();
  return m;
}

}  // namespace qoslab::testing
