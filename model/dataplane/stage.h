// A step of the batch data plane.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/dataplane/record.h"
#include "model/results/count.h"

namespace qoslab::dataplane {

inline constexpr std::size_t most_streams = 256;

/// Turns what arrives in a window into what leaves. Stages form a graph: each reads batches that earlier ones wrote and
/// owns those that it writes. A stage may write records beyond the window's end; whoever reads leaves them for later.
class Stage {
 public:
  virtual ~Stage() = default;
  Stage() = default;
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  /// Everything that leaves before `until` (ps). `until` never decreases. All stages that it reads from have run.
  virtual void run(std::int64_t until) = 0;
};

/// One packet, and the bytes of its frame at the access side.
inline Count frame_of(const Record& record) { return {1, Bytes{record.frame}}; }

/// Frames by stream.
using Tally = std::array<Count, most_streams>;
/// Frames by leaf.
using LeafTotals = std::vector<Count>;

/// By leaf: 0, or the number of the sample that it belongs to, from 1. Empty: there are none.
using Samples = std::vector<std::uint16_t>;
inline std::size_t sample_of(const Samples& samples, std::uint32_t leaf) { return samples.empty() ? 0 : samples[leaf]; }

/// What was dropped at one place for one reason.
struct Losses {
  Tally by_stream{};
  std::uint8_t first_foreign = 255;   ///< streams from here on are of others, who want to know each packet
  std::vector<std::int64_t> foreign;  ///< their numbers; whoever takes them clears it
  const Samples* samples = nullptr;
  std::vector<std::int64_t> by_sample;  ///< packets

  void add(const Record& record) {
    by_stream[record.stream] += frame_of(record);
    if (record.stream >= first_foreign) foreign.push_back(record.sent);
    const auto sample = sample_of(record);
    if (sample == 0) return;
    if (sample >= by_sample.size()) by_sample.resize(sample + 1);
    ++by_sample[sample];
  }
  [[nodiscard]] std::size_t sample_of(const Record& record) const {
    return samples == nullptr ? 0 : dataplane::sample_of(*samples, record.leaf);
  }
};

}  // namespace qoslab::dataplane
