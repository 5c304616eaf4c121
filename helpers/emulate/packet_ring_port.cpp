#include "helpers/emulate/packet_ring_port.h"

#include <linux/if_ether.h>

#include <utility>

#include "helpers/emulate/packet_socket.h"

namespace qoslab::emulation {
namespace {

/// Of frames that the device has not sent yet. What is lost then is counted, and it lasts for 10 ms at 1 Gbit/s.
constexpr int send_buffer = 4 << 20;

/// Larger than the system's limit where that is allowed.
void send_past_queues(const std::string& device, int socket) {
  const int on = 1;
  if (::setsockopt(socket, SOL_PACKET, PACKET_QDISC_BYPASS, &on, sizeof on) != 0)
    fail(device, "cannot send past its queueing discipline");
  if (::setsockopt(socket, SOL_SOCKET, SO_SNDBUFFORCE, &send_buffer, sizeof send_buffer) != 0)
    ::setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &send_buffer, sizeof send_buffer);
  bind_to(device, socket, 0);
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
      link_{device, index_of(device), clock.now()},
      most_before_{2 * ring.slots} {
  for (std::size_t i = 0; i < batch; ++i) {
    messages_[i].msg_hdr.msg_iov = &frames_[i];
    messages_[i].msg_hdr.msg_iovlen = 1;
  }
  results_.name = std::move(name);
  results_.device = device;
  send_past_queues(device, sender_.number());
  make_promiscuous(device, receiver_.number());
  bind_to(device, receiver_.number(), ETH_P_ALL);
}

void PacketRingPort::begin() {
  for (std::size_t left = most_before_; left > 0 && !ring_.empty(); --left) {
    if (ring_.front().flaw != RingFrame::Flaw::own) ++results_.before_beginning;
    ring_.pop();
  }
  results_.before_beginning += lost_in_ring();
  arrival_times_.drained(clock_.now());
}

std::size_t PacketRingPort::receive(const FrameSink& sink, std::size_t most) {
  arrival_times_.begin();
  std::size_t frames = 0;
  for (; frames < most && !ring_.empty(); ++frames) hand_over(sink);
  const Instant now = clock_.now();
  if (frames < most) arrival_times_.drained(now);
  if (link_.is_due(now)) look(now);
  return frames;
}

void PacketRingPort::hand_over(const FrameSink& sink) {
  const auto frame = ring_.front();
  if (frame.flaw == RingFrame::Flaw::none) {
    results_.received += count_of_frame(frame.bytes.size());
    sink(frame.bytes, arrival_times_(frame.stamp));
  } else if (frame.flaw != RingFrame::Flaw::own) {
    ++results_.refused[name_of(frame.flaw)];
  }
  ring_.pop();
}

void PacketRingPort::look(Instant now) {
  link_.look(now);
  fetch_error(receiver_.number());
}

bool PacketRingPort::send(std::span<const std::uint8_t> bytes, Instant) {
  if (link_.down()) {
    ++results_.errors;
    return false;
  }
  if (taken_ == 0) lost_.clear();
  if (waiting_ == batch) push_out();
  frames_[waiting_++] = {const_cast<std::uint8_t*>(bytes.data()), bytes.size()};
  ++taken_;
  return true;
}

std::span<const std::size_t> PacketRingPort::flush() {
  if (taken_ == 0) return {};
  push_out();
  taken_ = 0;
  return lost_;
}

void PacketRingPort::push_out() {
  const std::size_t first = taken_ - waiting_;
  std::size_t at = 0;
  while (at < waiting_) {
    const int sent = ::sendmmsg(sender_.number(), &messages_[at], static_cast<unsigned>(waiting_ - at), MSG_DONTWAIT);
    if (sent <= 0) {
      const auto end = at + give_up(errno, waiting_ - at);
      for (; at < end; ++at) lost_.push_back(first + at);
      continue;
    }
    for (const auto end = at + static_cast<std::size_t>(sent); at < end; ++at)
      results_.sent += count_of_frame(frames_[at].iov_len);
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

/// Since it was asked before.
std::int64_t PacketRingPort::lost_in_ring() {
  tpacket_stats since_last{};
  socklen_t size = sizeof since_last;
  ::getsockopt(receiver_.number(), SOL_PACKET, PACKET_STATISTICS, &since_last, &size);
  return since_last.tp_drops;
}

PortResults PacketRingPort::results() {
  const Instant now = clock_.now();
  link_.look(now);
  results_.dropped_by_kernel += lost_in_ring();
  results_.gaps = link_.gaps();
  results_.down = link_.without_link(now);
  results_.removed = link_.removed();
  return results_;
}

}  // namespace qoslab::emulation
