// What keeps a whole port below its link's rate.
#pragma once

#include <optional>

#include "model/qos/meter/token_bucket.h"
#include "model/scenario/port_spec.h"

namespace qoslab {

/// When may the next packet leave?
///  - Token bucket: late choice and a borrowing bucket, as ALTQ's regulator: any packet may leave while the level is
///    not negative, and takes the level below zero. So the scheduler chooses at the last moment, the long-run rate is
///    exact, and a burst is at most `burst` plus one packet.
///  - Pipe: early choice, as Dummynet: the packet at the front leaves when a line of this rate would have sent its
///    last bit; nothing is saved while idle. Needs a first-in-first-out port.
/// With a tick, departures wait for its next multiple.
class Shaper {
 public:
  explicit Shaper(const ShaperSpec& spec);

  /// A packet that arrived then has come to the front (the pipe counts its bits once those before it are through).
  void front(Bytes size, Instant arrived);
  /// The earliest instant, not before `now`, at which the port may send.
  [[nodiscard]] Instant ready(Instant now) const;
  /// A packet left.
  void left(Bytes size, Instant now);

 private:
  [[nodiscard]] Instant on_tick(Instant t) const;

  ShaperSpec spec_;
  TokenBucket bucket_;
  Instant line_free_;   ///< pipe: when the last bit before the front packet's was sent
  Instant front_done_;  ///< pipe: when the front packet's last bit is
};

}  // namespace qoslab
