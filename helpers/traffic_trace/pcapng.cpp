// The block format of Wireshark: draft-ietf-opsawg-pcapng. Sections may differ in byte order; interfaces in link type
// and resolution of time. Name resolution, statistics and custom blocks are passed over.
#include "helpers/traffic_trace/capture.h"

namespace qoslab {
namespace {

enum BlockType : std::uint32_t {
  interface_description = 1,
  packet_obsolete = 2,
  simple_packet = 3,
  enhanced_packet = 6,
  section_header = 0x0a0d'0d0a,
};

struct Interface {
  std::uint32_t link = 0;
  std::int64_t check_sequence = 0;  ///< bytes
  std::uint8_t resolution = 6;      ///< if_tsresol: 10^-n s; with the highest bit set 2^-n s
  std::int64_t offset_s = 0;        ///< if_tsoffset

  [[nodiscard]] bool has_clock() const { return (resolution & 0x80) != 0 ? (resolution & 0x7f) < 64 : resolution < 20; }
  /// Precondition: has_clock().
  [[nodiscard]] Int128 ps(std::uint64_t ticks) const {
    Int128 result = ticks;
    if ((resolution & 0x80) != 0) {
      result = (result * 1'000'000'000'000) >> (resolution & 0x7f);
    } else {
      for (int i = resolution; i < 12; ++i) result *= 10;
      for (int i = 12; i < resolution; ++i) result /= 10;
    }
    return result + Int128{offset_s} * 1'000'000'000'000;
  }
};

Interface described(const ByteFields& body) {
  Interface result;
  result.link = body.u16(0);
  for (std::size_t at = 8; at + 4 <= body.size();) {
    const std::uint16_t code = body.u16(at);
    const std::size_t length = body.u16(at + 2);
    if (code == 0 || at + 4 + length > body.size()) break;
    if (code == 9 && length == 1) result.resolution = body.u8(at + 4);
    if (code == 13 && length == 1) result.check_sequence = body.u8(at + 4) / 8;
    if (code == 14 && length == 8) result.offset_s = static_cast<std::int64_t>(body.u64(at + 4));
    at += 4 + (length + 3) / 4 * 4;
  }
  return result;
}

class Reader {
 public:
  Reader(std::istream& file, CaptureSink& sink) : file_{file}, sink_{sink} {}

  /// The rest of a section header, whose type and length have been read.
  bool section(const std::vector<std::uint8_t>& length) {
    if (length.size() < 4 || read_bytes(file_, 4, bytes_).size() < 4) return cut_off();
    constexpr std::uint32_t magic = 0x1a2b'3c4d;
    if (ByteFields{bytes_, false}.u32(0) != magic && ByteFields{bytes_, true}.u32(0) != magic) return unreadable();
    big_endian_ = ByteFields{bytes_, true}.u32(0) == magic;
    interfaces_.clear();
    const std::uint32_t total = ByteFields{length, big_endian_}.u32(0);
    if (total < 28 || total % 4 != 0 || total > longest_record) return unreadable();
    return read_bytes(file_, total - 12, bytes_).size() == total - 12 || cut_off();
  }

  /// False at the end.
  bool block() {
    std::vector<std::uint8_t> begin;
    if (read_bytes(file_, 8, begin).empty()) return false;
    if (begin.size() < 8) return cut_off();
    const std::uint32_t type = ByteFields{begin, big_endian_}.u32(0);
    if (type == section_header) return section({begin.begin() + 4, begin.end()});
    const std::uint32_t total = ByteFields{begin, big_endian_}.u32(4);
    if (total < 12 || total % 4 != 0 || total > longest_record) return unreadable();
    if (read_bytes(file_, total - 8, bytes_).size() < total - 8) return cut_off();
    return body(type, ByteFields{std::span{bytes_}.first(total - 12), big_endian_});
  }

 private:
  bool body(std::uint32_t type, const ByteFields& fields) {
    if (type == interface_description) {
      if (fields.size() < 8) return unreadable();
      interfaces_.push_back(described(fields));
    } else if (type == simple_packet) {
      sink_.fault(TraceFault::no_time);
    } else if (type == enhanced_packet || type == packet_obsolete) {
      return packet(type, fields);
    }
    return true;
  }

  bool packet(std::uint32_t type, const ByteFields& fields) {
    if (fields.size() < 20) return unreadable();
    const std::size_t number = type == enhanced_packet ? fields.u32(0) : fields.u16(0);
    const std::uint32_t captured = fields.u32(12);
    if (captured > fields.size() - 20 || number >= interfaces_.size()) return unreadable();
    const Interface& from = interfaces_[number];
    const std::uint64_t ticks = std::uint64_t{fields.u32(4)} << 32 | fields.u32(8);
    if (from.link != ethernet_link) {
      sink_.fault(TraceFault::other_link);
    } else if (!from.has_clock()) {
      sink_.fault(TraceFault::no_time);
    } else {
      sink_.packet({from.ps(ticks), fields.u32(16) - from.check_sequence, fields.bytes(20, captured)});
    }
    return true;
  }

  bool cut_off() {
    sink_.fault(TraceFault::cut_off);
    return false;
  }
  bool unreadable() {
    sink_.fault(TraceFault::unreadable);
    return false;
  }

  std::istream& file_;
  CaptureSink& sink_;
  bool big_endian_ = false;
  std::vector<Interface> interfaces_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace

void read_pcapng(std::istream& file, CaptureSink& sink) {
  Reader reader{file, sink};
  std::vector<std::uint8_t> length;
  if (!reader.section(read_bytes(file, 4, length))) return;
  while (reader.block()) {}
}

}  // namespace qoslab
