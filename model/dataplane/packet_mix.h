// The kinds of packets that an emitter sends, and how often.
#pragma once

#include <cstdint>
#include <vector>

#include "model/dataplane/alias_table.h"
#include "model/dataplane/fast_random.h"
#include "model/dataplane/source_spec.h"

namespace qoslab::dataplane {

/// Everything about a packet but its time and its subscriber, computed once.
struct PacketKind {
  std::int64_t line_ps = 0;       ///< how long it occupies the line
  std::int64_t gap_ps = 0;        ///< how long its bytes last at the emitter's rate: the whole picoseconds and one
  std::int64_t gap_rest = 0;      ///< what that is too long, negative, in 1/(bit/s of the rate) ps
  std::int64_t counted_bits = 0;  ///< at the layer of the emitter's rate
  std::uint16_t frame = 0;
  std::uint8_t stream = 0;
  std::uint8_t offset = 0;
  bool ipv6 = false;
};

/// The bytes of an access-side frame on the emitter's link, counted at `layer`.
Bytes size_on_link(const EmitterSpec& spec, Bytes frame, Layer layer);

/// The kind of one class and size. Without a rate it has no gap.
PacketKind packet_kind(const EmitterSpec& spec, const EmitterSpec::Class& c, Bytes frame, bool ipv6, Rate line);

/// Class, family and size of packets: independent of each other, all from one draw.
class PacketMix {
 public:
  /// Precondition: sends_anything(spec).
  PacketMix(const EmitterSpec& spec, Rate line);
  /// An index of kinds().
  std::size_t draw(FastRandom& random) const { return table_(random()); }
  /// At the layer of the emitter's rate.
  [[nodiscard]] double mean_bits() const { return mean_bits_; }
  /// Between packets, at the emitter's rate.
  [[nodiscard]] double mean_gap_ps() const { return mean_gap_ps_; }
  [[nodiscard]] const std::vector<PacketKind>& kinds() const { return kinds_; }

 private:
  struct Weighted {
    std::vector<PacketKind> kinds;
    std::vector<double> weights;
  };
  PacketMix(Weighted weighted, Rate rate);
  static Weighted list(const EmitterSpec& spec, Rate line);

  std::vector<PacketKind> kinds_;
  AliasTable table_;
  double mean_bits_ = 0;
  double mean_gap_ps_ = 0;
};

/// Whether there is a rate, a subscriber, and a class and size with a weight.
bool sends_anything(const EmitterSpec& spec);

}  // namespace qoslab::dataplane
