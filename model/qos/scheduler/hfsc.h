// Hierarchical fair service curves.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "model/qos/scheduler/rate_adjustable.h"
#include "model/qos/scheduler/scheduler.h"

namespace qoslab {

/// A service curve of two pieces: slope `m1` for the first `d`, `m2` after.
struct ServiceCurve {
  Rate m1;
  Duration d;
  Rate m2;
};

/// HFSC: Stoica, Zhang, Ng, A hierarchical fair service curve algorithm for link-sharing, real-time and priority
/// services, SIGCOMM 1997; the upper-limit curve as in Linux's sch_hfsc and ALTQ.
class Hfsc final : public Scheduler, public RateAdjustable {
 public:
  struct Class {
    int parent = -1;  ///< index into the vector of classes; -1: the root, which is class 0, no leaf, without curves
    std::optional<int> leaf;
    std::optional<ServiceCurve> real_time;  ///< leaves only
    std::optional<ServiceCurve> link_share;
    std::optional<ServiceCurve> upper_limit;
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
