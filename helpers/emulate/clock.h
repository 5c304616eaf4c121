// The time of an emulation.
#pragma once

#include <cstdint>

#include "model/units/time.h"

namespace qoslab::emulation {

/// Of CLOCK_MONOTONIC, in nanoseconds.
std::int64_t monotonic_ns();

/// Since the emulation began; never goes back, and no step of the system's time moves it.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual Instant now() = 0;
  /// What a stamp of the system's time (nanoseconds since 1970, CLOCK_REALTIME), taken a moment ago, is on this clock;
  /// not after now.
  virtual Instant of_system(std::int64_t nanoseconds) = 0;
  /// By itself, so that something can be late.
  [[nodiscard]] virtual bool passes() const { return true; }
};

/// What a stamp of the system's time is on a clock that shows `now` when the system shows `system_now`: as long ago,
/// not after now and not before the clock's beginning.
Instant instant_of(std::int64_t stamp, std::int64_t system_now, Instant now);

/// CLOCK_MONOTONIC.
class MonotonicClock final : public Clock {
 public:
  MonotonicClock();
  Instant now() override;
  Instant of_system(std::int64_t nanoseconds) override;
  /// The instant, in nanoseconds of CLOCK_MONOTONIC.
  [[nodiscard]] std::int64_t monotonic(Instant at) const;

 private:
  std::int64_t began_;
};

}  // namespace qoslab::emulation
