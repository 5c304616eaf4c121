#include "helpers/emulate/packet_ring_port.h"

#include <arpa/inet.h>
#include <linux/if_ether.h>
#include <net/if.h>

#include <algorithm>
#include <utility>

#include "model/packet/layers.h"

namespace qoslab::emulation {
namespace {

/// News of the link are asked for no more often: it takes two calls of the system.
constexpr Duration between_looks = Duration::microseconds(100);
/// Of frames that the device has not sent yet. What is lost then is counted, and it lasts for 10 ms at 1 Gbit/s.
constexpr int send_buffer = 4 << 20;

Descriptor packet_socket(const std::string& device) {
  Descriptor socket{::socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
  if (!socket.valid()) fail(device, "cannot be opened");
  return socket;
}

int index_of(const std::string& device) {
  const auto index = ::if_nametoindex(device.c_str());
  if (index == 0) fail(device, "cannot be found");
  return static_cast<int>(index);
}

void bind_to(const std::string& device, int socket, std::uint16_t protocol) {
  sockaddr_ll address{};
  address.sll_family = AF_PACKET;
  address.sll_protocol = htons(protocol);
  address.sll_ifindex = index_of(device);
  if (::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) fail(device, "cannot be bound");
}

void listen_to_all(const std::string& device, int socket) {
  packet_mreq request{};
  request.mr_ifindex = index_of(device);
  request.mr_type = PACKET_MR_PROMISC;
  if (::setsockopt(socket, SOL_PACKET, PACKET_ADD_MEMBERSHIP, &request, sizeof request) != 0)
    fail(device, "cannot be made promiscuous");
  bind_to(device, socket, ETH_P_ALL);
}

/// Larger than the system's limit where that is allowed.
void send_past_queues(const std::string& device, int socket) {
  const int on = 1;
  if (::setsockopt(socket, SOL_PACKET, PACKET_QDISC_BYPASS, &on, sizeof on) != 0)
    fail(device, "cannot send past its queueing discipline");
  if (::setsockopt(socket, SOL_SOCKET, SO_SNDBUFFORCE, &send_buffer, sizeof send_buffer) != 0)
    ::setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &send_buffer, sizeof send_buffer);
  bind_to(device, socket, 0);
}

Count count_of(std::size_t size) {
  const auto whole = Bytes{static_cast<std::int64_t>(size)} + header::fcs;
  return {1, std::max(whole, header::smallest_frame)};
}

const char* name_of(RingFrame::Flaw flaw) {
  switch (flaw) {
    case RingFrame::Flaw::cut_off:
      return "cut_off";
    case RingFrame::Flaw::merged:
      return "merged_segments";
    default:
      return "open_checksum";
  }
}

}  // namespace

PacketRingPort::PacketRingPort(std::string name, std::string device, Clock& clock, const Ring& ring)
    : clock_{clock},
      arrival_times_{clock},
      receiver_{packet_socket(device)},
      sender_{packet_socket(device)},
      ring_{device, receiver_.number(), ring.slots, ring.largest},
      link_{device, index_of(device), clock.now()} {
  for (std::size_t i = 0; i < batch; ++i) {
    messages_[i].msg_hdr.msg_iov = &frames_[i];
    messages_[i].msg_hdr.msg_iovlen = 1;
  }
  results_.name = std::move(name);
  results_.device = device;
  send_past_queues(device, sender_.number());
  listen_to_all(device, receiver_.number());
}

std::size_t PacketRingPort::receive(const FrameSink& sink, std::size_t most) {
  arrival_times_.begin();
  std::size_t frames = 0;
  for (; frames < most && !ring_.empty(); ++frames) hand_over(sink);
  const Instant now = clock_.now();
  if (frames < most) arrival_times_.drained(now);
  if (now >= next_look_) look(now);
  return frames;
}

void PacketRingPort::hand_over(const FrameSink& sink) {
  const auto frame = ring_.front();
  if (frame.flaw == RingFrame::Flaw::none) {
    results_.received += count_of(frame.bytes.size());
    sink(frame.bytes, arrival_times_(frame.stamp));
  } else if (frame.flaw != RingFrame::Flaw::own) {
    ++results_.refused[name_of(frame.flaw)];
  }
  ring_.pop();
}

/// The receiver's error is fetched, or its descriptor stays ready for ever.
void PacketRingPort::look(Instant now) {
  next_look_ = now + between_looks;
  link_.look(now);
  int error = 0;
  socklen_t size = sizeof error;
  ::getsockopt(receiver_.number(), SOL_SOCKET, SO_ERROR, &error, &size);
}

bool PacketRingPort::send(std::span<const std::uint8_t> bytes, Instant) {
  if (link_.down()) {
    ++results_.errors;
    return false;
  }
  if (waiting_ == batch) flush();
  frames_[waiting_++] = {const_cast<std::uint8_t*>(bytes.data()), bytes.size()};
  return true;
}

void PacketRingPort::flush() {
  std::size_t at = 0;
  while (at < waiting_) {
    const int sent = ::sendmmsg(sender_.number(), &messages_[at], static_cast<unsigned>(waiting_ - at), MSG_DONTWAIT);
    if (sent <= 0) {
      at += give_up(errno, waiting_ - at);
      continue;
    }
    for (const auto end = at + static_cast<std::size_t>(sent); at < end; ++at)
      results_.sent += count_of(frames_[at].iov_len);
  }
  waiting_ = 0;
}

/// How many frames are lost for this reason: without room or link all that wait, since trying each would take the time
/// of those that come after them.
std::size_t PacketRingPort::give_up(int error, std::size_t waiting) {
  const bool full = error == EAGAIN || error == ENOBUFS || error == ENOMEM;
  const bool gone = error == ENETDOWN || error == ENXIO || error == ENODEV;
  if (full || gone) look(clock_.now());
  const std::size_t lost = full || gone ? waiting : 1;
  (full && !link_.down() ? results_.transmit_full : results_.errors) += static_cast<std::int64_t>(lost);
  return lost;
}

PortResults PacketRingPort::results() {
  const Instant now = clock_.now();
  link_.look(now);
  tpacket_stats since_last{};
  socklen_t size = sizeof since_last;
  if (::getsockopt(receiver_.number(), SOL_PACKET, PACKET_STATISTICS, &since_last, &size) == 0)
    results_.dropped_by_kernel += since_last.tp_drops;
  results_.gaps = link_.gaps();
  results_.down = link_.without_link(now);
  return results_;
}

}  // namespace qoslab::emulation
