// Moves frames from port to port through a passage, and keeps their books.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "helpers/emulate/clock.h"
#include "helpers/emulate/frame_pool.h"
#include "helpers/emulate/frame_port.h"
#include "helpers/emulate/host_watch.h"
#include "helpers/emulate/real_time_task.h"
#include "model/emulation/passage.h"
#include "model/results/emulation_results.h"

namespace qoslab::emulation {

/// One turn takes in what has arrived, tells the passage, asks it what has left by now, and sends that: each frame at
/// the model's instant or as soon after it as the host can, and how late that was is counted. It never waits; who calls
/// it does, until the time that it gives.
class Relay final : public RealTimeTask {
 public:
  struct Capacity {
    std::size_t frames = 65'536;  ///< inside at once
    std::size_t largest = 9'234;  ///< bytes of a frame without check sequence
    std::size_t burst = 256;      ///< taken from a port in one turn
  };
  /// `ports[i]` is the passage's port i. Everything given outlives the relay.
  Relay(Passage& passage, std::vector<FramePort*> ports, Clock& clock, const Capacity& capacity);

  Instant turn() override;
  void rests_until(Instant wake) override { watch_.rests_until(wake); }
  /// Frames are inside, or the passage has some of its own.
  [[nodiscard]] bool busy() const { return pool_.kept() > 0 || passage_.sends(); }
  /// Everything so far; the ports' own counters with it.
  [[nodiscard]] EmulationResults results();
  // The same without copies, for a look in mid-run.
  [[nodiscard]] const std::vector<AccountResults>& accounts() const { return accounts_; }
  [[nodiscard]] std::vector<PortResults> ports();
  [[nodiscard]] const HostResults& host() const { return watch_.results(); }
  [[nodiscard]] const DelayHistogram& lateness() const { return watch_.results().lateness; }

 private:
  /// What is known of a frame that is inside.
  struct Inside {
    Instant came;
    FrameFacts facts;
  };
  /// What a port has taken in this turn.
  struct Sent {
    Instant due, came;
    Bytes frame;
    std::uint16_t account;
  };
  void take_in(std::size_t port);
  void come(std::size_t port, std::span<const std::uint8_t> bytes, Instant at);
  void refuse(std::size_t port, std::string_view why);
  void carry_as_it_is(std::size_t port, std::span<const std::uint8_t> bytes, FrameFault fault, FrameFacts& facts);
  void settle(const Departure& departure);
  void settle_own(const Departure& departure);
  void send(const Departure& departure);
  void flush(std::size_t port);
  void count(const Sent& sent, Instant now);
  AccountResults& account(std::uint16_t number);

  Passage& passage_;
  std::vector<FramePort*> ports_;
  Clock& clock_;
  std::size_t burst_, largest_;
  FramePool pool_;
  std::vector<Inside> inside_;  ///< by room
  std::vector<Departure> departures_;
  std::vector<std::vector<Sent>> sent_;  ///< by port
  std::vector<AccountResults> accounts_;
  std::vector<std::map<std::string, std::int64_t>> refused_;  ///< by port
  std::vector<std::map<std::string, std::int64_t>> damaged_;  ///< by port
  std::vector<Instant> last_in_;                              ///< by port
  HostWatch watch_;
  Instant decided_;  ///< the end of the passage's last run
};

}  // namespace qoslab::emulation
