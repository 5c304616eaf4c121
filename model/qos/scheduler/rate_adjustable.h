// Schedulers whose children's rates may change while they run: what a reservation needs.
#pragma once

#include "model/units/rate.h"
#include "model/units/time.h"

namespace qoslab {

class RateAdjustable {
 public:
  virtual ~RateAdjustable() = default;
  /// From `now` on the child is entitled to `rate`. Zero: the slot is free; the caller makes sure that it is idle.
  virtual void set_rate(int child, Rate rate, Instant now) = 0;
};

}  // namespace qoslab
