// Frames, byte by byte.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace qoslab {

/// Builds a frame without check sequence from the outside in.
class FrameBytes {
 public:
  FrameBytes() { octets({2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1}); }
  FrameBytes& u16(unsigned value) {
    bytes_.push_back(static_cast<std::uint8_t>(value >> 8));
    bytes_.push_back(static_cast<std::uint8_t>(value & 0xff));
    return *this;
  }
  FrameBytes& vlan(unsigned type, unsigned id) { return u16(type).u16(id); }
  FrameBytes& pppoe(unsigned session, unsigned protocol, unsigned length) {
    return u16(0x8864).u16(0x1100).u16(session).u16(length + 2).u16(protocol);
  }
  FrameBytes& octets(std::initializer_list<unsigned> values) {
    for (const auto v : values) bytes_.push_back(static_cast<std::uint8_t>(v));
    return *this;
  }
  FrameBytes& fill(std::size_t count, std::uint8_t value = 0x5a) {
    bytes_.insert(bytes_.end(), count, value);
    return *this;
  }
  /// 10.0.0.1:1000 → 10.0.0.2:2000 with so many bytes of payload.
  FrameBytes& ipv4_udp(unsigned dscp, std::size_t payload) {
    const std::size_t at = bytes_.size();
    octets({0x45, dscp << 2}).u16(static_cast<unsigned>(28 + payload)).u16(7).u16(0).octets({64, 17}).u16(0);
    octets({10, 0, 0, 1, 10, 0, 0, 2});
    sum_up(at);
    return u16(1000).u16(2000).u16(static_cast<unsigned>(8 + payload)).u16(0).fill(payload);
  }
  /// 2001:db8::1 → 2001:db8::2 with this next header and payload length.
  FrameBytes& ipv6(unsigned dscp, unsigned next, std::size_t payload) {
    octets({0x60 | dscp >> 2, (dscp & 3) << 6, 0, 0}).u16(static_cast<unsigned>(payload)).octets({next, 64});
    for (const unsigned last : {1U, 2U}) octets({0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, last});
    return *this;
  }
  /// Makes the checksum of the IPv4 header there right, that has no options.
  FrameBytes& sum_up(std::size_t at) {
    bytes_[at + 10] = bytes_[at + 11] = 0;
    std::uint32_t sum = 0;
    for (std::size_t i = at; i < at + 20; i += 2) sum += static_cast<std::uint32_t>(bytes_[i] << 8 | bytes_[i + 1]);
    while (sum >> 16 != 0) sum = (sum & 0xffff) + (sum >> 16);
    bytes_[at + 10] = static_cast<std::uint8_t>(~sum >> 8 & 0xff);
    bytes_[at + 11] = static_cast<std::uint8_t>(~sum & 0xff);
    return *this;
  }
  std::vector<std::uint8_t>& operator*() { return bytes_; }
  [[nodiscard]] const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

inline FrameBytes udp_frame(unsigned dscp = 0, std::size_t payload = 100) {
  return FrameBytes{}.u16(0x0800).ipv4_udp(dscp, payload);
}

}  // namespace qoslab
