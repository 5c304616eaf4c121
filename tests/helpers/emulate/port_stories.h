// What stories of ports have in common.
#pragma once

#include <vector>

#include "helpers/emulate/clock.h"
#include "helpers/emulate/frame_port.h"
#include "tests/helpers/emulate/private_network.h"

namespace qoslab::emulation {

class PortStories : public PrivateNetwork {
 protected:
  /// What comes in until there are so many frames, or a second passes without any.
  static std::vector<Frame> arrivals(FramePort& port, std::size_t frames) {
    std::vector<Frame> in;
    while (in.size() < frames && readable(*port.descriptor()))
      port.receive([&](auto bytes, Instant) { in.emplace_back(bytes.begin(), bytes.end()); }, frames);
    return in;
  }
  /// From one port to the other, so many frames.
  static void pass(FramePort& from, FramePort& to, std::size_t frames) {
    const auto sink = [&](auto bytes, Instant at) {
      to.send(bytes, at);
      to.flush();
    };
    for (std::size_t passed = 0; passed < frames && readable(*from.descriptor());)
      passed += from.receive(sink, frames - passed);
  }
  /// The run begins when so many frames have come, or a second has passed.
  void begin(FramePort& port, std::int64_t frames) {
    const Instant deadline = clock_.now() + Duration::seconds(1);
    do port.begin();
    while (port.results().before_beginning < frames && clock_.now() < deadline);
  }
  /// Looks at the port until it has happened, or a second has passed.
  template <class Happened>
  bool await(FramePort& port, Happened happened) {
    const Instant deadline = clock_.now() + Duration::seconds(1);
    while (clock_.now() < deadline) {
      port.receive([](auto, Instant) {}, 64);
      if (happened(port.results())) return true;
    }
    return false;
  }

  MonotonicClock clock_;
};

}  // namespace qoslab::emulation
