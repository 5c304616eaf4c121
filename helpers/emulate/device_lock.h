// One run on a device at a time.
#pragma once

#include <string>

#include "helpers/emulate/descriptor.h"

namespace qoslab::emulation {

/// The device is this process's as long as the object lives. The lock is a name among the abstract sockets (unix(7)),
/// which each network namespace has of its own, as it has its devices: it leaves no file, and the system drops it with
/// the process, however that ends.
class DeviceLock {
 public:
  /// By the system's number of it, which a new name does not change.
  explicit DeviceLock(int index);

  [[nodiscard]] bool held() const { return held_; }
  /// The process that has it, if it is not this one that got it; 0: unknown.
  [[nodiscard]] int holder() const { return holder_; }

 private:
  Descriptor socket_;
  bool held_ = false;
  int holder_ = 0;
};

}  // namespace qoslab::emulation
