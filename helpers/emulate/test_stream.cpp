#include "helpers/emulate/test_stream.h"

#include <linux/if_packet.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "helpers/emulate/clock.h"
#include "helpers/emulate/packet_socket.h"

namespace qoslab::emulation {
namespace {

/// MAC header, IPv4 with its checksum, UDP without one; without check sequence.
constexpr std::array<std::uint8_t, 60> frame{2,    0, 0,  0,  0, 1, 2,    0,    0,    0,    0,    2,    8,  0,
                                             0x45, 0, 0,  46, 0, 0, 0,    0,    64,   17,   0x66, 0xbd, 10, 0,
                                             0,    1, 10, 0,  0, 2, 0x9c, 0x40, 0x13, 0x88, 0,    26};
constexpr std::size_t batch = 64;

}  // namespace

TestStream::TestStream(const std::string& device) : socket_{packet_socket(device)} {
  const int on = 1;
  const int buffer = 4 << 20;
  ::setsockopt(socket_.number(), SOL_PACKET, PACKET_QDISC_BYPASS, &on, sizeof on);
  ::setsockopt(socket_.number(), SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer);
  bind_to(device, socket_.number(), 0);
}

TestStream::Sent TestStream::send(double per_second, std::int64_t frames) const {
  constexpr double together = 20e-6;  // seconds: to send a few at once costs a few of these
  const auto at_once = std::clamp<std::int64_t>(std::llround(per_second * together), 1, batch);
  iovec part{const_cast<std::uint8_t*>(frame.data()), frame.size()};
  std::array<mmsghdr, batch> messages{};
  for (auto& message : messages) {
    message.msg_hdr.msg_iov = &part;
    message.msg_hdr.msg_iovlen = 1;
  }
  Sent sent;
  const auto begin = monotonic_ns();
  for (std::int64_t i = 0; i < frames; i += at_once) {
    const auto due = begin + std::llround(static_cast<double>(i) * 1e9 / per_second);
    while (monotonic_ns() < due) continue;
    const auto count = static_cast<unsigned>(std::min(at_once, frames - i));
    sent.frames += std::max(0, ::sendmmsg(socket_.number(), messages.data(), count, MSG_DONTWAIT));
  }
  const auto planned = std::llround(static_cast<double>(frames) * 1e9 / per_second);
  sent.per_second = static_cast<double>(sent.frames) * 1e9 /
                    static_cast<double>(std::max<std::int64_t>(planned, monotonic_ns() - begin));
  return sent;
}

}  // namespace qoslab::emulation
