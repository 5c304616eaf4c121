// When a busy poller sleeps all the same, so that the kernel does not stop it for longer (rights.h).
#pragma once

#include <optional>

#include "model/units/time.h"

namespace qoslab::emulation {

/// Keeps book of what is owed to the kernel: a part of all time. Rests are short and many, and most of them end as soon
/// as a frame comes in, so that no frame waits for long.
class Rests {
 public:
  /// `part` of the time, 0 to 1; 0: never.
  explicit Rests(double part, Instant now) : part_{part}, seen_{now} {}

  struct Rest {
    Duration length;
    bool until_frame;  ///< a frame ends it
  };
  /// Nothing: stay awake. Departures are due at `next`; before that, only who owes much rests.
  std::optional<Rest> due(Instant now, Instant next);
  /// Slept from the last `due` until now.
  void rested(Instant now);

 private:
  double part_;
  Instant seen_;
  Duration owed_;
};

}  // namespace qoslab::emulation
