// The records of capture files, whatever is in them.
#pragma once

#include <cstdint>
#include <istream>
#include <span>
#include <stdexcept>
#include <vector>

#include "model/traffic/trace.h"
#include "model/units/rate.h"

namespace qoslab {

/// A packet as the file holds it.
struct CapturedPacket {
  Int128 ps = 0;                        ///< since the epoch of the file
  std::int64_t length = 0;              ///< on the wire, without check sequence
  std::span<const std::uint8_t> bytes;  ///< what was captured of it, from the Ethernet header on
};

/// Takes what a reader finds, in the order of the file.
class CaptureSink {
 public:
  virtual ~CaptureSink() = default;
  virtual void packet(const CapturedPacket& packet) = 0;
  virtual void fault(TraceFault fault) = 0;
};

/// What is wrong with the whole file, and what would be right.
class CaptureError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Numbers within bytes of one order.
class ByteFields {
 public:
  ByteFields(std::span<const std::uint8_t> bytes, bool big_endian) : bytes_{bytes}, big_endian_{big_endian} {}
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  [[nodiscard]] std::span<const std::uint8_t> bytes(std::size_t at, std::size_t length) const {
    return bytes_.subspan(at, length);
  }
  // Precondition: at + width <= size().
  [[nodiscard]] std::uint8_t u8(std::size_t at) const { return bytes_[at]; }
  [[nodiscard]] std::uint16_t u16(std::size_t at) const { return static_cast<std::uint16_t>(number(at, 2)); }
  [[nodiscard]] std::uint32_t u32(std::size_t at) const { return static_cast<std::uint32_t>(number(at, 4)); }
  [[nodiscard]] std::uint64_t u64(std::size_t at) const { return number(at, 8); }

 private:
  [[nodiscard]] std::uint64_t number(std::size_t at, std::size_t width) const {
    std::uint64_t result = 0;
    for (std::size_t i = 0; i < width; ++i) result = result << 8 | bytes_[big_endian_ ? at + i : at + width - 1 - i];
    return result;
  }

  std::span<const std::uint8_t> bytes_;
  bool big_endian_;
};

/// Reads so many bytes more; fewer at the end of the file.
std::vector<std::uint8_t>& read_bytes(std::istream& file, std::size_t count, std::vector<std::uint8_t>& into);

inline constexpr std::uint32_t ethernet_link = 1;         ///< LINKTYPE_ETHERNET
inline constexpr std::uint32_t longest_record = 1 << 20;  ///< bytes; libpcap itself accepts 256 KiB

/// Finds out the format and reads all records. Throws CaptureError.
void read_capture(std::istream& file, CaptureSink& sink);

// After the first four bytes, which told the format.
void read_pcap(std::istream& file, const std::vector<std::uint8_t>& first_four, CaptureSink& sink);
void read_pcapng(std::istream& file, CaptureSink& sink);

}  // namespace qoslab
