// A network device through AF_XDP.
#pragma once

#include <xdp/xsk.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "helpers/emulate/clock.h"
#include "helpers/emulate/descriptor.h"
#include "helpers/emulate/frame_port.h"
#include "helpers/emulate/link_watch.h"
#include "helpers/emulate/xdp_program.h"

namespace qoslab::emulation {

/// Takes frames from the driver before the kernel has looked at them (its networking/af_xdp), without copies where the
/// driver can do that. They come without stamps: their time is that of their reading. A tag or a checksum that the
/// device keeps beside the frame is lost, so nothing of that kind may be on; at a virtual pair, at its other end.
/// What is under way when the link goes down counts as an error until it comes back; then the kernel sends it.
/// Left out: devices that receive in several queues, frames that need more than one piece of memory.
class XdpPort final : public FramePort {
 public:
  /// Bytes of a frame without check sequence; what is longer is not sent, and the kernel discards it at the entrance.
  static constexpr std::size_t largest = 3'498;

  /// `slots`: frames that may wait to be received, and as many to be sent; a power of two. Throws DeviceError.
  XdpPort(std::string name, const std::string& device, Clock& clock, std::uint32_t slots = 4096);
  ~XdpPort() override;

  void begin() override;
  std::size_t receive(const FrameSink& sink, std::size_t most) override;
  bool send(std::span<const std::uint8_t> bytes, Instant due) override;
  std::span<const std::size_t> flush() override;
  [[nodiscard]] std::optional<int> descriptor() const override { return ::xsk_socket__fd(socket_.get()); }
  [[nodiscard]] LinkState link() const override { return link_.state(); }
  [[nodiscard]] bool hides_open_checksums() const override { return true; }
  PortResults results() override;
  /// "native, zero copy", "native, copies", "generic, copies"
  [[nodiscard]] std::string mode() const;

 private:
  struct Unmap {
    std::size_t size;
    void operator()(std::uint8_t* memory) const;
  };
  struct DeleteMemory {
    void operator()(xsk_umem* memory) const { ::xsk_umem__delete(memory); }
  };
  struct DeleteSocket {
    void operator()(xsk_socket* socket) const { ::xsk_socket__delete(socket); }
  };
  void open();
  /// The system's error, negative, or 0.
  int bind();
  /// To the kernel, which receives into it.
  void give_back(std::uint64_t at);
  void collect_sent();
  bool push_out();
  void look(Instant now);
  [[nodiscard]] std::int64_t lost_so_far() const;

  Clock& clock_;
  std::string device_;
  std::uint32_t slots_;
  std::size_t most_bytes_;  ///< of a frame that the device sends
  LinkWatch link_;
  std::unique_ptr<XdpProgram> program_;
  std::unique_ptr<std::uint8_t, Unmap> area_;
  xsk_ring_prod fill_{}, transmit_{};
  xsk_ring_cons completed_{}, received_{};
  std::unique_ptr<xsk_umem, DeleteMemory> memory_;
  std::unique_ptr<xsk_socket, DeleteSocket> socket_;
  Descriptor promiscuous_;
  std::vector<std::uint64_t> free_;   ///< to send from
  std::vector<std::uint32_t> sizes_;  ///< of what is sent from there, by piece
  std::uint32_t waiting_ = 0;         ///< for flush
  std::vector<std::size_t> lost_;     ///< of those of the last flush
  std::int64_t lost_before_ = 0;      ///< by the kernel, before the run began
  PortResults results_;
};

}  // namespace qoslab::emulation
