#include "model/intserv/rsvp_message.h"

#include <algorithm>

#include "model/intserv/rsvp_classes.h"
#include "model/intserv/wire.h"

namespace qoslab::rsvp {

std::uint16_t message_checksum(std::span<const std::uint8_t> message) {
  constexpr std::size_t checksum_at = 2;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < message.size(); ++i) {
    if (i == checksum_at || i == checksum_at + 1) continue;
    sum += i % 2 == 0 ? std::uint64_t{message[i]} << 8 : std::uint64_t{message[i]};
  }
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  const auto complement = static_cast<std::uint16_t>(~sum);
  return complement == 0 ? 0xffff : complement;
}

namespace {

bool has_sound_flows(const Message& m, bool need_flowspec) {
  if (!m.style || m.flows.empty()) return false;
  const bool fixed = *m.style == ReservationStyle::fixed_filter;
  if (!fixed && m.flows.size() != 1) return false;
  return std::ranges::all_of(m.flows, [&](const FlowDescriptor& flow) {
    if (need_flowspec && !flow.flowspec) return false;
    if (fixed) return flow.filters.size() == 1;
    return flow.filters.empty() == (*m.style == ReservationStyle::wildcard_filter);
  });
}

bool has_one_family(const Message& m) {
  const bool v4 = is_v4(m.session.destination);
  const auto fits = [v4](IpAddress a) { return is_v4(a) == v4; };
  if (m.hop && !fits(m.hop->address)) return false;
  if (m.error && !fits(m.error->node)) return false;
  if (m.confirm && !fits(*m.confirm)) return false;
  if (m.sender && !fits(m.sender->sender.address)) return false;
  return std::ranges::all_of(m.scope, fits) && std::ranges::all_of(m.flows, [&](const FlowDescriptor& flow) {
           return std::ranges::all_of(flow.filters, [&](const Sender& s) { return fits(s.address); });
         });
}

}  // namespace

bool well_formed(const Message& m) {
  if (!has_one_family(m)) return false;
  switch (m.type) {
    case MessageType::path:
      return m.hop && m.refresh && m.sender;
    case MessageType::path_tear:
      return m.hop && m.sender;
    case MessageType::path_error:
      return m.error && m.sender;
    case MessageType::resv:
      return m.hop && m.refresh && has_sound_flows(m, true);
    case MessageType::resv_tear:
      return m.hop && has_sound_flows(m, false);
    case MessageType::resv_error:
      return m.hop && m.error && has_sound_flows(m, true) && m.flows.size() == 1;
    case MessageType::resv_confirm:
      return m.error && m.confirm && has_sound_flows(m, true);
  }
  return false;
}

}  // namespace qoslab::rsvp
