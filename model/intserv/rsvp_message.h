// RSVP messages as bytes: RFC 2205 section 3.1 and appendix A, RFC 2210 section 3.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "model/intserv/rsvp_objects.h"

namespace qoslab::rsvp {

enum class MessageType : std::uint8_t {
  path = 1,
  resv = 2,
  path_error = 3,
  resv_error = 4,
  path_tear = 5,
  resv_tear = 6,
  resv_confirm = 7,
};

/// One message. Which members a type needs: see `well_formed`.
struct Message {
  MessageType type = MessageType::path;
  std::uint8_t send_ttl = 0;
  Session session;
  bool police_at_entry = false;           ///< SESSION's E_Police flag
  std::optional<Hop> hop;                 ///< RSVP_HOP
  std::optional<Duration> refresh;        ///< TIME_VALUES; whole milliseconds
  std::optional<Error> error;             ///< ERROR_SPEC
  std::optional<IpAddress> confirm;       ///< RESV_CONFIRM
  std::vector<IpAddress> scope;           ///< SCOPE
  std::optional<ReservationStyle> style;  ///< STYLE
  std::optional<SenderDescriptor> sender;
  std::vector<FlowDescriptor> flows;
  std::vector<OpaqueObject> opaque;
  auto operator<=>(const Message&) const = default;
};

/// Why bytes are not a message.
enum class Fault : std::uint8_t {
  truncated,  ///< shorter than its header or than the length that the header says
  version,    ///< not 1
  checksum,   ///< wrong
  unknown_message,
  object_length,  ///< not a multiple of 4, below 4, or beyond the end of the message
  object_body,    ///< contents of a known object that cannot be
  missing_object,
  unknown_class,  ///< 0bbbbbbb: the sender wants an error
  unknown_type,   ///< C-Type of a known class: likewise
  bad_service,    ///< FLOWSPEC, TSPEC or ADSPEC of a service or with a value that cannot be
};
struct DecodeFailure {
  Fault fault = Fault::truncated;
  std::uint8_t code = 0;  ///< for an ERROR_SPEC, if the fault is one to answer
  std::uint16_t value = 0;
  Message understood;  ///< what could be read, so that an answer can be addressed
};

/// Bytes of a whole RSVP message (the payload of an IP packet of protocol 46). Never reads beyond them.
std::variant<Message, DecodeFailure> decode(std::span<const std::uint8_t> bytes);
/// Precondition: well_formed(message), and together at most 65535 bytes.
std::vector<std::uint8_t> encode(const Message& message);
/// Has what its type needs (RFC 2205 section 3.1.3-3.1.9), in one address family.
bool well_formed(const Message& message);

}  // namespace qoslab::rsvp
