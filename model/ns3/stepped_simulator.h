// ns-3's simulator, run a little at a time by whoever has the clock.
#pragma once

#include <cstddef>

#include "model/units/time.h"

namespace qoslab {

/// It has ns-3's events one after the other, as always, but says when the next one is and stops where it is told. No
/// RealtimeSimulatorImpl, which waits for the system's time. ns-3 has one simulator per process; its events end with
/// this object.
class SteppedSimulator {
 public:
  SteppedSimulator();
  ~SteppedSimulator();
  SteppedSimulator(const SteppedSimulator&) = delete;
  SteppedSimulator& operator=(const SteppedSimulator&) = delete;

  /// Of the next event; perhaps of one that was cancelled. Never: there is none.
  [[nodiscard]] Instant next() const;
  /// All events before `until`, but about `most` at most. Gives the time before which all have been: `until`, or an
  /// earlier one. ns-3's own time is then that of the last event.
  Instant run(Instant until, std::size_t most);
};

}  // namespace qoslab
