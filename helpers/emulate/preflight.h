// Whether devices are fit for an emulation, before it begins.
#pragma once

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "helpers/emulate/device_lock.h"
#include "helpers/emulate/offloads.h"

namespace qoslab::emulation {

/// The machine is not as it has to be. A line for each thing, which says what would be right.
class NotReady : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Looks at all devices, makes them this run's own, and switches off what changes frames; until the object ends.
class Preflight {
 public:
  struct Device {
    std::string name;  ///< "eth1"
    unsigned mtu = 0;  ///< bytes of the largest frame behind its MAC header, one tag of 0x8100 not counted
  };
  struct Machine {
    bool forced = false;         ///< the device by which the machine is reached may be taken
    std::string ssh_connection;  ///< the variable of this name
    std::filesystem::path state = state_directory();
    std::vector<std::filesystem::path> left_behind =
        state_directories(state);  ///< where earlier runs may have left some
  };
  /// Throws NotReady.
  Preflight(const std::vector<Device>& devices, const Machine& machine);

  /// What was put right, and what could not be; a line each.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }
  /// Some offload was switched off: CAP_NET_ADMIN, laid aside or in effect, is needed at the end.
  [[nodiscard]] bool restores() const { return restores_; }

 private:
  std::vector<std::unique_ptr<DeviceLock>> locks_;
  std::vector<std::unique_ptr<OffloadsOff>> offloads_;
  std::vector<std::string> notes_;
  bool restores_ = false;
};

}  // namespace qoslab::emulation
