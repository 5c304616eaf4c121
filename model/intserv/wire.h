// Big-endian bytes: the one place where RSVP reads and writes them.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "model/packet/packet.h"

namespace qoslab::rsvp {

/// Takes values from the front. Reading beyond the end gives zeros and makes ok() false, for good.
class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : rest_{bytes} {}
  std::uint8_t u8() { return static_cast<std::uint8_t>(number(1)); }
  std::uint16_t u16() { return static_cast<std::uint16_t>(number(2)); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
  float f32() { return std::bit_cast<float>(u32()); }
  IpAddress address(bool v4) {
    if (v4) return IpAddress::v4(u32());
    const std::uint64_t high = number(8);
    return {high, number(8)};
  }
  std::span<const std::uint8_t> bytes(std::size_t n) {
    if (n > rest_.size()) {
      ok_ = false;
      n = rest_.size();
    }
    const auto taken = rest_.first(n);
    rest_ = rest_.subspan(n);
    return taken;
  }
  [[nodiscard]] std::size_t left() const { return rest_.size(); }
  [[nodiscard]] bool ok() const { return ok_; }

 private:
  std::uint64_t number(std::size_t n) {
    const auto taken = bytes(n);
    if (taken.size() < n) return 0;
    std::uint64_t value = 0;
    for (const std::uint8_t byte : taken) value = value << 8 | byte;
    return value;
  }
  std::span<const std::uint8_t> rest_;
  bool ok_ = true;
};

class Writer {
 public:
  void u8(std::uint8_t v) { bytes_.push_back(v); }
  void u16(std::uint16_t v) { number(v, 2); }
  void u32(std::uint32_t v) { number(v, 4); }
  void f32(float v) { u32(std::bit_cast<std::uint32_t>(v)); }
  void address(IpAddress a, bool v4) {
    if (!v4) number(a.high, 8);
    number(a.low, v4 ? 4 : 8);
  }
  void bytes(std::span<const std::uint8_t> b) { bytes_.insert(bytes_.end(), b.begin(), b.end()); }
  void put_u16_at(std::size_t offset, std::uint16_t v) {
    bytes_.at(offset) = static_cast<std::uint8_t>(v >> 8);
    bytes_.at(offset + 1) = static_cast<std::uint8_t>(v);
  }
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  [[nodiscard]] std::span<const std::uint8_t> written() const { return bytes_; }
  std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  void number(std::uint64_t v, int n) {
    for (int shift = 8 * (n - 1); shift >= 0; shift -= 8) bytes_.push_back(static_cast<std::uint8_t>(v >> shift));
  }
  std::vector<std::uint8_t> bytes_;
};

/// A mapped IPv4 address (RFC 4291 section 2.5.5.2).
constexpr bool is_v4(IpAddress a) { return a.high == 0 && a.low >> 32 == 0xffff; }

}  // namespace qoslab::rsvp
