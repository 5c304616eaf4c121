#include "model/qos/meter/token_bucket.h"

namespace qoslab {

Instant TokenBucket::when_held(Bytes size, Instant now) const {
  const Credit missing = Credit::of(size) - level(now);
  if (missing <= Credit{}) return now;
  const bool in_time = missing <= Credit::earned(rate_, Instant::never() - now);
  if (Credit::of(size) > depth_ || !in_time) return Instant::never();
  return now + missing.time_to_earn(rate_);
}

}  // namespace qoslab
