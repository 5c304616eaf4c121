// Strict priority.
#pragma once

#include <vector>

#include "model/qos/scheduler/scheduler.h"

namespace qoslab {

/// The child with the highest level always goes first; children of one level take turns, a packet each.
class Priority final : public Scheduler {
 public:
  /// `levels[i]` is child i's, 0..63; a larger number is served first.
  explicit Priority(std::vector<int> levels);

  void wake(int child, Bytes head, Instant now) override;
  std::optional<int> choose(Instant now) override;
  void sent(int child, Bytes size, std::optional<Bytes> next, Instant now) override;
  [[nodiscard]] Instant ready(Instant now) const override;
};

}  // namespace qoslab
