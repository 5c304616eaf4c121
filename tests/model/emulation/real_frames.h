// Frames that real hosts send.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/emulation/probe.h"

namespace qoslab::emulation {

using Octets = std::vector<std::uint8_t>;

inline void put_number(Octets& to, std::uint64_t value, int bytes) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) to.push_back(static_cast<std::uint8_t>(value >> shift));
}
inline std::uint64_t number_at(const Octets& bytes, std::size_t at, std::size_t width) {
  std::uint64_t result = 0;
  for (std::size_t i = 0; i < width; ++i) result = result << 8 | bytes.at(at + i);
  return result;
}
inline std::uint16_t internet_checksum(const Octets& bytes) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) sum += i % 2 == 0 ? std::uint32_t{bytes[i]} << 8 : bytes[i];
  while (sum >> 16 != 0) sum = (sum & 0xffff) + (sum >> 16);
  return static_cast<std::uint16_t>(~sum);
}
inline void put_checksum(Octets& bytes, std::size_t at) {
  bytes[at] = bytes[at + 1] = 0;
  const auto sum = internet_checksum(bytes);
  bytes[at] = static_cast<std::uint8_t>(sum >> 8);
  bytes[at + 1] = static_cast<std::uint8_t>(sum);
}

/// 10.0.0.`n`.
constexpr std::uint32_t net(std::uint8_t n) { return 0x0a000000U + n; }
/// Of the edge that stands for 10.0.0.`n`.
constexpr MacAddress edge_mac(std::uint8_t n) { return {0x02, 0x71, 0x6f, 0, 0, n}; }
/// Of the real host with 10.0.0.`n`.
constexpr MacAddress host_mac(std::uint8_t n) { return {0x02, 0, 0, 0, 0x77, n}; }

struct IpFrame {
  MacAddress to{};
  MacAddress from{};
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  std::uint8_t protocol = 17;
  std::uint8_t ttl = 64;
  std::uint8_t dscp = 0;
  std::uint16_t fragment = 0;  ///< flags and offset
  Octets options = {};
};

inline Octets of(const IpFrame& f, const Octets& body) {
  Octets ip;
  const auto words = 5 + f.options.size() / 4;
  put_number(ip, 0x40 | words, 1);
  put_number(ip, static_cast<std::uint64_t>(f.dscp) << 2, 1);
  put_number(ip, words * 4 + body.size(), 2);
  put_number(ip, 0x1234, 2);
  put_number(ip, f.fragment, 2);
  put_number(ip, f.ttl, 1);
  put_number(ip, f.protocol, 1);
  put_number(ip, 0, 2);
  put_number(ip, f.source, 4);
  put_number(ip, f.destination, 4);
  ip.insert(ip.end(), f.options.begin(), f.options.end());
  put_checksum(ip, 10);
  Octets frame{f.to.begin(), f.to.end()};
  frame.insert(frame.end(), f.from.begin(), f.from.end());
  put_number(frame, 0x0800, 2);
  frame.insert(frame.end(), ip.begin(), ip.end());
  frame.insert(frame.end(), body.begin(), body.end());
  frame.resize(std::max<std::size_t>(frame.size(), 60));
  return frame;
}

inline Octets echo_request(std::size_t data = 56) {
  Octets body{8, 0, 0, 0, 0x12, 0x34, 0, 1};
  for (std::size_t i = 0; i < data; ++i) body.push_back(static_cast<std::uint8_t>(i));
  put_checksum(body, 2);
  return body;
}

/// Without a checksum, as RFC 768 allows.
inline Octets datagram(std::uint16_t from, std::uint16_t to, std::size_t data) {
  Octets body;
  put_number(body, from, 2);
  put_number(body, to, 2);
  put_number(body, 8 + data, 2);
  put_number(body, 0, 2);
  body.resize(8 + data);
  return body;
}

struct ArpFrame {
  std::uint16_t operation = 1;
  MacAddress to{0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
  MacAddress from{};
  std::uint32_t sender = 0;
  std::uint32_t target = 0;
};

inline Octets of(const ArpFrame& a) {
  Octets frame{a.to.begin(), a.to.end()};
  frame.insert(frame.end(), a.from.begin(), a.from.end());
  put_number(frame, 0x0806, 2);
  put_number(frame, 0x0001'0800'0604, 6);
  put_number(frame, a.operation, 2);
  frame.insert(frame.end(), a.from.begin(), a.from.end());
  put_number(frame, a.sender, 4);
  frame.insert(frame.end(), 6, 0);
  put_number(frame, a.target, 4);
  frame.resize(60);
  return frame;
}

}  // namespace qoslab::emulation
