// Which child is next in a fair share, in constant time.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace qoslab::dataplane {

// Children share in proportion to their weights by start tags (start-time fair queueing, Goyal, Vin and Cheng, SIGCOMM
// 1996): a child's tag grows by bytes × W / weight with each packet, the child with the smallest tag is next, and one
// that comes back does not claim the time that it was away. Tags are compared in steps of 2^shift, chosen so that all
// tags in use lie within 62 steps; children of one step take turns in the order in which they came. So no child is ever
// further from its exact share than one step and one packet, and nothing accumulates: the tags themselves are exact.

inline constexpr std::uint32_t no_child = ~std::uint32_t{0};
/// Scale of W / weight: the heaviest child of a node has this.
inline constexpr std::uint64_t share_unit = 1ULL << 20;
inline constexpr std::uint64_t share_steps = 64;

/// The smallest step with which `span`, the most that tags differ, fits.
constexpr std::uint8_t shift_for(std::uint64_t span) {
  std::uint8_t shift = 0;
  while ((span >> shift) > share_steps - 4) ++shift;
  return shift;
}

/// The children of one node in one pass that may send, by step.
struct Steps {
  std::uint64_t used = 0;
  std::array<std::uint32_t, share_steps> first{};
  std::array<std::uint32_t, share_steps> last{};

  /// The first used step at or after the one of `virtual_time`. Precondition: used != 0.
  [[nodiscard]] std::size_t smallest(std::uint64_t virtual_step) const {
    const auto from = static_cast<int>(virtual_step % share_steps);
    return (virtual_step + static_cast<std::uint64_t>(std::countr_zero(std::rotr(used, from)))) % share_steps;
  }
};

/// Is tag a before tag b? They wrap around.
constexpr bool earlier(std::uint64_t a, std::uint64_t b) { return static_cast<std::int64_t>(a - b) < 0; }

}  // namespace qoslab::dataplane
