// The kernel's ring of received frames, seen from its reader.
#pragma once

#include <linux/if_packet.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace qoslab::emulation {

/// What was read from the ring.
struct RingFrame {
  enum class Flaw : std::uint8_t {
    none,
    own,       ///< sent by this machine
    cut_off,   ///< longer than a slot
    merged,    ///< segments in one (GSO, GRO): nothing that was ever on a wire
    checksum,  ///< left open by its sender, and not to be completed
  };
  std::span<std::uint8_t> bytes;  ///< whole: with the outer tag, which the kernel takes off, and all checksums
  std::int64_t stamp = 0;         ///< the system's time, in nanoseconds since 1970
  Flaw flaw = Flaw::none;
};

/// TPACKET_V2 with a virtio_net header before each frame (packet(7); the kernel's networking/packet_mmap). Slots need
/// not be a power of two apart, which spreads them over the processor's cache.
class PacketRing {
 public:
  /// Precondition: the socket is bound to nothing yet. Throws DeviceError.
  PacketRing(const std::string& device, int socket, std::size_t slots, std::size_t largest);
  ~PacketRing();
  PacketRing(const PacketRing&) = delete;
  PacketRing& operator=(const PacketRing&) = delete;

  [[nodiscard]] bool empty() const;
  /// Precondition: not empty. Makes the frame whole where it lies; once only.
  RingFrame front();
  /// Gives the slot back to the kernel.
  void pop();

 private:
  [[nodiscard]] tpacket2_hdr& slot() const;

  std::size_t slot_, slots_in_block_, block_, blocks_;  ///< of a slot and a block: bytes
  std::byte* memory_;
  std::size_t at_block_ = 0;
  std::size_t at_slot_ = 0;
};

/// Completes an Internet checksum (RFC 1071) whose place holds the sum of the pseudo-header: that of everything from
/// `start`. False: there is no such place.
bool complete_checksum(std::span<std::uint8_t> bytes, std::size_t start, std::size_t offset);

}  // namespace qoslab::emulation
