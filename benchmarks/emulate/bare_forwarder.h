// What an emulation is measured against: the least that carries frames from one device to another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "helpers/emulate/descriptor.h"

namespace qoslab::bench {

/// How the forwarder sends.
enum class Way : std::uint8_t { transmit_ring, sendmmsg };

/// Out of one TPACKET_V2 ring (packet(7)) and on, one way, frames of 2,000 bytes at most. It restores no tag, keeps no
/// time, and counts nothing.
class BareForwarder {
 public:
  /// Throws emulation::DeviceError.
  BareForwarder(const std::string& from, const std::string& to, Way way);
  ~BareForwarder();
  BareForwarder(const BareForwarder&) = delete;
  BareForwarder& operator=(const BareForwarder&) = delete;

  /// Forwards what waits, `most` at most; how many.
  std::size_t turn(std::size_t most);

 private:
  std::size_t through_ring(std::size_t most);
  std::size_t through_calls(std::size_t most);

  Way way_;
  emulation::Descriptor in_, out_;
  std::span<std::byte> received_, sent_;
  std::size_t at_in_ = 0, at_out_ = 0;
};

}  // namespace qoslab::bench
