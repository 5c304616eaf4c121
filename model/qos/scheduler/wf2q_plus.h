// WF2Q+: worst-case fair weighted fair queueing.
#pragma once

#include <vector>

#include "model/qos/scheduler/indexed_heap.h"
#include "model/qos/scheduler/rate_adjustable.h"
#include "model/qos/scheduler/scheduler.h"
#include "model/qos/scheduler/virtual_time.h"

namespace qoslab {

/// Source: Bennett and Zhang, Hierarchical packet fair queueing algorithms, ToN 5(5) 1997: serve the smallest virtual
/// finish time among those whose virtual start time has come; V = max(V + work, smallest start). O(log n) a packet.
/// The work of a packet enters V when the next choice is made, that is when the line is free again: who wakes during a
/// transmission is treated as if it had come at its beginning. When the last waiting packet goes, the past is
/// forgotten: V moves to the latest finish time, so that nobody begins the next busy period with a debt.
class Wf2qPlus final : public Scheduler, public RateAdjustable {
 public:
  explicit Wf2qPlus(std::vector<Rate> shares);  ///< each above 0 (0: an unused slot); only their ratio matters
  void wake(int child, Bytes head, Instant now) override;
  std::optional<int> choose(Instant now) override;
  void sent(int child, Bytes size, std::optional<Bytes> next, Instant now) override;
  [[nodiscard]] Instant ready(Instant now) const override;
  void set_rate(int child, Rate rate, Instant now) override;

 private:
  struct Child {
    Rate rate;
    Pace pace;
    VirtualTime start;  ///< of its head; of an idle child: the finish of its last packet
    Bytes head;
  };
  void line_up(int child);
  void advance();

  std::vector<Child> children_;
  Rate sum_;
  Pace pace_;         ///< of all together
  VirtualTime time_;  ///< V
  Bytes on_the_line_;
  Int128 latest_finish_ = 0;
  IndexedHeap<Int128> early_;     ///< by start: it has not come yet
  IndexedHeap<Int128> eligible_;  ///< by finish
};

}  // namespace qoslab
