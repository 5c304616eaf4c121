// What the system says of its network devices.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace qoslab::emulation {

struct DeviceState {
  int index = 0;
  bool up = false;
  bool carrier = false;  ///< of a device that is up
  unsigned mtu = 0;      ///< bytes behind the MAC header
};

/// Those of this process's network namespace, by name.
std::vector<std::string> device_names();
/// Nothing: there is no such device.
std::optional<DeviceState> state_of(const std::string& device);
/// Of a device with an Ethernet's address.
std::optional<std::array<std::uint8_t, 6>> mac_of(const std::string& device);
/// Into how many it sorts what comes in; 1 where it does not say.
unsigned receive_queues(const std::string& device);
/// Why the machine is reached by the device: it has a default route, or the address of the SSH connection
/// ("CLIENT PORT SERVER PORT", as in the variable SSH_CONNECTION; may be empty). Nothing: it is not.
std::optional<std::string> reached_by(const std::string& device, const std::string& ssh_connection);
/// Tells this process's network namespace from all that have been since the machine was started (SO_NETNS_COOKIE).
std::string network_namespace();

}  // namespace qoslab::emulation
