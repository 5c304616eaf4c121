#include "helpers/emulate/device_port.h"

#include "helpers/emulate/packet_ring_port.h"
#include "helpers/emulate/xdp_port.h"

namespace qoslab::emulation {

OpenPort open_port(PortKind kind, const Binding& binding, Clock& clock,
                   const std::function<void(const std::string&)>& note) {
  if (kind == PortKind::xdp) {
    try {
      auto port = std::make_unique<XdpPort>(binding.name, binding.device, clock);
      note(binding.device + ": AF_XDP, " + port->mode());
      return {std::move(port), "the reader's", PortKind::xdp};
    } catch (const DeviceError& error) {
      note(std::string{error.what()} + "; AF_PACKET is taken instead");
    }
  }
  return {std::make_unique<PacketRingPort>(binding.name, binding.device, clock), "the kernel's", PortKind::packet};
}

}  // namespace qoslab::emulation
