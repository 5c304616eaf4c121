// Timers in order of (time, key), for shapers that open again.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace qoslab::dataplane {

/// A hierarchical timing wheel (Varghese and Lauck, SOSP 1987): slots of 2^18 ps in blocks of 1024, 1024 blocks, and a
/// list for what lies beyond them (275 ms). Timers of one slot are sorted when their slot comes, so that they fire
/// exactly at their time, and in the order of their keys at one instant.
class TimerWheel {
 public:
  /// Precondition: not before the last time given to `fire`.
  void add(std::int64_t time, std::uint32_t key);
  /// No timer fires before this; INT64_MAX without timers. It may be earlier than the first timer.
  [[nodiscard]] std::int64_t next() const { return next_; }
  /// Gives a timer whose time is `now` or earlier, or returns false when there is none.
  bool fire(std::int64_t now, std::int64_t& time, std::uint32_t& key);

 private:
  struct Timer {
    std::int64_t time;
    std::uint32_t key;
  };
  static constexpr std::int64_t never = INT64_MAX;
  static constexpr unsigned slot_bits = 18;
  static constexpr std::size_t slots = 1024;
  using Slots = std::array<std::vector<Timer>, slots>;
  using Bits = std::array<std::uint64_t, slots / 64>;

  static bool later(const Timer& a, const Timer& b) { return a.time != b.time ? a.time > b.time : a.key > b.key; }
  void place(const Timer& timer);
  void open_slot();
  void open_block();
  void take_beyond();
  void find_next();
  static std::size_t first_from(const Bits& bits, std::size_t from);

  std::vector<Timer> due_;  ///< of the slot that is open, the first one last
  std::int64_t open_ = -1;  ///< the number of that slot; earlier ones are empty
  std::int64_t block_ = 0;
  Slots near_;  ///< of this block
  Slots far_;   ///< blocks that follow
  Bits near_bits_{};
  Bits far_bits_{};
  std::vector<Timer> beyond_;
  std::int64_t beyond_first_ = never;  ///< the earliest block of those
  std::int64_t next_ = never;
};

}  // namespace qoslab::dataplane
