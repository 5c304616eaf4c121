// The one question of link sharing: of the queues that have something to send, which goes next, and when?
#pragma once

#include <optional>

#include "model/units/rate.h"
#include "model/units/time.h"

namespace qoslab {

/// Which child, a leaf queue numbered 0..n-1, sends next. A scheduler knows neither packets nor a clock: it is told
/// sizes and times, so that the same object runs in a simulated port, in the batch data plane, between real NICs
/// and in a bare loop. All sizes are at the layer at which the port's rates count.
///
/// Protocol, kept by the caller and checked by nobody on the hot path:
///  - `now` never decreases;
///  - `wake` only for a child that has nothing waiting; `sent` only for the child that `choose` last named, before
///    any other `choose`, and at the same `now` (arrivals may come between);
///  - `sent` with size 0: the child had nothing after all (its queue dropped the head at the last moment).
class Scheduler {
 public:
  virtual ~Scheduler() = default;

  /// `child`, idle until now, has a packet of `head` bytes at its front.
  virtual void wake(int child, Bytes head, Instant now) = 0;

  /// Whose front packet leaves at `now`; nothing if none waits or none may go yet.
  virtual std::optional<int> choose(Instant now) = 0;

  /// The chosen child gave `size` bytes; `next` is its new front packet, or nothing: it is idle.
  virtual void sent(int child, Bytes size, std::optional<Bytes> next, Instant now) = 0;

  /// The earliest instant, not before `now`, at which `choose` may name a child if nothing else happens:
  /// `now` if it can at once, Instant::never() if nothing waits. It may be too early, never too late: a caller
  /// that finds nothing asks again, and each answer after a failed `choose` lies later than `now`.
  [[nodiscard]] virtual Instant ready(Instant now) const = 0;
};

}  // namespace qoslab
