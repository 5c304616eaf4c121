// Strict priority.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/qos/scheduler/scheduler.h"
#include "model/qos/scheduler/turn_list.h"

namespace qoslab {

/// The child with the highest level always goes first; children of one level take turns, a packet each. Constant cost
/// a packet, whatever the number of children: a bit per level, a list of turns in each.
class Priority final : public Scheduler {
 public:
  /// `levels[i]` is child i's, 0..63; a larger number is served first.
  explicit Priority(std::vector<int> levels);

  void wake(int child, Bytes head, Instant now) override;
  std::optional<int> choose(Instant now) override;
  void sent(int child, Bytes size, std::optional<Bytes> next, Instant now) override;
  [[nodiscard]] Instant ready(Instant now) const override;

 private:
  void join(int child);

  std::vector<int> levels_;
  std::vector<int> links_;
  std::array<TurnList, 64> turns_;
  std::uint64_t busy_ = 0;  ///< bit l: somebody of level l waits
};

}  // namespace qoslab
