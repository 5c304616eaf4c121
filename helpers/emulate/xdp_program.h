// The program that hands a device's frames to a socket of AF_XDP.
#pragma once

#include <string>

#include "helpers/emulate/descriptor.h"

namespace qoslab::emulation {

/// Redirects what a receive queue takes in to the socket that is entered for the queue, and passes on to the kernel
/// what has none. Written as instructions, so that neither a compiler for them nor libxdp's dispatcher (which wants a
/// mounted bpffs) is needed. The kernel takes it off the device with the object, or with the process.
class XdpProgram {
 public:
  /// In the driver, else in the kernel's generic place. Throws DeviceError.
  XdpProgram(const std::string& device, int index, int queues);

  /// Throws DeviceError.
  void enter(int queue, int socket);
  /// "native", "generic"
  [[nodiscard]] const char* mode() const { return mode_; }

 private:
  std::string device_;
  Descriptor sockets_, program_, attached_;
  const char* mode_ = "native";
};

}  // namespace qoslab::emulation
