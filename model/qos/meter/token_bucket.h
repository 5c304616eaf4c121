// The bucket from which every meter, policer and shaper is made.
#pragma once

#include <algorithm>

#include "model/units/rate.h"
#include "model/units/time.h"

namespace qoslab {

/// Tokens arrive at `rate` up to `depth`. Exact: credit is kept in bit/s × ps, so nothing is ever rounded away.
/// `now` never decreases.
class TokenBucket {
 public:
  /// Starts full at time zero. Preconditions: rate >= 0, depth >= 0.
  TokenBucket(Rate rate, Bytes depth) : rate_{rate}, depth_{Credit::of(depth)}, level_{depth_} {}

  [[nodiscard]] bool holds(Bytes size, Instant now) {
    fill(now);
    return level_ >= Credit::of(size);
  }
  /// Takes the tokens whether or not they are there: the level may become negative (a borrowing bucket).
  void take(Bytes size, Instant now) {
    fill(now);
    level_ -= Credit::of(size);
  }
  /// Whether they were there; takes nothing otherwise.
  bool take_if_held(Bytes size, Instant now) {
    const bool held = holds(size, now);
    if (held) level_ -= Credit::of(size);
    return held;
  }
  /// When the bucket will hold `size`, not before `now`. never() if it cannot: size > depth, or rate 0.
  [[nodiscard]] Instant when_held(Bytes size, Instant now) const;
  [[nodiscard]] Credit level(Instant now) const {
    return std::min(level_ + Credit::earned(rate_, now - filled_), depth_);
  }

 private:
  void fill(Instant now) {
    level_ = level(now);
    filled_ = now;
  }

  Rate rate_;
  Credit depth_;
  Credit level_;
  Instant filled_;
};

}  // namespace qoslab
