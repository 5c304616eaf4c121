// Schedulers inside schedulers.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "model/qos/scheduler/indexed_heap.h"
#include "model/qos/scheduler/scheduler.h"

namespace qoslab {

/// A tree whose every inner node has a scheduler of its own (priority over DRR, WF2Q+ below an HTB leaf, …).
/// A node commits to its next packet when it becomes its turn to stand at its parent's front (as H-WF2Q+ does), so that
/// the parent always knows the head's size; an arrival of higher priority inside the node overtakes from the packet
/// after. The node's scheduler hears `sent` when the packet really leaves, which may be later than its `choose`.
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
  /// nodes[0] is the root. Precondition: a tree; the leaves are 0..n-1, each once.
  explicit NestedScheduler(std::vector<Node> nodes);

  void wake(int child, Bytes head, Instant now) override;
  std::optional<int> choose(Instant now) override;
  void sent(int child, Bytes size, std::optional<Bytes> next, Instant now) override;
  [[nodiscard]] Instant ready(Instant now) const override;

 private:
  struct Place {
    int node = -1;  ///< the parent
    int index = 0;  ///< among its children
  };
  struct Inner {
    Node node;
    Place place;
    std::vector<Bytes> heads;  ///< of the children
    std::optional<int> offer;  ///< the child whose head stands at the parent's front
  };
  Inner& inner(int node) { return nodes_[static_cast<std::size_t>(node)]; }
  std::optional<Bytes> make_offer(int node, Instant now);
  void wake_at(Place place, Bytes head, Instant now);

  std::vector<Inner> nodes_;
  std::vector<Place> leaves_;
  IndexedHeap<Instant> held_;  ///< nodes that have packets but may not send yet, by when they may
};

}  // namespace qoslab
