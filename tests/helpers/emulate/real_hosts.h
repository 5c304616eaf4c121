// Real hosts beside simulated ones: a relay that moves their frames at their times.
#pragma once

#include <algorithm>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "helpers/emulate/relay.h"
#include "tests/helpers/emulate/relayed.h"
#include "tests/model/emulation/real_frames.h"

namespace qoslab::emulation {

/// What real hosts send comes in at its time, and the clock goes from one thing that happens to the next.
class RealHosts {
 public:
  RealHosts(std::unique_ptr<Passage> passage, const std::vector<std::string>& names) : passage_{std::move(passage)} {
    std::vector<FramePort*> ports;
    for (const auto& name : names) {
      ports_.push_back(std::make_unique<StoryPort>(name, clock_));
      ports.push_back(ports_.back().get());
    }
    relay_ = std::make_unique<Relay>(*passage_, ports, clock_, Relay::Capacity{});
  }
  /// At each port in order of time.
  void comes(std::size_t port, Instant at, const Octets& frame) {
    ports_.at(port)->comes(at, frame);
    times_.insert(at);
  }
  /// The host says who it is.
  void greets(std::size_t port, std::uint8_t host) {
    comes(port, {}, of(ArpFrame{.operation = 1, .from = host_mac(host), .sender = net(host), .target = net(host)}));
  }
  EmulationResults run_to(Instant end) {
    while (clock_.now() < end) {
      const Instant next = relay_->turn();
      const auto comes = times_.upper_bound(clock_.now());
      const Instant then = std::min(next, comes == times_.end() ? Instant::never() : *comes);
      clock_.move_to(std::min(end, std::max(then, clock_.now() + Duration::picoseconds(1))));
    }
    relay_->turn();
    return relay_->results();
  }
  /// The IP packets and others that went to a host, without ARP.
  [[nodiscard]] std::vector<StoryPort::Sent> packets(std::size_t port) const { return frames(port, 0x0800); }
  [[nodiscard]] std::vector<StoryPort::Sent> arps(std::size_t port) const { return frames(port, 0x0806); }

 private:
  [[nodiscard]] std::vector<StoryPort::Sent> frames(std::size_t port, std::uint16_t type) const {
    std::vector<StoryPort::Sent> result;
    for (const auto& sent : ports_.at(port)->sent)
      if (number_at(sent.bytes, 12, 2) == type) result.push_back(sent);
    return result;
  }

  StoryClock clock_;
  std::unique_ptr<Passage> passage_;
  std::vector<std::unique_ptr<StoryPort>> ports_;
  std::unique_ptr<Relay> relay_;
  std::set<Instant> times_;
};

}  // namespace qoslab::emulation
