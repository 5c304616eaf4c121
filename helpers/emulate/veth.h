// Virtual network devices, and what is changed of any device.
#pragma once

#include <sys/types.h>

#include <string>

namespace qoslab::emulation {

/// Two devices joined back to back (veth(4)), of this process's network namespace; up, and removed with the object. The
/// kernel's own traffic on them (IPv6 autoconfiguration) is not kept off them.
class VethPair {
 public:
  /// Throws DeviceError.
  VethPair(std::string one, std::string other, unsigned mtu);
  ~VethPair();
  VethPair(const VethPair&) = delete;
  VethPair& operator=(const VethPair&) = delete;

 private:
  std::string one_;
};

/// Throws DeviceError.
void set_up(const std::string& device, bool up);
/// Into the network of another process; it arrives down and without addresses. Throws DeviceError.
void hand_over(const std::string& device, pid_t process);
/// Throws DeviceError.
void remove_device(const std::string& device);

}  // namespace qoslab::emulation
