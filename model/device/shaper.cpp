#include "model/device/shaper.h"

#include <algorithm>

namespace qoslab {

Shaper::Shaper(const ShaperSpec& spec) : spec_{spec}, bucket_{spec.rate, spec.burst} {}

void Shaper::front(Bytes size, Instant arrived) {
  if (spec_.kind != ShaperSpec::Kind::pipe) return;
  front_done_ = std::max(line_free_, arrived) + time_to_send(size, spec_.rate);
}

Instant Shaper::ready(Instant now) const {
  const Instant earliest =
      spec_.kind == ShaperSpec::Kind::pipe ? std::max(front_done_, now) : bucket_.when_held(Bytes{0}, now);
  return on_tick(earliest);
}

void Shaper::left(Bytes size, Instant now) {
  if (spec_.kind == ShaperSpec::Kind::pipe) {
    line_free_ = front_done_;
  } else {
    bucket_.take(size, now);
  }
}

Instant Shaper::on_tick(Instant t) const {
  if (spec_.tick == Duration{}) return t;
  const std::int64_t tick = spec_.tick.ps();
  return Instant::at(Duration::picoseconds((t.ps() + tick - 1) / tick * tick));
}

}  // namespace qoslab
