// What a loop in real time drives.
#pragma once

#include "model/units/time.h"

namespace qoslab::emulation {

/// Does in turns what has to be done by now, and never waits; who calls it does.
class RealTimeTask {
 public:
  virtual ~RealTimeTask() = default;
  /// When it wants to be called again; never: not before frames come in.
  virtual Instant turn() = 0;
  /// Whoever calls it means to rest until then, if no frame comes in: what is later than that is the host's fault.
  virtual void rests_until(Instant wake) = 0;
};

}  // namespace qoslab::emulation
