// An emulation between the benchmarks' pairs.
#pragma once

#include <atomic>
#include <thread>

#include "helpers/emulate/packet_ring_port.h"
#include "helpers/emulate/relay_loop.h"
#include "helpers/emulate/rights.h"
#include "model/emulation/network_passage.h"

namespace qoslab::bench {

/// Between the pairs' inner ends, in a thread of its own, as long as it lives.
class Emulated {
 public:
  Emulated(const Scenario& scenario, bool busy_poll)
      : passage_{scenario, {"home", "server"}, 1}, thread_{[this, busy_poll] {
          emulation::MonotonicClock clock;
          emulation::PacketRingPort access{"access", "access", clock};
          emulation::PacketRingPort network{"network", "network", clock};
          emulation::Relay relay{passage_, {&access, &network}, clock, {}};
          emulation::ask_for_real_time(50);
          ready_ = true;
          emulation::LoopOptions options;
          options.busy_poll = busy_poll;
          options.rest = emulation::limit_of_fixed_priorities().rest();
          options.stop = &stop_;
          emulation::run_in_real_time(relay, clock, {&access, &network}, options);
        }} {
    while (!ready_) std::this_thread::yield();
  }
  ~Emulated() {
    stop_ = true;
    thread_.join();
  }
  Emulated(const Emulated&) = delete;
  Emulated& operator=(const Emulated&) = delete;

 private:
  emulation::NetworkPassage passage_;
  std::atomic<bool> stop_ = false;
  std::atomic<bool> ready_ = false;
  std::thread thread_;
};

}  // namespace qoslab::bench
