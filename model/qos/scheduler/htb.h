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
  Rate rate;                ///< assured
  Rate ceil;                ///< never more; at least `rate`
  Bytes burst{1600};
  Bytes cburst{1600};
  Bytes quantum{1514};  ///< leaves: share of what is borrowed, per round
  int priority = 0;     ///< leaves: 0..7, 0 borrows first
};

/// HTB with the kernel's semantics (sch_htb): a class within its own rate is never held by its parent, and a root
/// has nobody to borrow from. So children whose rates add up to more than the parent's ceil exceed it.
class Htb final : public Scheduler, public RateAdjustable {
 public:
  explicit Htb(std::vector<TokenTreeClass> classes);
  ~Htb() override;

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
