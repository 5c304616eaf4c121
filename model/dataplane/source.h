// Everything that a tester sends into one link in one direction.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "model/dataplane/batch.h"
#include "model/dataplane/emitter.h"
#include "model/dataplane/source_spec.h"
#include "model/results/count.h"

namespace qoslab::dataplane {

/// Merges its emitters by the time at which their packets are due (of the same picosecond: the first emitter of the
/// specification first) and puts them on the line one after the other; they wait for it without limit. An emitter's
/// draws depend on the seed and on its purpose alone.
class Source {
 public:
  Source(const SourceSpec& spec, std::uint64_t seed);

  /// Appends all packets whose last bit arrives at the far end of the link before `until` (ps), each later than the one
  /// before. Called with rising `until`; what is sent does not depend on the steps.
  void run(std::int64_t until, Batch& out);

  /// What has been sent so far of a stream, in frames of the access side.
  [[nodiscard]] Count sent(std::uint8_t stream) const;
  /// How long the line has been sending.
  [[nodiscard]] Duration busy() const;

 private:
  /// An emitter's next packets, and how many it has sent of each kind.
  struct Lane {
    std::unique_ptr<Emitter> emitter;
    std::vector<PacketKind> kinds;
    std::vector<std::int64_t> sent;
    std::size_t next = 0;
    std::array<Upcoming, 128> block{};
  };
  [[nodiscard]] std::size_t earliest() const;

  std::int64_t delay_;
  std::uint32_t cores_;
  std::int64_t free_ = 0;  ///< when the line is
  std::vector<Lane> lanes_;
  std::vector<std::int64_t> due_;  ///< of each lane's next packet
};

}  // namespace qoslab::dataplane
