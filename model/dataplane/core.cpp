#include "model/dataplane/core.h"

#include <algorithm>
#include <utility>

namespace qoslab::dataplane {

Stalls::Stalls(const StallSpec& spec, std::uint64_t seed, std::string_view purpose)
    : spec_{spec}, random_{seed, purpose}, next_{gap()} {
  draw();
}

std::int64_t Stalls::gap() {
  return static_cast<std::int64_t>(random_.exponential(static_cast<double>(spec_.every.ps())));
}

std::int64_t Stalls::length() {
  const auto longest = static_cast<double>(spec_.longest.ps());
  return static_cast<std::int64_t>(longest * (spec_.fixed ? 1.0 : random_.uniform()));
}

/// Stalls that follow each other without a gap are one.
void Stalls::draw() {
  from_ = next_;
  until_ = from_ + length();
  next_ = from_ + gap();
  while (next_ <= until_) {
    next_ = until_;
    until_ += length();
    next_ += gap();
  }
}

std::int64_t Stalls::after_stalls(std::int64_t time) {
  while (until_ <= time) draw();
  return from_ <= time ? until_ : time;
}

std::int64_t Stalls::finish_after_stalls(std::int64_t start, std::int64_t work) {
  while (until_ <= start) draw();
  std::int64_t end = start + work;
  while (from_ < end) {
    end += until_ - from_;
    draw();
  }
  return end;
}

Core::Core(const ProcessorSpec& spec, const AccessCosts& access, std::int64_t latency, Stalls stalls)
    : cycles_per_packet_{spec.cycles_per_packet},
      cycles_per_vector_{spec.cycles_per_vector},
      vector_{static_cast<std::size_t>(spec.vector)},
      most_{static_cast<std::size_t>(spec.ring)},
      access_{access},
      latency_{latency},
      cycles_{SendTime::of_cycles(spec.hertz)},
      stalls_{std::move(stalls)} {}

}  // namespace qoslab::dataplane
