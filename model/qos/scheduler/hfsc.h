// Hierarchical fair service curves.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "model/qos/scheduler/rate_adjustable.h"
#include "model/qos/scheduler/scheduler.h"
#include "model/qos/scheduler/service_curve.h"

namespace qoslab {

/// HFSC. First the real-time rule: of the leaves whose eligible time has come, the one with the earliest deadline, so
/// that every real-time curve is honoured to within one packet (if all of them together fit below the link's rate).
/// Otherwise the link-sharing rule: from the root down, the active child with the smallest virtual time among those
/// that their upper limits let go. What a class got by link sharing is never held against its real-time curve. Sources:
/// Stoica, Zhang, Ng, A hierarchical fair service curve algorithm for link-sharing, real-time and priority services,
/// SIGCOMM 1997; the upper-limit curve as in Linux's sch_hfsc and ALTQ. O(depth log n) a packet.
class Hfsc final : public Scheduler, public RateAdjustable {
 public:
  struct Class {
    int parent = -1;  ///< index into the vector of classes; -1: the root, which is class 0, no leaf, without curves
    std::optional<int> leaf;
    std::optional<ServiceCurve> real_time;    ///< leaves only
    std::optional<ServiceCurve> link_share;   ///< absent: takes no part in link sharing, nor do those below
    std::optional<ServiceCurve> upper_limit;  ///< of link sharing; what real-time curves promise is not limited
  };
  explicit Hfsc(std::vector<Class> classes);
  ~Hfsc() override;

  void wake(int child, Bytes head, Instant now) override;
  std::optional<int> choose(Instant now) override;
  void sent(int child, Bytes size, std::optional<Bytes> next, Instant now) override;
  [[nodiscard]] Instant ready(Instant now) const override;
  /// Sets real-time and link-share curves of the leaf to straight lines of this rate.
  void set_rate(int child, Rate rate, Instant now) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace qoslab
