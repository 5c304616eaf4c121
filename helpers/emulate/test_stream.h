// Frames that a self-test sends.
#pragma once

#include <cstdint>
#include <string>

#include "helpers/emulate/descriptor.h"

namespace qoslab::emulation {

/// The shortest frames of Ethernet, with UDP from 10.0.0.1 to 10.0.0.2, for no MAC address of this machine; past the
/// device's queueing discipline.
class TestStream {
 public:
  /// What became of it.
  struct Sent {
    std::int64_t frames = 0;
    double per_second = 0;
  };
  /// Throws DeviceError.
  explicit TestStream(const std::string& device);
  /// So many frames, evenly, and never in sleep.
  [[nodiscard]] Sent send(double per_second, std::int64_t frames) const;

 private:
  Descriptor socket_;
};

}  // namespace qoslab::emulation
