// What an emitter can send, and how often it has made each.
#pragma once

#include <cstdint>
#include <vector>

#include "model/dataplane/packet_mix.h"
#include "model/dataplane/record.h"
#include "model/results/count.h"

namespace qoslab::dataplane {

/// A packet that waits for the line from the time when it is due.
struct Upcoming {
  std::int64_t due = 0;      ///< ps
  std::int64_t line_ps = 0;  ///< how long it occupies the line
  PackedPacket packet;
};

/// Makes packets of some kinds for the links of an emitter.
class Kinds {
 public:
  /// `cores`: that the far end of the link spreads flows over.
  Kinds(const std::vector<PacketKind>& kinds, std::uint32_t cores);

  [[nodiscard]] const PacketKind& operator[](std::size_t number) const { return entries_[number].kind; }
  /// One of kind `number`, of the subscriber whose leaves begin at `first_leaf`.
  Upcoming make(std::size_t number, std::uint32_t first_leaf, std::int64_t due) {
    return make(number, first_leaf, way(first_leaf, flow(number)), due);
  }
  /// Where the way of its flow is known.
  Upcoming make(std::size_t number, std::uint32_t first_leaf, std::uint8_t way, std::int64_t due) {
    auto& entry = entries_[number];
    ++entry.made;
    return {due, entry.kind.line_ps, entry.packet.of(first_leaf, way)};
  }
  /// The packets of a subscriber's leaf and of one family are a flow, numbered from 0, fewer than flows().
  [[nodiscard]] std::size_t flow(std::size_t number) const { return entries_[number].flow; }
  [[nodiscard]] std::size_t flows() const { return flows_; }
  [[nodiscard]] std::uint8_t way(std::uint32_t first_leaf, std::size_t flow) const {
    return core_of(first_leaf + static_cast<std::uint32_t>(flow / 2), flow % 2 != 0, cores_);
  }
  /// All of a stream that have been made, in frames of the access side.
  [[nodiscard]] Count made(std::uint8_t stream) const;
  /// How long the line takes for all that have been made.
  [[nodiscard]] Duration line_time() const;

 private:
  struct alignas(64) Entry {
    PacketKind kind;
    PackedPacket packet;  ///< of the subscriber whose leaves begin at 0, without a way
    std::size_t flow;
    std::int64_t made = 0;
  };
  std::vector<Entry> entries_;
  std::size_t flows_ = 0;
  std::uint32_t cores_;
};

}  // namespace qoslab::dataplane
