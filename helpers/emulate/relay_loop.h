// Calls a relay when it has to do something.
#pragma once

#include <atomic>
#include <functional>
#include <vector>

#include "helpers/emulate/capture_port.h"
#include "helpers/emulate/clock.h"
#include "helpers/emulate/relay.h"

namespace qoslab::emulation {

struct LoopOptions {
  Instant until = Instant::never();
  bool busy_poll = false;                    ///< does not sleep, but for the rest
  double rest = 0;                           ///< part of the time that a busy poller sleeps all the same
  const std::atomic<bool>* stop = nullptr;   ///< set from outside: end at the next turn
  std::function<void(Instant)> each_second;  ///< called at the end of every second
};

/// In real time. Sleeps until a frame comes in or one has to leave, and shortly before that stays awake.
void run_in_real_time(RealTimeTask& task, Clock& clock, const std::vector<FramePort*>& ports,
                      const LoopOptions& options);

/// Over captures, as fast as it goes: the clock jumps to what happens next. Ends when nothing comes in any more and
/// nothing is inside.
void run_over_captures(Relay& relay, StandingClock& clock, const std::vector<CapturePort*>& ports,
                       const LoopOptions& options);

}  // namespace qoslab::emulation
