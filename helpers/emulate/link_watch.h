// Whether a device is there, up, and has carrier.
#pragma once

#include <cstdint>
#include <string>

#include "helpers/emulate/descriptor.h"
#include "helpers/emulate/frame_port.h"
#include "model/units/time.h"

namespace qoslab::emulation {

/// Hears the kernel's news of one device (rtnetlink(7), group RTMGRP_LINK) and counts the times without a link, each
/// from when its end is heard back to when its beginning was. A device that has been removed stays so.
class LinkWatch {
 public:
  /// Throws DeviceError.
  LinkWatch(const std::string& device, int index, Instant now);

  /// Reads what news there are. Never waits.
  void look(Instant now);
  /// The last look was some time ago: no need for more, and each takes a call of the system.
  [[nodiscard]] bool is_due(Instant now) const { return now >= next_; }
  [[nodiscard]] bool down() const { return down_; }
  [[nodiscard]] bool removed() const { return removed_; }
  [[nodiscard]] std::int64_t gaps() const { return gaps_; }
  [[nodiscard]] LinkState state() const {
    if (removed_) return LinkState::removed;
    return down_ ? LinkState::down : LinkState::up;
  }
  /// In all, the gap that lasts included.
  [[nodiscard]] Duration without_link(Instant now) const { return down_ ? ended_ + (now - since_) : ended_; }

 private:
  void hear(const void* news, std::size_t size, Instant now);
  void become(bool down, Instant now);
  void ask(Instant now);

  Descriptor socket_;
  std::string device_;
  int index_;
  bool down_ = false;
  bool removed_ = false;
  std::int64_t gaps_ = 0;
  Duration ended_;
  Instant since_;
  Instant next_;
};

}  // namespace qoslab::emulation
