// One group's traffic on one link: when packets are due, and which.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "model/dataplane/packet_mix.h"
#include "model/dataplane/record.h"
#include "model/dataplane/source_spec.h"

namespace qoslab::dataplane {

/// The wire out of the tester's port: one frame after the other, nothing is lost. Frames wait there without limit.
class Line {
 public:
  Line(Duration delay, std::uint32_t cores) : delay_{delay.ps()}, cores_{cores} {}

  /// Puts a packet of the subscriber on the wire that has been ready since `due`, unless its last bit reaches the far
  /// end at `until` or later.
  bool send(std::int64_t due, PacketKind& kind, std::uint32_t first_leaf, std::int64_t until, Batch& out) {
    const std::int64_t last_bit = (due > free_ ? due : free_) + kind.line_ps;
    if (last_bit + delay_ >= until) return false;
    free_ = last_bit;
    ++kind.sent;
    const std::uint32_t leaf = first_leaf + kind.offset;
    out.push_back({last_bit + delay_, last_bit, leaf, kind.frame, kind.stream, core_of(leaf, kind.ipv6, cores_)});
    return true;
  }

 private:
  std::int64_t delay_;
  std::uint32_t cores_;
  std::int64_t free_ = 0;
};

class Emitter {
 public:
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max() - 1;

  virtual ~Emitter() = default;
  /// When its next packet is ready to be sent; `never` after the last one.
  [[nodiscard]] virtual std::int64_t due() const = 0;
  /// Sends all packets that are due before `limit`. False if one did not reach the far end before `until`: it and
  /// all later ones are still to be sent.
  virtual bool run(Line& line, std::int64_t limit, std::int64_t until, Batch& out) = 0;
  [[nodiscard]] virtual const std::vector<PacketKind>& kinds() const = 0;
};

/// Null if it never sends.
std::unique_ptr<Emitter> emitter(const EmitterSpec& spec, Rate line, std::uint64_t seed);

}  // namespace qoslab::dataplane
