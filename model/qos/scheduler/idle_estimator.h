// How far a class of CBQ is within, or beyond, its rate.
#pragma once

#include <optional>

#include "model/units/rate.h"
#include "model/units/time.h"

namespace qoslab {

/// The idle-time filter of ALTQ's CBQ. A class that sends exactly at its rate lets, between two packets, just the time
/// pass that a line of its own rate would need; what it lets pass beyond that is its idle time, negative when it sends
/// too fast. A = average idle time, by A += (idle - A) / 32: the class is over its limit when A <= 0. A is at most
/// `most_idle`, which a burst of `maxburst` packets back to back uses up, and at least `least_idle`, which bounds the
/// penalty. Sources: Floyd and Van Jacobson, ToN 3(4) 1995, appendix A; altq.conf(5); the published formulas of ALTQ's
/// tools. A is kept times 32, in picoseconds, as ALTQ keeps it in microseconds.
class IdleEstimator {
 public:
  struct Parameters {
    Rate rate;  ///< of the class; zero counts as 1/10000 of the link, as in ALTQ
    Rate link;  ///< above zero
    Bytes average_packet;
    Bytes largest_packet;
    std::optional<int> maxburst;  ///< packets; absent: 16, or 4 if the class must pause more than 10 ms a packet
    int minburst = 2;             ///< how many packets a suspended class may send at once when it comes back
  };
  explicit IdleEstimator(const Parameters& parameters);

  /// `size` bytes were handed to the link at `now`; it is estimated to have sent them by `completion`.
  void sent(Bytes size, Instant completion, Instant now);
  [[nodiscard]] bool over_limit(Instant now) const { return now < within_limit_from_; }
  /// When the average will have returned to zero if the class sends nothing; in the past if it is within its limit.
  [[nodiscard]] Instant within_limit_from() const { return within_limit_from_; }
  /// How long the class pauses when it is suspended, counted from its last packet.
  [[nodiscard]] Duration offtime() const { return offtime_; }
  /// What of such a pause is left after the time that the last packet takes at the class's rate.
  [[nodiscard]] Duration pause_beyond_last_packet(Duration offtime) const;
  [[nodiscard]] bool at_floor() const { return scaled_ == least_; }
  /// The penalty is served.
  void forgive() { within_limit_from_ = Instant{}; }

  [[nodiscard]] Duration average_idle() const { return scaled_ / gain; }
  [[nodiscard]] Duration most_idle() const { return most_ / gain; }
  [[nodiscard]] Duration least_idle() const { return least_ / gain; }

 private:
  static constexpr std::int64_t gain = 32;  ///< the filter's time constant in packets

  Rate rate_;
  Duration most_;  ///< times gain, as the two below
  Duration least_;
  Duration scaled_;
  Duration offtime_;
  Duration last_packet_time_;
  std::optional<Instant> last_completion_;
  Instant within_limit_from_;
};

}  // namespace qoslab
