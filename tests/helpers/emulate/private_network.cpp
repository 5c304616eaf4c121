#include "tests/helpers/emulate/private_network.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <exception>

#include "helpers/emulate/private_network.h"

namespace qoslab::emulation {
namespace {

void put(Frame& frame, unsigned value) {
  frame.push_back(static_cast<std::uint8_t>(value >> 8));
  frame.push_back(static_cast<std::uint8_t>(value));
}

}  // namespace

void PrivateNetwork::SetUp() {
  before_ = Descriptor{::open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC)};
  if (!enter_private_network()) GTEST_SKIP() << "no network namespace is allowed here: " << std::strerror(errno);
}

void PrivateNetwork::TearDown() {
  if (before_.valid()) ::setns(before_.number(), CLONE_NEWNET);
}

Frame frame(const std::vector<Tag>& tags, std::uint16_t type, std::size_t contents, std::uint32_t number) {
  Frame frame{0x02, 0, 0, 0, 0, 0x01, 0x02, 0, 0, 0, 0, 0x02};
  for (const auto& tag : tags) {
    put(frame, tag.type);
    put(frame, tag.value);
  }
  put(frame, type);
  for (std::size_t i = 0; i < contents; ++i)
    frame.push_back(static_cast<std::uint8_t>(i < 4 ? number >> (8 * i) : 31 * i + number));
  return frame;
}

Host::Host(const std::string& device, bool open) : socket_{::socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0)} {
  const int on = 1;
  const int buffer = 4 << 20;
  ::setsockopt(socket_.number(), SOL_PACKET, PACKET_AUXDATA, &on, sizeof on);
  ::setsockopt(socket_.number(), SOL_PACKET, PACKET_IGNORE_OUTGOING, &on, sizeof on);
  ::setsockopt(socket_.number(), SOL_PACKET, PACKET_QDISC_BYPASS, &on, sizeof on);  // it discards after a gap
  ::setsockopt(socket_.number(), SOL_SOCKET, SO_RCVBUFFORCE, &buffer, sizeof buffer);
  if (open) ::setsockopt(socket_.number(), SOL_PACKET, PACKET_VNET_HDR, &on, sizeof on);
  sockaddr_ll address{};
  address.sll_family = AF_PACKET;
  address.sll_protocol = htons(ETH_P_ALL);
  address.sll_ifindex = static_cast<int>(::if_nametoindex(device.c_str()));
  if (!socket_.valid() || ::bind(socket_.number(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
    fail(device, "has no host");
}

void Host::send(const Frame& frame) {
  if (::send(socket_.number(), frame.data(), frame.size(), 0) != static_cast<ssize_t>(frame.size()))
    fail("host", "cannot send " + std::to_string(frame.size()) + " bytes");
}

std::optional<Frame> Host::receive() {
  if (!readable(socket_.number())) return std::nullopt;
  return take();
}

bool Host::silent() { return !take(); }

std::optional<Frame> Host::take() {
  Frame frame(65'536);
  alignas(cmsghdr) std::array<char, 256> about;
  iovec room{frame.data(), frame.size()};
  msghdr message{};
  message.msg_iov = &room;
  message.msg_iovlen = 1;
  message.msg_control = about.data();
  message.msg_controllen = about.size();
  const auto size = ::recvmsg(socket_.number(), &message, MSG_DONTWAIT);
  if (size < 0) return std::nullopt;
  frame.resize(static_cast<std::size_t>(size));
  for (auto* part = CMSG_FIRSTHDR(&message); part != nullptr; part = CMSG_NXTHDR(&message, part)) {
    tpacket_auxdata aux;
    if (part->cmsg_level != SOL_PACKET || part->cmsg_type != PACKET_AUXDATA) continue;
    std::memcpy(&aux, CMSG_DATA(part), sizeof aux);
    if ((aux.tp_status & TP_STATUS_VLAN_VALID) == 0) continue;
    Frame tag;
    put(tag, aux.tp_vlan_tpid);
    put(tag, aux.tp_vlan_tci);
    frame.insert(frame.begin() + 12, tag.begin(), tag.end());
  }
  return frame;
}

bool in_child(const std::function<void()>& story) {
  std::fflush(nullptr);
  const auto child = ::fork();
  if (child == 0) {
    try {
      story();
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what();
    }
    std::fflush(nullptr);
    ::_exit(::testing::Test::HasFailure() ? 1 : 0);
  }
  int status = 1;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool readable(int descriptor, int milliseconds) {
  pollfd wait{descriptor, POLLIN, 0};
  return ::poll(&wait, 1, milliseconds) == 1;
}

}  // namespace qoslab::emulation
