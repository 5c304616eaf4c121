// A PATH and a RESV to start from, and ways to spoil their bytes.
#pragma once

#include <gtest/gtest.h>

#include <variant>
#include <vector>

#include "model/intserv/rsvp_classes.h"
#include "model/intserv/rsvp_message.h"
#include "tests/model/intserv/random_messages.h"

namespace qoslab::rsvp {

using testing::RandomMessages;
using Bytes8 = std::vector<std::uint8_t>;

inline const TSpec voice{Rate::kbps(80), Bytes{400}, Rate::mbps(10), Bytes{60}, Bytes{200}};

inline Message path() {
  Message m;
  m.type = MessageType::path;
  m.send_ttl = 63;
  m.session = {IpAddress::v4(0x0a000102), 17, 5004};
  m.hop = Hop{IpAddress::v4(0x0a000001), 3};
  m.refresh = Duration::seconds(30);
  m.sender = SenderDescriptor{{IpAddress::v4(0x0a000001), 5002}, voice, std::nullopt};
  return m;
}

inline Message resv(ReservationStyle style, std::vector<FlowDescriptor> flows) {
  Message m;
  m.type = MessageType::resv;
  m.send_ttl = 64;
  m.session = {IpAddress::v4(0x0a000102), 17, 5004};
  m.hop = Hop{IpAddress::v4(0x0a000102), 3};
  m.refresh = Duration::seconds(30);
  m.style = style;
  m.flows = std::move(flows);
  return m;
}

/// An object put behind the last one; lengths and checksum made good.
inline Bytes8 with_object(Bytes8 bytes, std::uint8_t class_number, std::uint8_t type, const Bytes8& body) {
  const auto length = static_cast<std::uint16_t>(4 + body.size());
  for (const int b : {length >> 8, length & 0xff, int{class_number}, int{type}}) {
    bytes.push_back(static_cast<std::uint8_t>(b));
  }
  bytes.insert(bytes.end(), body.begin(), body.end());
  bytes[6] = static_cast<std::uint8_t>(bytes.size() >> 8);
  bytes[7] = static_cast<std::uint8_t>(bytes.size());
  const auto sum = message_checksum(bytes);
  bytes[2] = static_cast<std::uint8_t>(sum >> 8);
  bytes[3] = static_cast<std::uint8_t>(sum);
  return bytes;
}

inline Bytes8 with_good_checksum(Bytes8 bytes) {
  const auto sum = message_checksum(bytes);
  bytes[2] = static_cast<std::uint8_t>(sum >> 8);
  bytes[3] = static_cast<std::uint8_t>(sum);
  return bytes;
}

inline Message sound(const Bytes8& bytes) { return std::get<Message>(decode(bytes)); }
inline DecodeFailure failure(const Bytes8& bytes) { return std::get<DecodeFailure>(decode(bytes)); }

}  // namespace qoslab::rsvp
