// One group's traffic on one link: which packets are ready to be sent, and when.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>

#include "model/dataplane/kinds.h"
#include "model/dataplane/source_spec.h"

namespace qoslab::dataplane {

/// To the nearest picosecond; at most 13 days, so that sums of a few stay within 64 bits.
inline std::int64_t whole_ps(double ps) { return ps < 0x1.0p60 ? static_cast<std::int64_t>(ps + 0.5) : 1LL << 60; }

/// An endless sequence of packets in order of time. It listens to nothing, so that it may run ahead of the line.
class Emitter {
 public:
  static constexpr std::int64_t never = 1LL << 62;  ///< 53 days; a run lasts at most 30

  virtual ~Emitter() = default;
  /// The next packets. After its last one, all are due at `never`.
  virtual void next(std::span<Upcoming> block) = 0;
  /// With all that it has made so far, those at `never` among them.
  [[nodiscard]] virtual const Kinds& kinds() const = 0;
};

/// When it sends no more, or `never`.
inline std::int64_t end_of(const EmitterSpec& spec) {
  return spec.stop ? std::min(spec.stop->ps(), Emitter::never) : Emitter::never;
}

/// Into a link of `line`, behind which flows are spread over `cores`. Null if it never sends.
std::unique_ptr<Emitter> emitter(const EmitterSpec& spec, Rate line, std::uint32_t cores, std::uint64_t seed);

}  // namespace qoslab::dataplane
