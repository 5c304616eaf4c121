#include "helpers/emulate/clock.h"

#include <algorithm>
#include <ctime>

namespace qoslab::emulation {
namespace {

std::int64_t nanoseconds(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

}  // namespace

std::int64_t monotonic_ns() { return nanoseconds(CLOCK_MONOTONIC); }

Instant instant_of(std::int64_t stamp, std::int64_t system_now, Instant now) {
  const std::int64_t ago = std::max<std::int64_t>(0, system_now - stamp);
  if (ago >= now.since_start() / Duration::nanoseconds(1)) return Instant{};
  return now - Duration::nanoseconds(ago);
}

MonotonicClock::MonotonicClock() : began_{monotonic_ns()} {}

Instant MonotonicClock::now() { return Instant::at(Duration::nanoseconds(monotonic_ns() - began_)); }

Instant MonotonicClock::of_system(std::int64_t stamp) {
  const Instant here = now();
  return instant_of(stamp, nanoseconds(CLOCK_REALTIME), here);
}

std::int64_t MonotonicClock::monotonic(Instant at) const { return began_ + at.since_start().ps() / 1000; }

}  // namespace qoslab::emulation
