// A network device through AF_PACKET.
#pragma once

#include <sys/socket.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "helpers/emulate/arrival_times.h"
#include "helpers/emulate/descriptor.h"
#include "helpers/emulate/frame_port.h"
#include "helpers/emulate/link_watch.h"
#include "helpers/emulate/packet_ring.h"

namespace qoslab::emulation {

/// Receives through a TPACKET_V2 ring, promiscuously, and sends with sendmmsg(2) past the queueing discipline, straight
/// from where the frames are. A transmit ring costs as much (benchmarks/emulate), and a copy more.
/// When the link comes back, both go on; `receive` has to be called for that, and to notice that the link is down.
class PacketRingPort final : public FramePort {
 public:
  struct Ring {
    std::size_t slots = 4096;     ///< frames that may wait to be received
    std::size_t largest = 9'234;  ///< bytes of a frame without check sequence
  };
  /// `name`: what the device is bound as. Throws DeviceError.
  PacketRingPort(std::string name, std::string device, Clock& clock, const Ring& ring);
  /// Throws DeviceError.
  PacketRingPort(std::string name, std::string device, Clock& clock)
      : PacketRingPort{std::move(name), std::move(device), clock, Ring{}} {}

  void begin() override;
  std::size_t receive(const FrameSink& sink, std::size_t most) override;
  bool send(std::span<const std::uint8_t> bytes, Instant due) override;
  std::span<const std::size_t> flush() override;
  [[nodiscard]] std::optional<int> descriptor() const override { return receiver_.number(); }
  [[nodiscard]] LinkState link() const override { return link_.state(); }
  PortResults results() override;

 private:
  static constexpr std::size_t batch = 64;

  void hand_over(const FrameSink& sink);
  void push_out();
  void look(Instant now);
  std::int64_t lost_in_ring();
  std::size_t give_up(int error, std::size_t waiting);

  Clock& clock_;
  ArrivalTimes arrival_times_;
  Descriptor receiver_;
  Descriptor sender_;
  PacketRing ring_;
  LinkWatch link_;
  std::array<iovec, batch> frames_{};
  std::array<mmsghdr, batch> messages_{};
  std::size_t most_before_;        ///< frames that are looked at when the run begins
  std::size_t waiting_ = 0;        ///< of them
  std::size_t taken_ = 0;          ///< since the last flush
  std::vector<std::size_t> lost_;  ///< of those
  PortResults results_;
};

}  // namespace qoslab::emulation
