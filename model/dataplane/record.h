// What the batch data plane carries: a small record of each packet.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace qoslab::dataplane {

/// One packet at one point of the graph.
struct Record {
  std::int64_t time = 0;    ///< ps: when it is at this point; never decreases within a batch
  std::int64_t sent = 0;    ///< ps: when its last bit left the tester's port; of a packet from ns-3: its number
  std::uint32_t leaf = 0;   ///< which class of which subscriber; leaves of a subscriber are consecutive
  std::uint16_t frame = 0;  ///< bytes at the frame layer at the access side, with tags and check sequence
  std::uint8_t stream = 0;  ///< group, direction and class: an index of the tables of the gateway's streams
  std::uint8_t way = 0;     ///< which core or link it takes next
};
static_assert(sizeof(Record) == 24);

/// All of a record but its times, in one number that is copied at once.
class PackedPacket {
 public:
  PackedPacket() = default;
  PackedPacket(std::uint32_t leaf, std::uint16_t frame, std::uint8_t stream)
      : word_{std::uint64_t{stream} << 48 | std::uint64_t{frame} << 32 | leaf} {}
  /// The same of the subscriber whose first leaf is `leaves` further on, on its way.
  [[nodiscard]] PackedPacket of(std::uint32_t leaves, std::uint8_t way) const {
    return PackedPacket{(word_ + leaves) | std::uint64_t{way} << 56};
  }
  [[nodiscard]] Record at(std::int64_t time, std::int64_t sent) const {
    static_assert(std::endian::native == std::endian::little);
    Record record{.time = time, .sent = sent};
    std::memcpy(&record.leaf, &word_, sizeof word_);
    return record;
  }

 private:
  explicit PackedPacket(std::uint64_t word) : word_{word} {}
  std::uint64_t word_ = 0;
};
static_assert(sizeof(PackedPacket) == sizeof(Record) - offsetof(Record, leaf));

/// Which core takes a flow: the upper half of a multiplicative hash (Knuth, TAOCP 3, section 6.4), scaled to `cores`.
inline std::uint8_t core_of(std::uint32_t leaf, bool ipv6, std::uint32_t cores) {
  std::uint64_t hash = (std::uint64_t{leaf} * 2 + (ipv6 ? 1 : 0) + 1) * 0x9e3779b97f4a7c15ULL;
  hash ^= hash >> 29;
  hash *= 0xbf58476d1ce4e5b9ULL;
  return static_cast<std::uint8_t>(((hash >> 32) * cores) >> 32);
}

}  // namespace qoslab::dataplane
