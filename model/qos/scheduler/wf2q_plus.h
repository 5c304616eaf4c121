// WF2Q+: worst-case fair weighted fair queueing.
#pragma once

#include <memory>
#include <vector>

#include "model/qos/scheduler/rate_adjustable.h"
#include "model/qos/scheduler/scheduler.h"

namespace qoslab {

/// Source: Bennett and Zhang, Hierarchical packet fair queueing algorithms, ToN 5(5) 1997: serve the smallest virtual
/// finish time among those whose virtual start time has come; V = max(V + work, smallest start). O(log n) a packet.
class Wf2qPlus final : public Scheduler, public RateAdjustable {
 public:
  explicit Wf2qPlus(std::vector<Rate> shares);  ///< each above 0 (0: an unused slot); only their ratio matters
  ~Wf2qPlus() override;
  void wake(int child, Bytes head, Instant now) override;
  std::optional<int> choose(Instant now) override;
  void sent(int child, Bytes size, std::optional<Bytes> next, Instant now) override;
  [[nodiscard]] Instant ready(Instant now) const override;
  void set_rate(int child, Rate rate, Instant now) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace qoslab
