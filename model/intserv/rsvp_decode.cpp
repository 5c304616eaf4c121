#include <algorithm>

#include "model/intserv/intserv_objects.h"
#include "model/intserv/rsvp_classes.h"
#include "model/intserv/rsvp_message.h"

namespace qoslab::rsvp {
namespace {

struct Object {
  std::uint8_t class_number = 0;
  std::uint8_t type = 0;
  std::span<const std::uint8_t> body;
};

/// Reads objects into a message; past one that cannot be it goes on, so that whoever sent it can be told.
class MessageReader {
 public:
  explicit MessageReader(DecodeFailure& failure) : failure_{failure}, message_{failure.understood} {}

  bool take(const Object& object);
  /// After the last object: are the parts there that the message's members cannot show?
  bool complete();

 private:
  bool take_context(const Object& object);
  bool take_descriptor(const Object& object);
  bool take_unknown(const Object& object);
  bool take_session(Reader body, bool v4);
  bool take_style(Reader body);
  bool take_sender_part(const Object& object);
  bool take_flowspec(const Object& object);
  bool take_filter(const Sender& filter);

  /// The first failure is the one reported.
  bool fail(Fault fault, std::uint8_t code = 0, std::uint16_t value = 0) {
    if (!failed_) {
      failure_.fault = fault;
      failure_.code = code;
      failure_.value = value;
    }
    failed_ = true;
    return false;
  }
  bool wrong_type(const Object& o) {
    return fail(Fault::unknown_type, error_code::unknown_type,
                static_cast<std::uint16_t>(std::uint16_t{o.class_number} << 8 | o.type));
  }
  /// What was read must be the body, whole.
  bool ends(const Reader& body) { return (body.ok() && body.left() == 0) || fail(Fault::object_body); }
  bool bad_value(std::uint16_t value) { return fail(Fault::bad_service, error_code::traffic_control, value); }
  SenderDescriptor& sender() { return message_.sender ? *message_.sender : message_.sender.emplace(); }

  DecodeFailure& failure_;
  Message& message_;
  bool failed_ = false;
  bool session_ = false;
  bool template_ = false;
  bool tspec_ = false;
};

bool MessageReader::take_unknown(const Object& o) {
  constexpr std::uint8_t ignore_bits = 0b10;
  constexpr std::uint8_t forward_bits = 0b11;
  if (o.class_number >> 6 < ignore_bits) {
    return fail(Fault::unknown_class, error_code::unknown_class,
                static_cast<std::uint16_t>(std::uint16_t{o.class_number} << 8 | o.type));
  }
  if (o.class_number >> 6 == forward_bits) {
    message_.opaque.push_back({o.class_number, o.type, {o.body.begin(), o.body.end()}});
  }
  return true;
}

bool MessageReader::take(const Object& o) {
  switch (o.class_number) {
    case class_number::null:
    case class_number::integrity:
      return true;
    case class_number::policy_data:
      message_.opaque.push_back({o.class_number, o.type, {o.body.begin(), o.body.end()}});
      return true;
    case class_number::session:
    case class_number::hop:
    case class_number::time_values:
    case class_number::error_spec:
    case class_number::scope:
    case class_number::resv_confirm:
      return take_context(o);
    case class_number::style:
    case class_number::flowspec:
    case class_number::filter_spec:
    case class_number::sender_template:
    case class_number::sender_tspec:
    case class_number::adspec:
      return take_descriptor(o);
    default:
      return take_unknown(o);
  }
}

bool MessageReader::take_session(Reader body, bool v4) {
  message_.session.destination = body.address(v4);
  message_.session.protocol = body.u8();
  message_.police_at_entry = (body.u8() & entry_police_flag) != 0;
  message_.session.port = body.u16();
  session_ = true;
  return ends(body);
}

bool MessageReader::take_context(const Object& o) {
  const bool v4 = o.type == v4_type;
  const bool timed = o.class_number == class_number::time_values;
  if (!v4 && (timed || o.type != v6_type)) return wrong_type(o);
  Reader body{o.body};
  switch (o.class_number) {
    case class_number::session:
      return take_session(body, v4);
    case class_number::time_values:
      message_.refresh = Duration::milliseconds(body.u32());
      break;
    case class_number::resv_confirm:
      message_.confirm = body.address(v4);
      break;
    case class_number::hop: {
      const IpAddress address = body.address(v4);
      message_.hop = Hop{address, body.u32()};
      break;
    }
    case class_number::error_spec: {
      Error e{.node = body.address(v4)};
      const std::uint8_t flags = body.u8();
      e.in_place = (flags & in_place_flag) != 0;
      e.not_guilty = (flags & not_guilty_flag) != 0;
      e.code = body.u8();
      e.value = body.u16();
      message_.error = e;
      break;
    }
    default:
      while (body.left() > 0 && body.ok()) message_.scope.push_back(body.address(v4));
  }
  return ends(body);
}

bool MessageReader::take_style(Reader body) {
  constexpr std::uint32_t vector_mask = 0x00ff'ffff;
  switch (body.u32() & vector_mask) {
    case option_vector::fixed_filter:
      message_.style = ReservationStyle::fixed_filter;
      break;
    case option_vector::wildcard_filter:
      message_.style = ReservationStyle::wildcard_filter;
      break;
    case option_vector::shared_explicit:
      message_.style = ReservationStyle::shared_explicit;
      break;
    default:
      return fail(Fault::object_body, error_code::unknown_style);
  }
  return ends(body);
}

bool MessageReader::take_flowspec(const Object& o) {
  if (o.type != intserv_type) return wrong_type(o);
  const auto flowspec = read_flowspec(Reader{o.body});
  if (!flowspec) return bad_value(traffic_control_value::bad_flowspec);
  message_.flows.push_back({flowspec, {}});
  return true;
}

/// A fixed filter without a flowspec of its own shares the one before it (RFC 2205 section 3.1.4).
bool MessageReader::take_filter(const Sender& filter) {
  auto& flows = message_.flows;
  const bool fixed = message_.style == ReservationStyle::fixed_filter;
  if (flows.empty()) {
    flows.push_back({std::nullopt, {filter}});
  } else if (fixed && !flows.back().filters.empty()) {
    flows.push_back({flows.back().flowspec, {filter}});
  } else {
    flows.back().filters.push_back(filter);
  }
  return true;
}

bool MessageReader::take_sender_part(const Object& o) {
  if (o.type != intserv_type) return wrong_type(o);
  if (o.class_number == class_number::sender_tspec) {
    const auto tspec = read_sender_tspec(Reader{o.body});
    if (!tspec) return bad_value(traffic_control_value::bad_tspec);
    sender().tspec = *tspec;
    tspec_ = true;
    return true;
  }
  sender().adspec = read_adspec(Reader{o.body});
  return sender().adspec || bad_value(traffic_control_value::bad_adspec);
}

bool MessageReader::take_descriptor(const Object& o) {
  if (o.class_number == class_number::style) return o.type == 1 ? take_style(Reader{o.body}) : wrong_type(o);
  if (o.class_number == class_number::flowspec) return take_flowspec(o);
  if (o.class_number != class_number::filter_spec && o.class_number != class_number::sender_template) {
    return take_sender_part(o);
  }
  if (o.type != v4_type && o.type != v6_type) return wrong_type(o);
  Reader body{o.body};
  Sender s{.address = body.address(o.type == v4_type)};
  body.u16();
  s.port = body.u16();
  if (!ends(body)) return false;
  if (o.class_number == class_number::filter_spec) return take_filter(s);
  sender().sender = s;
  template_ = true;
  return true;
}

bool MessageReader::complete() {
  const bool tear = message_.type == MessageType::resv_tear;
  if (tear && message_.style == ReservationStyle::wildcard_filter && message_.flows.empty()) {
    message_.flows.emplace_back();  // its descriptor may have no object at all
  }
  const bool sender_named = !message_.sender || template_;
  const bool tspec_given = message_.type != MessageType::path || tspec_;
  if (!session_ || !sender_named || !tspec_given || !well_formed(message_)) fail(Fault::missing_object);
  return !failed_;
}

bool known(std::uint8_t type) {
  return type >= static_cast<std::uint8_t>(MessageType::path) &&
         type <= static_cast<std::uint8_t>(MessageType::resv_confirm);
}

/// The bytes after the common header, as many as it says; nothing: `failure` says why.
std::optional<Reader> read_header(std::span<const std::uint8_t> bytes, DecodeFailure& failure) {
  Reader in{bytes};
  const std::uint8_t version = in.u8() >> 4;
  const std::uint8_t type = in.u8();
  const std::uint16_t checksum = in.u16();
  failure.understood.send_ttl = in.u8();
  in.u8();
  const std::size_t length = in.u16();
  if (!in.ok() || length < common_header_size || length > bytes.size()) {
    failure.fault = Fault::truncated;
  } else if (version != 1) {
    failure.fault = Fault::version;
  } else if (checksum != 0 && checksum != message_checksum(bytes.first(length))) {
    failure.fault = Fault::checksum;
  } else if (!known(type)) {
    failure.fault = Fault::unknown_message;
  } else {
    failure.understood.type = static_cast<MessageType>(type);
    return Reader{in.bytes(length - common_header_size)};
  }
  return std::nullopt;
}

std::optional<Object> read_object(Reader& in) {
  constexpr std::size_t object_header = 4;
  const std::size_t length = in.u16();
  Object o{in.u8(), in.u8(), {}};
  if (!in.ok() || length < object_header || length % 4 != 0) return std::nullopt;
  o.body = in.bytes(length - object_header);
  if (!in.ok()) return std::nullopt;
  return o;
}

}  // namespace

std::variant<Message, DecodeFailure> decode(std::span<const std::uint8_t> bytes) {
  DecodeFailure failure;
  auto objects = read_header(bytes, failure);
  if (!objects) return failure;
  MessageReader reader{failure};
  while (objects->left() > 0) {
    const auto object = read_object(*objects);
    if (!object) {
      failure.fault = Fault::object_length;
      return failure;
    }
    reader.take(*object);
  }
  if (!reader.complete()) return failure;
  return std::move(failure.understood);
}

}  // namespace qoslab::rsvp
