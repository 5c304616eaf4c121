// Schedulers inside schedulers.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "model/qos/scheduler/scheduler.h"

namespace qoslab {

/// A tree whose every inner node has a scheduler of its own (priority over DRR, WF2Q+ below an HTB leaf, …).
/// A node commits to its next packet when it becomes its turn to stand at its parent's front (as H-WF2Q+ does), so that
/// the parent always knows the head's size; an arrival of higher priority inside the node overtakes from the packet
/// after.
class NestedScheduler final : public Scheduler {
 public:
  struct Node {
    std::unique_ptr<Scheduler> scheduler;  ///< over `children`, numbered as they stand
    struct Child {
      std::optional<int> leaf;  ///< a queue, or
      int node = -1;            ///< another node of the vector
    };
    std::vector<Child> children;
  };
  explicit NestedScheduler(std::vector<Node> nodes);  ///< nodes[0] is the root

  void wake(int child, Bytes head, Instant now) override;
  std::optional<int> choose(Instant now) override;
  void sent(int child, Bytes size, std::optional<Bytes> next, Instant now) override;
  [[nodiscard]] Instant ready(Instant now) const override;
};

}  // namespace qoslab
