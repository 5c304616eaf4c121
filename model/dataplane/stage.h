// A step of the batch data plane.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/dataplane/record.h"

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

/// Packets and the bytes of their frames at the access side.
struct Frames {
  std::int64_t packets = 0;
  std::int64_t bytes = 0;
  void add(const Record& record) {
    ++packets;
    bytes += record.frame;
  }
};

/// By stream.
using Tally = std::array<Frames, most_streams>;
/// By leaf.
using LeafTotals = std::vector<Frames>;

/// `number[leaf]`: 0, or the number of the sample that the leaf belongs to, from 1. Empty: there are none.
using Samples = std::vector<std::uint16_t>;

/// What was dropped at one place for one reason.
struct Losses {
  Tally by_stream{};
  std::uint8_t first_foreign = 255;   ///< streams from here on are of others, who want to know each packet
  std::vector<std::int64_t> foreign;  ///< their numbers; whoever takes them clears it
  const Samples* samples = nullptr;
  std::vector<std::int64_t> by_sample;  ///< packets

  void add(const Record& record) {
    by_stream[record.stream].add(record);
    if (record.stream >= first_foreign) foreign.push_back(record.sent);
    if (samples == nullptr || samples->empty() || (*samples)[record.leaf] == 0) return;
    const std::size_t sample = (*samples)[record.leaf];
    if (sample >= by_sample.size()) by_sample.resize(sample + 1);
    ++by_sample[sample];
  }
};

}  // namespace qoslab::dataplane
