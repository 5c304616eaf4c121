// Writes captures as tests need them: sound ones, and others.
#pragma once

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace qoslab {

/// Appends numbers in one byte order.
class ByteWriter {
 public:
  explicit ByteWriter(bool big_endian = false) : big_endian_{big_endian} {}
  ByteWriter& u8(std::uint64_t n) { return number(n, 1); }
  ByteWriter& u16(std::uint64_t n) { return number(n, 2); }
  ByteWriter& u32(std::uint64_t n) { return number(n, 4); }
  ByteWriter& u64(std::uint64_t n) { return number(n, 8); }
  ByteWriter& raw(const std::string& bytes) {
    bytes_ += bytes;
    return *this;
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  ByteWriter& number(std::uint64_t n, int width) {
    for (int i = 0; i < width; ++i) bytes_ += static_cast<char>(n >> 8 * (big_endian_ ? width - 1 - i : i));
    return *this;
  }

  bool big_endian_;
  std::string bytes_;
};

/// The first bytes of an IPv4 packet with this code point.
inline std::string ipv4(int dscp) {
  return ByteWriter{true}.u8(0x45).u8(static_cast<unsigned>(dscp) << 2).raw(std::string(18, 0)).bytes();
}
inline std::string ipv6(int dscp) {
  return ByteWriter{true}.u32(0x6000'0000U | static_cast<unsigned>(dscp) << 22).raw(std::string(36, 0)).bytes();
}
/// An Ethernet header with the type (or tags and type) given in full, and what follows it.
inline std::string ethernet(const std::string& types, const std::string& packet) {
  return std::string(12, 'm') + types + packet;
}
inline std::string type(std::uint64_t n) { return ByteWriter{true}.u16(n).bytes(); }

struct PcapFile {
  bool big_endian = false;
  bool nanoseconds = false;
  std::uint32_t link = 1;
  ByteWriter out{big_endian};

  PcapFile& header() {
    out.u32(nanoseconds ? 0xa1b2'3c4d : 0xa1b2'c3d4).u16(2).u16(4).u32(0).u32(0).u32(65'535).u32(link);
    return *this;
  }
  /// `fraction` in the file's unit.
  PcapFile& packet(std::uint64_t s, std::uint64_t fraction, std::uint64_t length, const std::string& captured) {
    out.u32(s).u32(fraction).u32(captured.size()).u32(length).raw(captured);
    return *this;
  }
};

struct PcapngFile {
  bool big_endian = false;
  ByteWriter out{big_endian};

  PcapngFile& block(std::uint64_t block_type, std::string body) {
    body.resize((body.size() + 3) / 4 * 4);
    out.u32(block_type).u32(body.size() + 12).raw(body).u32(body.size() + 12);
    return *this;
  }
  [[nodiscard]] ByteWriter body() const { return ByteWriter{big_endian}; }
  PcapngFile& section() { return block(0x0a0d'0d0a, body().u32(0x1a2b'3c4d).u16(1).u16(0).u64(~0ULL).bytes()); }
  PcapngFile& interface(std::uint64_t link, const std::string& options = "") {
    return block(1, body().u16(link).u16(0).u32(0).raw(options).bytes());
  }
  PcapngFile& packet(std::uint64_t number, std::uint64_t ticks, std::uint64_t length, const std::string& captured) {
    return block(6,
                 body().u32(number).u32(ticks >> 32).u32(ticks).u32(captured.size()).u32(length).raw(captured).bytes());
  }
};

}  // namespace qoslab
