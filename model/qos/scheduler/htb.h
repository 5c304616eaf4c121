// Hierarchical token bucket, as the Linux kernel does it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "model/qos/scheduler/rate_adjustable.h"
#include "model/qos/scheduler/scheduler.h"

namespace qoslab {

/// What HTB and the ideal tree are told of a class.
struct TokenTreeClass {
  int parent = -1;          ///< index into the vector of classes; -1: a root
  std::optional<int> leaf;  ///< the child number of this class's queue; absent: an inner class
  Rate rate;                ///< assured; 0: nothing
  Rate ceil;                ///< never more; at least `rate`
  Bytes burst{1600};
  Bytes cburst{1600};
  Bytes quantum{1514};  ///< leaves: share of what is borrowed, per round; at least 1 B
  int priority = 0;     ///< leaves: 0..7, 0 borrows first
};

/// HTB with the semantics of Linux's sch_htb. A class is in one of three modes: within its rate it can send; between
/// rate and ceil it may borrow from its parent; above ceil it cannot send. Consequences that surprise: a class within
/// its own rate is never held by its parent, so children whose rates add up to more than the parent's ceil exceed it;
/// and a root has nobody to borrow from, so its ceil above its rate is of no use.
///
/// As in the kernel: the lowest level that has a sender goes first, there the best priority, there deficit round robin
/// in the order of the classes; who lends and all above are charged; debts end at 60 s. Other than in the kernel: time
/// is exact (no nanosecond ticks, no 1/64 byte rounding); a quantum below the packet's size does not make shares depend
/// on packet sizes: a class in debt sits rounds out. Left out: hysteresis (off by default there), `overhead` and `mpu`
/// (the caller counts sizes at the right layer), the direct queue, offload.
class Htb final : public Scheduler, public RateAdjustable {
 public:
  /// Preconditions: every inner class has a child, leaves have none, parents form no cycle, leaf numbers are 0..n-1.
  explicit Htb(std::vector<TokenTreeClass> classes);
  ~Htb() override;

  void wake(int child, Bytes head, Instant now) override;
  std::optional<int> choose(Instant now) override;
  void sent(int child, Bytes size, std::optional<Bytes> next, Instant now) override;
  [[nodiscard]] Instant ready(Instant now) const override;
  /// A ceil below the new rate counts as equal to it for as long as the rate lasts.
  void set_rate(int child, Rate rate, Instant now) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace qoslab
