#include "model/qos/scheduler/idle_estimator.h"

#include <algorithm>

namespace qoslab {
namespace {

// ALTQ measures pauses up to two seconds; whoever was idle longer starts afresh.
constexpr Duration long_idle = Duration::seconds(2);
constexpr Duration slow_pause = Duration::milliseconds(10);
// An hour of saved idle time is more than any burst needs, and keeps the sums far from overflow.
constexpr Duration most_saved = Duration::seconds(3600);

Rate operating_rate(Rate rate, Rate link) {
  return rate > Rate{} ? rate : std::max(Rate::bps(link.bps() / 10'000), Rate::bps(1));
}

/// pause × ((32/31)^packets - 1): the average idle time that `packets` sent back to back use up, if each should have
/// been followed by `pause`. The result is times 32.
Duration scaled_idle_for_burst(Duration pause, int packets) {
  const Duration start = pause * 32;
  Duration sum = start;
  for (int i = 0; i < packets && sum < most_saved; ++i) sum = Duration::picoseconds((sum.ps() * 32 + 15) / 31);
  return std::min(sum, most_saved) - start;
}

}  // namespace

IdleEstimator::IdleEstimator(const Parameters& p) : rate_{operating_rate(p.rate, p.link)} {
  const Duration on_link = time_to_send(p.average_packet, p.link);
  const Duration at_rate = time_to_send(p.average_packet, rate_);
  const Duration pause = std::clamp(at_rate - on_link, Duration{}, most_saved / gain);
  const int maxburst = std::max(1, p.maxburst.value_or(pause > slow_pause ? 4 : 16));
  const int minburst = std::clamp(p.minburst, 1, maxburst);
  most_ = std::max(on_link, scaled_idle_for_burst(pause, maxburst));
  offtime_ = pause + scaled_idle_for_burst(pause, minburst - 1);
  least_ = -(std::min(time_to_send(p.largest_packet, rate_), most_saved) * gain);
  scaled_ = most_;
}

void IdleEstimator::sent(Bytes size, Instant completion, Instant now) {
  last_packet_time_ = time_to_send(size, rate_);
  const Duration since_last = last_completion_ ? completion - *last_completion_ : long_idle;
  last_completion_ = completion;
  if (since_last >= long_idle) scaled_ = most_;
  const Duration idle = std::min(since_last, long_idle) - last_packet_time_;
  // Rounded towards minus infinity, as a shift does: an average above zero stays so while a class is exactly on time.
  scaled_ += idle - Duration::picoseconds(scaled_.ps() >> 5);
  scaled_ = std::clamp(scaled_, least_, most_);
  if (scaled_ > Duration{}) {
    forgive();
  } else {
    within_limit_from_ = now + last_packet_time_ - scaled_ * (gain - 1) / gain;
  }
}

Duration IdleEstimator::pause_beyond_last_packet(Duration offtime) const {
  return std::max(offtime - last_packet_time_, Duration{});
}

}  // namespace qoslab
