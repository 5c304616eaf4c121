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

/// Packets and bytes (frames at the access side) by stream.
struct Tally {
  std::array<std::int64_t, most_streams> packets{};
  std::array<std::int64_t, most_streams> bytes{};
  void add(std::uint8_t stream, std::int64_t frame) {
    ++packets[stream];
    bytes[stream] += frame;
  }
};

/// `number[leaf]`: 0, or the number of the sample that the leaf belongs to, from 1. Empty: there are none.
using Samples = std::vector<std::uint16_t>;

/// What was dropped at one place for one reason.
struct Losses {
  Tally by_stream;
  std::uint8_t first_foreign = 255;   ///< streams from here on are of others, who want to know each packet
  std::vector<std::int64_t> foreign;  ///< their numbers; whoever takes them clears it
  const Samples* samples = nullptr;
  std::vector<std::int64_t> by_sample;  ///< packets

  void add(const Record& record) {
    by_stream.add(record.stream, record.frame);
    if (record.stream >= first_foreign) foreign.push_back(record.sent);
    if (samples == nullptr || samples->empty() || (*samples)[record.leaf] == 0) return;
    const std::size_t sample = (*samples)[record.leaf];
    if (sample >= by_sample.size()) by_sample.resize(sample + 1);
    ++by_sample[sample];
  }
};

}  // namespace qoslab::dataplane
