// Which of the kernel's interfaces a device is opened through.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "helpers/emulate/bindings.h"
#include "helpers/emulate/clock.h"
#include "helpers/emulate/frame_port.h"

namespace qoslab::emulation {

enum class PortKind : std::uint8_t { packet, xdp };

struct OpenPort {
  std::unique_ptr<FramePort> port;
  const char* timestamps;  ///< whose
  PortKind kind;           ///< what it is
};

/// Where AF_XDP is wanted and cannot be had, AF_PACKET is taken; `note` is told that, and why. Throws DeviceError.
OpenPort open_port(PortKind kind, const Binding& binding, Clock& clock,
                   const std::function<void(const std::string&)>& note);

}  // namespace qoslab::emulation
