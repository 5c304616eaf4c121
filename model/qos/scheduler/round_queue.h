// Children by the round in which their turn comes.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/qos/scheduler/turn_list.h"

namespace qoslab {

/// A monotone queue: nothing is pushed for a round before the current one. Within a round, first in, first out.
/// The buckets of a radix heap (Ahuja, Mehlhorn, Orlin, Tarjan, JACM 37(2) 1990): bucket b holds the rounds that differ
/// from the current one in bit b - 1 and in none above; when a round comes, the bucket that holds it is dealt out to
/// lower ones. A child that waits k rounds is moved at most log2 k + 1 times, whatever the number of children.
class RoundQueue {
 public:
  explicit RoundQueue(std::size_t children) : links_(children, -1), rounds_(children, 0) {}

  [[nodiscard]] bool empty() const { return busy_ == 0; }
  /// The round of the latest pop.
  [[nodiscard]] std::int64_t round() const { return round_; }

  /// Precondition: round() <= round.
  void push(int child, std::int64_t round) {
    rounds_[static_cast<std::size_t>(child)] = round;
    const auto bucket = static_cast<std::size_t>(
        std::bit_width(static_cast<std::uint64_t>(round) ^ static_cast<std::uint64_t>(round_)));
    buckets_[bucket].push_back(child, links_);
    busy_ |= std::uint64_t{1} << bucket;
  }

  /// Whose turn comes first; its round becomes the current one. Precondition: not empty.
  int pop() {
    const auto bucket = static_cast<std::size_t>(std::countr_zero(busy_));
    if (bucket != 0) deal(bucket);
    const int child = buckets_[0].pop_front(links_);
    if (buckets_[0].empty()) busy_ &= ~std::uint64_t{1};
    return child;
  }

 private:
  void deal(std::size_t bucket) {
    TurnList list = buckets_[bucket];
    buckets_[bucket] = {};
    busy_ &= ~(std::uint64_t{1} << bucket);
    round_ = earliest(list);
    while (!list.empty()) {
      const int child = list.pop_front(links_);
      push(child, rounds_[static_cast<std::size_t>(child)]);
    }
  }

  [[nodiscard]] std::int64_t earliest(TurnList list) const {
    std::int64_t first = rounds_[static_cast<std::size_t>(list.front())];
    while (!list.empty()) {
      const std::int64_t round = rounds_[static_cast<std::size_t>(list.pop_front(links_))];
      if (round < first) first = round;
    }
    return first;
  }

  std::vector<int> links_;
  std::vector<std::int64_t> rounds_;
  std::array<TurnList, 64> buckets_;  // rounds are below 2^63
  std::uint64_t busy_ = 0;            // bit b: bucket b is not empty
  std::int64_t round_ = 0;
};

}  // namespace qoslab
