// What a network device does to frames in place of the kernel.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace qoslab::emulation {

/// A switch of a device, named as by ethtool -k.
struct Offload {
  std::string name;
  bool on = false;
  bool fixed = false;  ///< cannot be switched
};

/// Those under which frames are not what they are on the wire: merged, checksums left open, tags taken off or filtered
/// by the device. Empty: the device has no switches.
std::vector<Offload> offloads_of(const std::string& device);
/// By name; others stay. The system's error, or 0. Some that were switched may be as before: the driver decides.
int switch_offloads(const std::string& device, const std::vector<std::string>& names, bool on);

/// They are off while the object lives, and then again as they were, whatever the device is called by then (for which
/// it takes up CAP_NET_ADMIN). A file says so meanwhile: what a process that has been killed leaves behind is put right
/// by `restore_offloads_left_behind`.
class OffloadsOff {
 public:
  /// Precondition: the device is locked. Throws DeviceError.
  OffloadsOff(std::string device, const std::filesystem::path& state);
  ~OffloadsOff();
  OffloadsOff(const OffloadsOff&) = delete;
  OffloadsOff& operator=(const OffloadsOff&) = delete;

  /// Those that are on all the same.
  [[nodiscard]] const std::vector<std::string>& remaining() const { return remaining_; }

 private:
  std::string device_;  ///< as it was called at first
  int index_ = 0;
  std::filesystem::path file_;
  std::vector<std::string> switched_, remaining_;
};

/// Of devices in this network namespace whose runs have ended: what was done, a line each.
std::vector<std::string> restore_offloads_left_behind(const std::vector<std::filesystem::path>& states);

/// Where those of other users may lie, too; the own one first.
std::vector<std::filesystem::path> state_directories(const std::filesystem::path& own);
/// Where state files lie: /run/qoslab, or below $XDG_RUNTIME_DIR for whoever may not write there.
std::filesystem::path state_directory();

}  // namespace qoslab::emulation
