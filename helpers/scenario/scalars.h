// Single values of scenario files that are no plain quantities (those: model/units/parse.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/packet/packet.h"
#include "model/qos/classifier.h"
#include "model/qos/queue/queue.h"
#include "model/scenario/gateway_spec.h"
#include "model/units/parse.h"

namespace qoslab {

/// A measured number as a report states it: "891 kbit/s", "0.05 %", "8.2 ms", "4.54".
struct Quantity {
  double number = 0;  ///< in `unit`
  std::string unit;   ///< "1" if it has none
  std::string base;   ///< the unit of the metric table to which it belongs: "bit/s", "packet/s", "s", "%" or "1"
  double scale = 1;   ///< base units in one `unit`
};

/// "1.5 %" is absolute, "3 % of it" relative to the documented value.
struct Tolerance {
  Quantity quantity;
  bool of_it = false;
};

Parsed<Quantity> parse_quantity(std::string_view text);
Parsed<Tolerance> parse_tolerance(std::string_view text);
Parsed<bool> parse_boolean(std::string_view text);            ///< true or false
Parsed<QueueLimit> parse_queue_limit(std::string_view text);  ///< "16 packets" or "64 kB"
Parsed<Dscp> parse_code_point(std::string_view text);         ///< "EF", "AF21", "CS6", "BE" or 0..63
Parsed<Prefix> parse_prefix(std::string_view text);           ///< IPv4 or IPv6 address, with or without /length
Parsed<PortRange> parse_port_range(std::string_view text);    ///< "5000" or "5000-5010"
Parsed<VlanRange> parse_vlans(std::string_view text);         ///< "100" or "100-103", 1 to 4094
Parsed<std::uint8_t> parse_protocol(std::string_view text);   ///< udp, tcp, rsvp, icmp or 0..255
/// Letters, digits, _ - +, beginning with a letter, a digit or _; at most 64 characters.
Parsed<std::string> parse_name(std::string_view text);

/// `text` for a message: in quotes, on one line, cut when long.
std::string in_quotes(std::string_view text);

}  // namespace qoslab
