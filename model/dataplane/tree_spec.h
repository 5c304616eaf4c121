// The scheduler tree of one access port: what decides which subscriber's packet goes next.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/dataplane/record.h"
#include "model/packet/layers.h"
#include "model/units/rate.h"

namespace qoslab::dataplane {

/// A rate with a burst. A packet may go while the credit is not negative, and takes its bytes from it; the credit is
/// at most `burst` less one largest packet, so that no interval T sees more than rate × T + burst.
struct Shaper {
  Rate rate;
  Bytes burst;
};

/// The priorities of a port scheduler, the first served first: within CIR from level 8 to 1, above CIR from level 8 to
/// 1, orphans.
using Pass = std::uint32_t;
inline constexpr Pass passes = 17;
inline constexpr Pass orphan_pass = 16;
constexpr Pass within_cir(int level) { return static_cast<Pass>(8 - level); }
constexpr Pass above_cir(int level) { return static_cast<Pass>(16 - level); }
/// 0..7 of a pass that is not the orphans'.
constexpr Pass level_index(Pass pass) { return 7 - pass % 8; }

/// What many queues share.
struct QueueProfile {
  std::optional<Shaper> pir;
  std::optional<Shaper> cir;  ///< absent: never within CIR
  int cir_level = 1;          ///< 1..8
  int level = 1;              ///< 1..8; 0: orphan
  std::int64_t cir_weight = 1;
  std::int64_t weight = 1;
  std::optional<std::int64_t> most_packets;
  std::optional<std::int64_t> most_bytes;

  [[nodiscard]] bool has_within() const { return cir && cir->rate > Rate{} && cir_weight > 0; }
  [[nodiscard]] bool is_orphan() const { return level == 0 || weight == 0; }
  [[nodiscard]] Pass pass_above() const { return is_orphan() ? orphan_pass : above_cir(level); }
  [[nodiscard]] std::int64_t weight_above() const { return is_orphan() ? 1 : weight; }
};

/// Queues and nodes take their place by index; node 0 is the port itself.
struct TreeSpec {
  struct Node {
    std::uint32_t parent = 0;  ///< an earlier node; of the port: itself
    std::int64_t weight = 1;
    std::optional<Shaper> shaper;
  };
  struct Queue {
    std::uint32_t parent = 0;
    std::uint16_t profile = 0;
  };
  Rate line;
  std::array<std::optional<Shaper>, 8> levels;  ///< [0] is level 1
  std::vector<Node> nodes;                      ///< the port's shaper is nodes[0]'s
  std::vector<QueueProfile> profiles;
  std::vector<Queue> queues;
  std::uint32_t first_leaf = 0;  ///< the leaf of queue 0; the others follow
  std::int64_t largest = 1522;   ///< bytes of the largest packet, as the rates count
  /// What the rates count for a frame of a stream: frame + this.
  std::array<std::int16_t, 256> count_offset{};
};

/// Preamble and gap: what a frame takes of a line besides itself.
inline constexpr std::int64_t line_overhead = header::preamble_and_gap.count();

}  // namespace qoslab::dataplane
