// The credit of a class in a token tree.
#pragma once

#include <algorithm>

#include "model/units/rate.h"
#include "model/units/time.h"

namespace qoslab {

/// A borrowing bucket: who has credit that is not negative may send a whole packet and owes the rest.
/// A class of rate 0 has no credit, whatever its depth.
class TokenLevel {
 public:
  TokenLevel(Rate rate, Bytes depth) : rate_{rate}, depth_{Credit::of(depth)}, level_{depth_} {}

  [[nodiscard]] Rate rate() const { return rate_; }
  void fill(Instant now) {
    level_ = std::min(level_ + Credit::earned(rate_, now - filled_), depth_);
    filled_ = now;
  }
  /// Preconditions of both: filled. Debts above `most_owed` are forgiven, so that a class which others drive over its
  /// rate is not punished for ever.
  void take(Bytes size, Credit most_owed) { level_ = std::max(level_ - Credit::of(size), Credit{} - most_owed); }
  void set_rate(Rate rate) { rate_ = rate; }

  [[nodiscard]] bool may_send() const { return rate_ > Rate{} && level_ >= Credit{}; }
  /// When may_send becomes true, if nothing is taken until then.
  [[nodiscard]] Instant when() const {
    if (rate_ == Rate{}) return Instant::never();
    return filled_ + (Credit{} - level_).time_to_earn(rate_);
  }

 private:
  Rate rate_;
  Credit depth_;
  Credit level_;
  Instant filled_;
};

}  // namespace qoslab
