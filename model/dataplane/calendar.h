// The next event of each of many subscribers, in order of time.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace qoslab::dataplane {

/// A calendar queue: R. Brown, "Calendar queues: a fast O(1) priority queue implementation for the simulation event set
/// problem", Communications of the ACM 31 (1988). Days are chosen once, for a known rate of events, and not resized. An
/// event further away than a year stays on its page and is passed over until its year comes.
class Calendar {
 public:
  struct Event {
    std::int64_t due;
    std::uint32_t owner;
  };

  /// Owners are 0 .. owners - 1, each with one event at most; events are `mean_gap` apart on average.
  Calendar(std::size_t owners, std::int64_t mean_gap, std::int64_t begin)
      : day_bits_{static_cast<int>(std::bit_width(static_cast<std::uint64_t>(mean_gap)))},
        pages_(2 * std::bit_ceil(owners), nobody),
        due_(owners),
        following_(owners, nobody),
        today_{begin >> day_bits_} {}

  /// Precondition: not earlier than the last event taken out.
  void push(Event event) {
    if (event.due >> day_bits_ <= today_) return enter_today(event);
    auto& page = pages_[page_of(event.due >> day_bits_)];
    due_[event.owner] = event.due;
    following_[event.owner] = page;
    page = event.owner;
  }

  /// Takes out the earliest event; of the same picosecond, that of the lowest owner. Precondition: there is one.
  Event pop() {
    while (events_today_.empty()) turn_page();
    const Event first = events_today_.back();
    events_today_.pop_back();
    return first;
  }

 private:
  static constexpr std::uint32_t nobody = 0xffff'ffff;

  [[nodiscard]] std::size_t page_of(std::int64_t day) const {
    return static_cast<std::size_t>(day) & (pages_.size() - 1);
  }
  void turn_page() {
    ++today_;
    std::uint32_t* link = &pages_[page_of(today_)];
    while (*link != nobody) {
      const std::uint32_t owner = *link;
      if (due_[owner] >> day_bits_ == today_) {
        *link = following_[owner];
        enter_today({due_[owner], owner});
      } else {
        link = &following_[owner];
      }
    }
  }
  /// Latest first.
  void enter_today(Event event) {
    events_today_.push_back(event);
    for (std::size_t i = events_today_.size() - 1; i > 0; --i) {
      auto& before = events_today_[i - 1];
      if (before.due > event.due || (before.due == event.due && before.owner > event.owner)) break;
      events_today_[i] = before;
      before = event;
    }
  }

  int day_bits_;                          ///< a day lasts 2^day_bits_ ps
  std::vector<std::uint32_t> pages_;      ///< the first owner of each day's list
  std::vector<std::int64_t> due_;         ///< by owner
  std::vector<std::uint32_t> following_;  ///< by owner: the next one on its page
  std::int64_t today_;
  std::vector<Event> events_today_;
};

}  // namespace qoslab::dataplane
