#include "helpers/emulate/relay_loop.h"

#include <poll.h>

#include <algorithm>
#include <ctime>

#include "helpers/emulate/rests.h"

namespace qoslab::emulation {
namespace {

/// Waking up takes about so long: what is due sooner is waited for awake.
constexpr Duration awake = Duration::microseconds(60);

/// Whoever rests does not see whether he was stopped meanwhile, or a link went down.
constexpr Duration longest_rest = Duration::milliseconds(10);

bool stopped(const LoopOptions& options) { return options.stop != nullptr && options.stop->load(); }

void sleep_for(std::vector<pollfd>& readable, Duration length) {
  const std::int64_t ns = length.ps() / 1000;
  const timespec time{ns / 1'000'000'000, ns % 1'000'000'000};
  ppoll(readable.data(), readable.size(), &time, nullptr);
}

}  // namespace

void run_in_real_time(RealTimeTask& task, Clock& clock, const std::vector<FramePort*>& ports,
                      const LoopOptions& options) {
  constexpr Duration second = Duration::seconds(1);
  std::vector<pollfd> readable;
  for (const auto* port : ports)
    if (const auto descriptor = port->descriptor()) readable.push_back({*descriptor, POLLIN, 0});
  Instant report = clock.now() + second;
  std::vector<pollfd> nobody;
  Rests rests{options.busy_poll ? options.rest : 0, clock.now()};
  for (;;) {
    const Instant next = task.turn();
    const Instant now = clock.now();
    if (now >= options.until || stopped(options)) return;
    if (now >= report) {
      if (options.each_second) options.each_second(now);
      report += second * ((now - report) / second + 1);
    }
    const Instant wake = std::min({next, report, options.until, now + longest_rest + awake}) - awake;
    if (const auto rest = rests.due(now, next)) {
      task.rests_until(now + rest->length);
      sleep_for(rest->until_frame ? readable : nobody, rest->length);
      rests.rested(clock.now());
    }
    if (options.busy_poll || wake <= now) continue;
    task.rests_until(wake);
    sleep_for(readable, wake - now);
  }
}

void run_over_captures(Relay& relay, StandingClock& clock, const std::vector<CapturePort*>& ports,
                       const LoopOptions& options) {
  constexpr Duration stride = Duration::milliseconds(10);  // so that a stop is heeded soon
  while (!stopped(options) && clock.now() < options.until) {
    Instant comes = Instant::never();
    for (const auto* port : ports) comes = std::min(comes, port->next());
    if (comes == Instant::never() && !relay.busy()) break;
    clock.move_to(std::min({std::max(comes, clock.now()), clock.now() + stride, options.until}));
    relay.turn();
  }
  for (auto* port : ports) port->finish();
}

}  // namespace qoslab::emulation
