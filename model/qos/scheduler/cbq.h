// Class-based queueing with ALTQ's semantics.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "model/qos/scheduler/rate_adjustable.h"
#include "model/qos/scheduler/scheduler.h"

namespace qoslab {

/// CBQ as ALTQ implements it: classes by priority, within one priority weighted round robin; a class over its limit
/// (IdleEstimator) borrows from the nearest ancestor that is within its own limit, or is suspended until a timer of the
/// kernel, or the next look at the queues after its penalty, wakes it. The link is never kept busy with what is over
/// the limit (ALTQ without `efficient`). Sources: Floyd and Van Jacobson, Link-sharing and resource management models
/// for packet networks, ToN 3(4) 1995; altq.conf(5); observed behaviour of rmclass. docs/algorithms/cbq.md says what is
/// different.
class Cbq final : public Scheduler, public RateAdjustable {
 public:
  struct Class {
    int parent = -1;              ///< index into the vector of classes; -1: the root, which is class 0 and no leaf
    std::optional<int> leaf;      ///< the child number of this class's queue; absent: an inner class
    Rate rate;                    ///< of the root: zero is the link's
    int priority = 1;             ///< 0..7, 7 is served first; within one priority weighted round robin by rate
    bool borrow = false;          ///< may it use what its parent has left?
    std::optional<int> maxburst;  ///< packets; absent: ALTQ's rule (16; 4 for a class slower than about 1 Mbit/s)
    int minburst = 2;
    Bytes average_packet{1000};  ///< of this class: scales maxidle and offtime
  };
  struct Link {
    Rate rate;
    Bytes mtu{1500};  ///< ALTQ's largest packet: bounds the penalty and scales the weighted round robin
    Duration tick = Duration::milliseconds(10);  ///< of the kernel timer that wakes suspended classes
  };
  Cbq(Link link, std::vector<Class> classes);
  ~Cbq() override;

  void wake(int child, Bytes head, Instant now) override;
  std::optional<int> choose(Instant now) override;
  void sent(int child, Bytes size, std::optional<Bytes> next, Instant now) override;
  /// For a suspended class its timer, unless its penalty is already over: asking then is a look at the queues.
  [[nodiscard]] Instant ready(Instant now) const override;
  void set_rate(int child, Rate rate, Instant now) override;

  /// How often the class was suspended so far, and for how long in all (suspensions that have ended).
  struct Suspensions {
    std::int64_t count = 0;
    Duration time;
  };
  [[nodiscard]] Suspensions suspensions(int child) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace qoslab
