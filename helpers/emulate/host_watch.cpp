#include "helpers/emulate/host_watch.h"

#include <algorithm>

namespace qoslab::emulation {
namespace {

/// A turn that comes so long after the one before was not only slow: the process stood still.
constexpr Duration standstill = Duration::milliseconds(100);

}  // namespace

void HostWatch::turn(Instant now) {
  if (!began_) last_turn_ = now;
  began_ = true;
  const Duration since = now - std::max(last_turn_, std::min(rested_until_, now));
  if (since >= standstill) ++host_.clock_steps;
  host_.longest_turn = std::max(host_.longest_turn, since);
  last_turn_ = now;
  rested_until_ = {};
}

void HostWatch::sent(std::int64_t frames, Instant now) {
  const std::int64_t second = now.since_start() / Duration::seconds(1);
  if (second != second_) sent_in_second_ = 0;
  second_ = second;
  sent_in_second_ += frames;
  host_.most_per_second = std::max(host_.most_per_second, sent_in_second_);
}

}  // namespace qoslab::emulation
