// What this machine can carry, before it has to.
#pragma once

#include <atomic>
#include <functional>

#include "helpers/emulate/device_port.h"
#include "helpers/emulate/rate_search.h"
#include "helpers/emulate/relay.h"
#include "model/results/emulation_results.h"

namespace qoslab::emulation {

struct SelfTestOptions {
  PortKind port = PortKind::packet;
  bool busy_poll = false;
  Duration precision = Duration::milliseconds(1);  ///< the lateness that 99 % of the departures may have
  const std::atomic<bool>* stop = nullptr;         ///< set from outside: end soon
};

/// Sends the shortest frames through a relay, a plain line and two ports of the kind at higher and higher rates, each
/// for a moment; in a process and a network of their own, which are gone when this returns. Half a second to one.
/// Precondition: this process holds no locks of threads that a fork would leave held.
SelfTestResults self_test(const SelfTestOptions& options);

/// The same in this process and its network. Throws DeviceError.
SelfTestResults self_test_here(const SelfTestOptions& options);

/// A relay that has to carry one burst: ends when it has, or is not going to.
class BurstTask final : public RealTimeTask {
 public:
  BurstTask(Relay& relay, Clock& clock) : relay_{relay}, clock_{clock} {}

  Instant turn() override;
  void rests_until(Instant wake) override { relay_.rests_until(wake); }
  /// By whoever sends, also from another thread: so many frames are on their way.
  void sent(std::int64_t frames) { sent_.store(frames, std::memory_order_release); }
  [[nodiscard]] const std::atomic<bool>& ended() const { return ended_; }
  [[nodiscard]] std::int64_t carried() const;

 private:
  Relay& relay_;
  Clock& clock_;
  std::atomic<std::int64_t> sent_{-1};
  std::atomic<bool> ended_{false};
  std::optional<Instant> given_up_;  ///< what has not come by then is lost
};

}  // namespace qoslab::emulation
