#include <algorithm>

#include "model/intserv/intserv_numbers.h"
#include "model/intserv/intserv_objects.h"
#include "model/intserv/rsvp_classes.h"
#include "model/intserv/rsvp_message.h"

namespace qoslab::rsvp {
namespace {

/// Writes objects: keeps the place of each one's length until its body is there.
class ObjectWriter {
 public:
  explicit ObjectWriter(bool v4) : v4_{v4} {}
  Writer& out() { return out_; }

  template <typename Body>
  void object(std::uint8_t class_number, std::uint8_t type, Body body) {
    const std::size_t start = out_.size();
    out_.u16(0);
    out_.u8(class_number);
    out_.u8(type);
    body(out_);
    out_.put_u16_at(start, static_cast<std::uint16_t>(out_.size() - start));
  }
  /// An object of which an IPv4 and an IPv6 form exist.
  template <typename Body>
  void addressed(std::uint8_t class_number, IpAddress address, Body rest) {
    object(class_number, v4_ ? v4_type : v6_type, [&](Writer& w) {
      w.address(address, v4_);
      rest(w);
    });
  }
  void sender(std::uint8_t class_number, const Sender& s) {
    addressed(class_number, s.address, [&](Writer& w) {
      w.u16(0);
      w.u16(s.port);
    });
  }
  void scope(const std::vector<IpAddress>& addresses) {
    object(class_number::scope, v4_ ? v4_type : v6_type, [&](Writer& w) {
      for (const IpAddress a : addresses) w.address(a, v4_);
    });
  }

 private:
  Writer out_;
  bool v4_;
};

std::uint32_t options_of(ReservationStyle style) {
  switch (style) {
    case ReservationStyle::fixed_filter:
      return option_vector::fixed_filter;
    case ReservationStyle::wildcard_filter:
      return option_vector::wildcard_filter;
    case ReservationStyle::shared_explicit:
      return option_vector::shared_explicit;
  }
  return 0;
}

void write_context(ObjectWriter& o, const Message& m) {
  o.addressed(class_number::session, m.session.destination, [&](Writer& w) {
    w.u8(m.session.protocol);
    w.u8(m.police_at_entry ? entry_police_flag : 0);
    w.u16(m.session.port);
  });
  if (m.hop) o.addressed(class_number::hop, m.hop->address, [&](Writer& w) { w.u32(m.hop->handle); });
  if (m.refresh) {
    o.object(class_number::time_values, 1,
             [&](Writer& w) { w.u32(saturated(*m.refresh / Duration::milliseconds(1))); });
  }
  if (m.error) {
    o.addressed(class_number::error_spec, m.error->node, [&](Writer& w) {
      w.u8(static_cast<std::uint8_t>((m.error->in_place ? in_place_flag : 0) |
                                     (m.error->not_guilty ? not_guilty_flag : 0)));
      w.u8(m.error->code);
      w.u16(m.error->value);
    });
  }
  if (m.confirm) o.addressed(class_number::resv_confirm, *m.confirm, [](Writer&) {});
  if (!m.scope.empty()) o.scope(m.scope);
  for (const auto& object : m.opaque) {
    o.object(object.class_number, object.type, [&](Writer& w) { w.bytes(object.body); });
  }
}

void write_descriptors(ObjectWriter& o, const Message& m) {
  if (m.style) o.object(class_number::style, 1, [&](Writer& w) { w.u32(options_of(*m.style)); });
  if (m.sender) {
    o.sender(class_number::sender_template, m.sender->sender);
    o.object(class_number::sender_tspec, intserv_type, [&](Writer& w) { write_sender_tspec(w, m.sender->tspec); });
    if (m.sender->adspec) {
      o.object(class_number::adspec, intserv_type, [&](Writer& w) { write_adspec(w, *m.sender->adspec); });
    }
  }
  for (const auto& flow : m.flows) {
    if (flow.flowspec) {
      o.object(class_number::flowspec, intserv_type, [&](Writer& w) { write_flowspec(w, *flow.flowspec); });
    }
    for (const auto& filter : flow.filters) o.sender(class_number::filter_spec, filter);
  }
}

}  // namespace

std::vector<std::uint8_t> encode(const Message& message) {
  constexpr std::uint8_t version_1 = 1 << 4;
  constexpr std::size_t checksum_at = 2;
  constexpr std::size_t length_at = 6;
  ObjectWriter objects{is_v4(message.session.destination)};
  Writer& out = objects.out();
  out.u8(version_1);
  out.u8(static_cast<std::uint8_t>(message.type));
  out.u16(0);
  out.u8(message.send_ttl);
  out.u8(0);
  out.u16(0);
  write_context(objects, message);
  write_descriptors(objects, message);
  out.put_u16_at(length_at, static_cast<std::uint16_t>(out.size()));
  out.put_u16_at(checksum_at, message_checksum(out.written()));
  return out.take();
}

}  // namespace qoslab::rsvp
