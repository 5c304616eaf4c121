#include "benchmarks/emulate/bare_forwarder.h"

#include <arpa/inet.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

namespace qoslab::bench {
namespace {

constexpr std::size_t slots = 4096;
constexpr std::size_t slot = 2048;
constexpr std::size_t block = 65'536;
constexpr std::size_t batch = 64;
constexpr std::size_t sent_at =
    TPACKET_ALIGNMENT * ((sizeof(tpacket2_hdr) + TPACKET_ALIGNMENT - 1) / TPACKET_ALIGNMENT);

void option(const std::string& device, int socket, int name, const void* value, socklen_t size) {
  if (::setsockopt(socket, SOL_PACKET, name, value, size) != 0) emulation::fail(device, "cannot be set up");
}

/// A socket with a ring of the kind, or none.
emulation::Descriptor packet_socket(const std::string& device, std::uint16_t protocol, int ring) {
  emulation::Descriptor socket{::socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0)};
  const int version = TPACKET_V2;
  const int on = 1;
  const tpacket_req request{block, slots * slot / block, slot, slots};
  option(device, socket.number(), PACKET_VERSION, &version, sizeof version);
  if (ring != PACKET_RX_RING) option(device, socket.number(), PACKET_QDISC_BYPASS, &on, sizeof on);
  if (ring != 0) option(device, socket.number(), ring, &request, sizeof request);
  sockaddr_ll address{};
  address.sll_family = AF_PACKET;
  address.sll_protocol = htons(protocol);
  address.sll_ifindex = static_cast<int>(::if_nametoindex(device.c_str()));
  if (::bind(socket.number(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
    emulation::fail(device, "cannot be bound");
  return socket;
}

std::span<std::byte> mapped(const std::string& device, int socket) {
  void* memory = ::mmap(nullptr, slots * slot, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, socket, 0);
  if (memory == MAP_FAILED) emulation::fail(device, "cannot map its ring");
  return {static_cast<std::byte*>(memory), slots * slot};
}

tpacket2_hdr& slot_of(std::span<std::byte> ring, std::size_t number) {
  return *reinterpret_cast<tpacket2_hdr*>(&ring[number % slots * slot]);
}

bool ready(std::span<std::byte> ring, std::size_t number) {
  return (std::atomic_ref{slot_of(ring, number).tp_status}.load(std::memory_order_acquire) & TP_STATUS_USER) != 0;
}

std::span<std::byte> frame_of(tpacket2_hdr& header) {
  return {reinterpret_cast<std::byte*>(&header) + header.tp_mac, header.tp_snaplen};
}

void become(tpacket2_hdr& header, std::uint32_t status) {
  std::atomic_ref{header.tp_status}.store(status, std::memory_order_release);
}

}  // namespace

BareForwarder::BareForwarder(const std::string& from, const std::string& to, Way way)
    : way_{way},
      in_{packet_socket(from, ETH_P_ALL, PACKET_RX_RING)},
      out_{packet_socket(to, 0, way == Way::transmit_ring ? PACKET_TX_RING : 0)},
      received_{mapped(from, in_.number())} {
  if (way == Way::transmit_ring) sent_ = mapped(to, out_.number());
}

BareForwarder::~BareForwarder() {
  ::munmap(received_.data(), received_.size());
  if (!sent_.empty()) ::munmap(sent_.data(), sent_.size());
}

std::size_t BareForwarder::turn(std::size_t most) {
  return way_ == Way::transmit_ring ? through_ring(most) : through_calls(most);
}

std::size_t BareForwarder::through_ring(std::size_t most) {
  std::size_t frames = 0;
  for (; frames < most && ready(received_, at_in_); ++frames) {
    auto& out = slot_of(sent_, at_out_);
    if (std::atomic_ref{out.tp_status}.load(std::memory_order_acquire) != TP_STATUS_AVAILABLE) break;
    auto& in = slot_of(received_, at_in_++);
    const auto frame = frame_of(in);
    std::memcpy(reinterpret_cast<std::byte*>(&out) + sent_at, frame.data(), frame.size());
    out.tp_len = static_cast<std::uint32_t>(frame.size());
    become(out, TP_STATUS_SEND_REQUEST);
    become(in, TP_STATUS_KERNEL);
    ++at_out_;
  }
  if (frames > 0) ::send(out_.number(), nullptr, 0, MSG_DONTWAIT);
  return frames;
}

std::size_t BareForwarder::through_calls(std::size_t most) {
  std::array<iovec, batch> frames;
  std::array<mmsghdr, batch> messages{};
  std::size_t count = 0;
  for (; count < std::min(most, batch) && ready(received_, at_in_ + count); ++count) {
    const auto frame = frame_of(slot_of(received_, at_in_ + count));
    frames[count] = {frame.data(), frame.size()};
    messages[count].msg_hdr.msg_iov = &frames[count];
    messages[count].msg_hdr.msg_iovlen = 1;
  }
  if (count > 0) ::sendmmsg(out_.number(), messages.data(), static_cast<unsigned>(count), MSG_DONTWAIT);
  for (std::size_t i = 0; i < count; ++i) become(slot_of(received_, at_in_++), TP_STATUS_KERNEL);
  return count;
}

}  // namespace qoslab::bench
