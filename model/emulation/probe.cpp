#include "model/emulation/probe.h"

#include <algorithm>

#include "model/packet/frame.h"
#include "model/packet/layers.h"

namespace qoslab::emulation {
namespace {

constexpr std::uint32_t magic = 0x716f736c;  // "qosl"

/// Appends numbers, the most significant byte first.
class Writer {
 public:
  explicit Writer(std::vector<std::uint8_t>& bytes) : bytes_{bytes} {}
  void number(std::uint64_t value, int width) {
    for (int shift = 8 * (width - 1); shift >= 0; shift -= 8)
      bytes_.push_back(static_cast<std::uint8_t>(value >> shift & 0xff));
  }
  void octets(std::span<const std::uint8_t> values) { bytes_.insert(bytes_.end(), values.begin(), values.end()); }

 private:
  std::vector<std::uint8_t>& bytes_;
};

std::uint64_t number(std::span<const std::uint8_t> bytes, std::size_t at, std::size_t width) {
  std::uint64_t result = 0;
  for (std::size_t i = 0; i < width; ++i) result = result << 8 | bytes[at + i];
  return result;
}

/// RFC 1071.
std::uint16_t checksum(std::span<const std::uint8_t> header) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < header.size(); i += 2) sum += number(header, i, 2);
  while (sum >> 16 != 0) sum = (sum & 0xffff) + (sum >> 16);
  return static_cast<std::uint16_t>(~sum & 0xffff);
}

void write_ipv4(Writer& out, std::vector<std::uint8_t>& frame, const ProbeHeader& header, Bytes ip_size) {
  const std::size_t at = frame.size();
  out.number(0x45, 1);
  out.number(static_cast<std::uint64_t>(header.dscp.value) << 2, 1);
  out.number(static_cast<std::uint64_t>(ip_size.count()), 2);
  out.number(0x4000, 4);  // no identification; do not fragment
  out.number(64, 1);
  out.number(ip_protocol::udp, 1);
  out.number(0, 2);
  out.number(header.tuple.source.low & 0xffff'ffff, 4);
  out.number(header.tuple.destination.low & 0xffff'ffff, 4);
  const auto sum = checksum(std::span{frame}.subspan(at, 20));
  frame[at + 10] = static_cast<std::uint8_t>(sum >> 8);
  frame[at + 11] = static_cast<std::uint8_t>(sum & 0xff);
}

}  // namespace

void write_probe(const ProbeHeader& header, const Probe& probe, Bytes ip_size, std::vector<std::uint8_t>& frame) {
  const Bytes size = std::max(ip_size, smallest_probe);
  frame.clear();
  Writer out{frame};
  out.octets(header.to);
  out.octets(header.from);
  out.number(ether_type::ipv4, 2);
  write_ipv4(out, frame, header, size);
  out.number(header.tuple.source_port, 2);
  out.number(header.tuple.destination_port, 2);
  out.number(static_cast<std::uint64_t>((size - header::ipv4).count()), 2);
  out.number(0, 2);  // no checksum (RFC 768)
  out.number(magic, 4);
  out.number(probe.run, 4);
  out.number(probe.flow, 4);
  out.number(probe.number, 8);
  out.number(probe.sent_ps, 8);
  const Bytes least = header::smallest_frame - header::fcs;
  frame.resize(static_cast<std::size_t>(std::max(header::mac + size, least).count()));
}

std::optional<Probe> read_probe(std::span<const std::uint8_t> frame) {
  FrameFacts facts;
  if (read_frame(frame, facts) || facts.type != ether_type::ipv4 || facts.fragment) return std::nullopt;
  if (facts.packet.tuple.protocol != ip_protocol::udp || facts.packet.ip_size < smallest_probe) return std::nullopt;
  const std::size_t at = facts.ip_at + std::size_t{frame[facts.ip_at]} % 16 * 4 + 8;
  if (frame.size() < at + 28 || number(frame, at, 4) != magic) return std::nullopt;
  return Probe{static_cast<std::uint32_t>(number(frame, at + 4, 4)),
               static_cast<std::uint32_t>(number(frame, at + 8, 4)), number(frame, at + 12, 8),
               number(frame, at + 20, 8)};
}

std::optional<std::vector<std::uint8_t>> arp_answer(std::span<const std::uint8_t> frame, MacAddress own,
                                                    std::span<const IpAddress> addresses) {
  FrameFacts facts;
  constexpr std::size_t length = 28;
  if (read_frame(frame, facts) || facts.type != ether_type::arp || frame.size() < facts.ip_at + length)
    return std::nullopt;
  const std::size_t at = facts.ip_at;
  constexpr std::uint64_t question_for_ipv4 = 0x0001'0800'0604'0001;  // Ethernet, IPv4, their lengths, request
  if (number(frame, at, 8) != question_for_ipv4) return std::nullopt;
  const auto wanted = IpAddress::v4(static_cast<std::uint32_t>(number(frame, at + 24, 4)));
  if (std::find(addresses.begin(), addresses.end(), wanted) == addresses.end()) return std::nullopt;
  std::vector<std::uint8_t> answer;
  Writer out{answer};
  out.octets(frame.subspan(6, 6));
  out.octets(own);
  out.octets(frame.subspan(12, at - 12));  // tags and type
  out.number(question_for_ipv4 + 1, 8);
  out.octets(own);
  out.octets(frame.subspan(at + 24, 4));
  out.octets(frame.subspan(at + 8, 10));  // who asked
  answer.resize(std::max(answer.size(), static_cast<std::size_t>((header::smallest_frame - header::fcs).count())));
  return answer;
}

}  // namespace qoslab::emulation
