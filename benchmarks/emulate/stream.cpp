#include "benchmarks/emulate/stream.h"

#include <arpa/inet.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <ctime>

namespace qoslab::bench {
namespace {

constexpr std::array<std::uint8_t, 42> headers{2, 0,  0,  0, 0, 1,  2, 0, 0, 0,  0, 2, 8, 0, 0x45, 0, 0, 0, 0, 0, 0,
                                               0, 64, 17, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2, 0, 1,    0, 2, 0, 0, 0, 0};
constexpr std::size_t ip = 14;
constexpr std::size_t stamp = 42;

void put(std::vector<std::uint8_t>& frame, std::size_t at, unsigned value) {
  frame[at] = static_cast<std::uint8_t>(value >> 8);
  frame[at + 1] = static_cast<std::uint8_t>(value);
}

std::int64_t now(clockid_t clock) {
  timespec t{};
  ::clock_gettime(clock, &t);
  return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

emulation::Descriptor bound(const std::string& device, std::uint16_t protocol) {
  emulation::Descriptor socket{::socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0)};
  sockaddr_ll address{};
  address.sll_family = AF_PACKET;
  address.sll_protocol = htons(protocol);
  address.sll_ifindex = static_cast<int>(::if_nametoindex(device.c_str()));
  if (::bind(socket.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    emulation::fail(device, "cannot be bound");
  return socket;
}

void option(const emulation::Descriptor& socket, int level, int name, int value) {
  ::setsockopt(socket.number(), level, name, &value, sizeof value);
}

}  // namespace

Stream::Stream(const std::string& device, std::size_t size, bool through_queue)
    : socket_{bound(device, 0)}, frame_(size) {
  std::copy(headers.begin(), headers.end(), frame_.begin());
  put(frame_, ip + 2, static_cast<unsigned>(size - ip));
  put(frame_, 38, static_cast<unsigned>(size - ip - 20));
  option(socket_, SOL_PACKET, PACKET_QDISC_BYPASS, through_queue ? 0 : 1);
  option(socket_, SOL_SOCKET, SO_SNDBUFFORCE, 4 << 20);
  address(2);
}

void Stream::address(std::uint32_t number, std::uint8_t dscp) {
  put(frame_, 30, 0x0a00);
  put(frame_, 32, number);
  frame_[ip + 1] = static_cast<std::uint8_t>(dscp << 2);
  put(frame_, ip + 10, 0);
  unsigned sum = 0;
  for (std::size_t i = ip; i < ip + 20; i += 2) sum += static_cast<unsigned>(frame_[i] << 8 | frame_[i + 1]);
  while (sum > 0xffff) sum = (sum >> 16) + (sum & 0xffff);
  put(frame_, ip + 10, ~sum & 0xffff);
}

bool Stream::send() {
  const std::int64_t time = now(CLOCK_REALTIME);
  std::memcpy(&frame_[stamp], &time, sizeof time);
  return ::send(socket_.number(), frame_.data(), frame_.size(), MSG_DONTWAIT) >= 0;
}

void Stream::send(double per_second, double seconds) {
  const auto count = static_cast<std::int64_t>(per_second * seconds);
  const std::int64_t begin = now(CLOCK_MONOTONIC);
  for (std::int64_t i = 0; i < count; ++i) {
    const auto due = begin + std::llround(static_cast<double>(i) * 1e9 / per_second);
    while (now(CLOCK_MONOTONIC) < due) {}
    send();
  }
}

StreamWatch::StreamWatch(const std::string& device) : socket_{bound(device, ETH_P_ALL)} {
  option(socket_, SOL_SOCKET, SO_TIMESTAMPNS, 1);
  option(socket_, SOL_SOCKET, SO_RCVBUFFORCE, 512 << 20);
  option(socket_, SOL_PACKET, PACKET_IGNORE_OUTGOING, 1);
}

std::vector<StreamWatch::Seen> StreamWatch::seen() {
  std::vector<Seen> all;
  std::array<std::uint8_t, 64> frame;
  alignas(cmsghdr) std::array<char, 128> about;
  for (;;) {
    iovec room{frame.data(), frame.size()};
    msghdr message{};
    message.msg_iov = &room;
    message.msg_iovlen = 1;
    message.msg_control = about.data();
    message.msg_controllen = about.size();
    const auto size = ::recvmsg(socket_.number(), &message, MSG_DONTWAIT);
    if (size < 0) return all;
    const auto* part = CMSG_FIRSTHDR(&message);
    if (size < static_cast<ssize_t>(stamp + sizeof(std::int64_t)) || part == nullptr || frame[ip] != 0x45) continue;
    timespec came;
    std::memcpy(&came, CMSG_DATA(part), sizeof came);
    auto& seen = all.emplace_back();
    std::memcpy(&seen.sent, &frame[stamp], sizeof seen.sent);
    seen.came = std::int64_t{came.tv_sec} * 1'000'000'000 + came.tv_nsec;
    seen.dscp = frame[ip + 1] >> 2;
  }
}

}  // namespace qoslab::bench
