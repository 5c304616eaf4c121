// Frames that benchmarks send into a pair's one end and watch at another's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "helpers/emulate/descriptor.h"

namespace qoslab::bench {

/// UDP from 10.0.0.1 to the addresses from 10.0.0.0 on, for no MAC address of this machine.
class Stream {
 public:
  /// `size`: of frames, without check sequence. `through_queue`: through the device's queueing discipline.
  Stream(const std::string& device, std::size_t size, bool through_queue = false);

  void address(std::uint32_t number, std::uint8_t dscp = 0);
  /// With the system's time in it. False: the device does not take it now.
  bool send();
  /// So many frames a second, evenly, for so long.
  void send(double per_second, double seconds);

 private:
  emulation::Descriptor socket_;
  std::vector<std::uint8_t> frame_;
};

/// Keeps the frames of a stream as they come in; the kernel stamps them.
class StreamWatch {
 public:
  struct Seen {
    std::int64_t sent, came;  ///< nanoseconds since 1970
    std::uint8_t dscp;
  };
  explicit StreamWatch(const std::string& device);
  /// What has come since it was asked before.
  std::vector<Seen> seen();

 private:
  emulation::Descriptor socket_;
};

}  // namespace qoslab::bench
