#include "helpers/scenario/scalars.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "model/diffserv/phb.h"
#include "model/units/unit_table.h"

namespace qoslab {
namespace {

std::string_view trimmed(std::string_view s) {
  while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
  while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
  return s;
}

ParseError wrong(std::string_view text, std::string_view what, std::string_view right) {
  return {fmt::format("{}: {}; {}", in_quotes(text), what, right)};
}

/// Finds the unit and fills all but the number.
std::optional<Quantity> unit_named(std::string_view name) {
  if (name.empty()) return Quantity{0, "1", "1", 1};
  if (name == "%") return Quantity{0, "%", "%", 1};
  for (const auto& u : unit_table::rates)
    if (u.name == name) return Quantity{0, std::string{name}, "bit/s", static_cast<double>(u.scale)};
  for (const auto& u : unit_table::packet_rates)
    if (u.name == name) return Quantity{0, std::string{name}, "packet/s", static_cast<double>(u.scale)};
  for (const auto& u : unit_table::times)
    if (u.name == name && u.printed && u.scale > 1)
      return Quantity{0, std::string{name}, "s", static_cast<double>(u.scale) / 1e12};
  return std::nullopt;
}

struct Address {
  IpAddress address;
  int bits = 128;
};

std::optional<Address> parse_address(const std::string& text) {
  std::array<std::uint8_t, 16> raw{};
  const auto join = [&](std::size_t from, std::size_t to) {
    std::uint64_t n = 0;
    for (std::size_t i = from; i < to; ++i) n = n << 8U | raw.at(i);
    return n;
  };
  if (inet_pton(AF_INET, text.c_str(), raw.data()) == 1) {
    return Address{IpAddress::v4(static_cast<std::uint32_t>(join(0, 4))), 32};
  }
  if (inet_pton(AF_INET6, text.c_str(), raw.data()) == 1) return Address{{join(0, 8), join(8, 16)}, 128};
  return std::nullopt;
}

bool has_host_bits(IpAddress a, int length) {
  const auto below = [](std::uint64_t half, int bits) { return bits < 64 && (half & (~0ULL >> bits)) != 0; };
  return length < 64 ? below(a.high, length) || a.low != 0 : below(a.low, length - 64);
}

}  // namespace

std::string in_quotes(std::string_view text) {
  constexpr std::size_t most = 60;
  std::size_t length = std::min(text.size(), most);
  while (length > 0 && length < text.size() && (static_cast<unsigned char>(text[length]) & 0xc0U) == 0x80U) --length;
  std::string shown{text.substr(0, length)};
  std::replace(shown.begin(), shown.end(), '\n', ' ');
  return fmt::format("'{}{}'", shown, length < text.size() ? "..." : "");
}

Parsed<Quantity> parse_quantity(std::string_view untrimmed) {
  const auto text = trimmed(untrimmed);
  const auto is_numeric = [](char c) { return (c >= '0' && c <= '9') || c == '.'; };
  const auto unit_at = std::find_if_not(text.begin(), text.end(), is_numeric) - text.begin();
  const auto number_text = text.substr(0, static_cast<std::size_t>(unit_at));
  const auto unit_text = trimmed(text.substr(number_text.size()));
  auto quantity = unit_named(unit_text);
  if (!quantity || number_text.empty()) {
    if (const auto plain = parse_number(text); !plain && number_text.empty()) return ParseError{plain.error()};
    return wrong(text, fmt::format("unknown unit {}", in_quotes(unit_text)),
                 "write %, ms, s, kbit/s, Mbit/s, Mpacket/s or no unit");
  }
  const auto number = parse_number(number_text);
  if (!number) return ParseError{number.error()};
  quantity->number = *number;
  return *quantity;
}

Parsed<Tolerance> parse_tolerance(std::string_view text) {
  constexpr std::string_view relative = "of it";
  auto rest = trimmed(text);
  const bool of_it = rest.size() > relative.size() && rest.substr(rest.size() - relative.size()) == relative;
  if (of_it) rest.remove_suffix(relative.size());
  const auto quantity = parse_quantity(rest);
  if (!quantity) return ParseError{quantity.error()};
  if (of_it && (*quantity).base != "%") return wrong(text, "relative, but no percentage", "write it as in 3 % of it");
  return Tolerance{*quantity, of_it};
}

Parsed<bool> parse_boolean(std::string_view text) {
  if (text == "true" || text == "false") return text == "true";
  return wrong(text, "neither true nor false", "write true or false");
}

Parsed<QueueLimit> parse_queue_limit(std::string_view text) {
  const auto packets = parse_packets(text);
  const auto bytes = parse_bytes(text);
  if ((packets && *packets == 0) || (bytes && *bytes == Bytes{0})) {
    return wrong(text, "nothing could ever wait", "allow at least 1 packet");
  }
  if (packets) return QueueLimit{.packets = *packets, .bytes = std::nullopt};
  if (bytes) return QueueLimit{.packets = std::nullopt, .bytes = *bytes};
  return wrong(text, "no limit of a queue", "write it as in 16 packets or 64 kB");
}

Parsed<Dscp> parse_code_point(std::string_view text) {
  if (const auto dscp = parse_dscp(text)) return *dscp;
  return wrong(text, "no code point", "write EF, AF11 to AF43, CS0 to CS7, BE or 0 to 63");
}

Parsed<Prefix> parse_prefix(std::string_view text) {
  const auto slash = text.find('/');
  const auto address = parse_address(std::string{text.substr(0, slash)});
  if (!address) return wrong(text, "no address", "write it as in 10.0.0.0/8");
  if (slash == std::string_view::npos) return Prefix{address->address, 128};
  const auto length = parse_count(text.substr(slash + 1));
  if (!length || *length > address->bits) {
    return wrong(text, "no such prefix length", fmt::format("write 0 to {} after the /", address->bits));
  }
  const int mapped_length = static_cast<int>(*length) + 128 - address->bits;
  if (has_host_bits(address->address, mapped_length)) {
    return wrong(text, "bits are set beyond the prefix", "clear them, or lengthen the prefix");
  }
  return Prefix{address->address, mapped_length};
}

Parsed<PortRange> parse_port_range(std::string_view text) {
  constexpr std::int64_t highest = 65535;
  const auto dash = text.find('-');
  const auto first = parse_count(text.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : parse_count(text.substr(dash + 1));
  if (!first || !last || *first > *last || *last > highest) {
    return wrong(text, "no range of ports", "write it as in 5000 or 5000-5010, at most 65535");
  }
  return PortRange{static_cast<std::uint16_t>(*first), static_cast<std::uint16_t>(*last)};
}

Parsed<VlanRange> parse_vlans(std::string_view text) {
  constexpr std::int64_t highest = 4094;  // IEEE 802.1Q: 0 and 4095 have other meanings
  const auto dash = text.find('-');
  const auto first = parse_count(text.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : parse_count(text.substr(dash + 1));
  if (!first || !last || *first > *last || *first < 1 || *last > highest) {
    return wrong(text, "no range of VLANs", "write it as in 100 or 100-103, 1 to 4094");
  }
  return VlanRange{static_cast<int>(*first), static_cast<int>(*last)};
}

Parsed<std::uint8_t> parse_protocol(std::string_view text) {
  if (text == "udp") return ip_protocol::udp;
  if (text == "tcp") return ip_protocol::tcp;
  if (text == "rsvp") return ip_protocol::rsvp;
  if (text == "icmp") return std::uint8_t{1};
  const auto number = parse_count(text);
  if (number && *number <= 255) return static_cast<std::uint8_t>(*number);
  return wrong(text, "no protocol", "write udp, tcp, rsvp, icmp or 0 to 255");
}

Parsed<std::string> parse_name(std::string_view text) {
  const auto begins = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  const auto continues = [&](char c) { return begins(c) || c == '-' || c == '+'; };
  if (!text.empty() && text.size() <= 64 && begins(text.front()) && std::all_of(text.begin(), text.end(), continues)) {
    return std::string{text};
  }
  return wrong(text, "cannot be a name", "use letters, digits, _ - and +, at most 64");
}

}  // namespace qoslab
