// The model's time and ns-3's, which runs at picosecond resolution.
#pragma once

#include <ns3/nstime.h>
#include <ns3/simulator.h>

#include "model/units/time.h"

namespace qoslab {

inline Instant now() { return Instant::at(Duration::picoseconds(ns3::Simulator::Now().GetPicoSeconds())); }
/// Precondition: not negative.
inline ns3::Time to_ns3(Duration d) { return ns3::PicoSeconds(static_cast<std::uint64_t>(d.ps())); }

/// Calls at an instant; at once if it has passed.
template <typename F>
ns3::EventId at(Instant when, F&& f) {
  const Duration left = when - now();
  return ns3::Simulator::Schedule(to_ns3(left > Duration{} ? left : Duration{}), std::forward<F>(f));
}

}  // namespace qoslab
