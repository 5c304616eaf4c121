#include "helpers/emulate/veth.h"

#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <linux/veth.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <array>
#include <cstring>
#include <utility>

#include "helpers/emulate/descriptor.h"

namespace qoslab::emulation {
namespace {

/// A request to rtnetlink(7), and the kernel's answer.
class LinkRequest {
 public:
  LinkRequest(std::uint16_t type, unsigned flags) {
    nlmsghdr header{};
    header.nlmsg_type = type;
    header.nlmsg_flags = static_cast<std::uint16_t>(NLM_F_REQUEST | NLM_F_ACK | flags);
    append(&header, sizeof header);
    link();
  }
  void link() {
    ifinfomsg about{};
    about.ifi_family = AF_UNSPEC;
    append(&about, sizeof about);
  }
  void attribute(std::uint16_t type, const void* value, std::size_t size) {
    const auto place = begin(type);
    append(value, size);
    end(place);
  }
  void attribute(std::uint16_t type, const std::string& value) { attribute(type, value.c_str(), value.size() + 1); }
  std::size_t begin(std::uint16_t type) {
    const rtattr header{0, type};
    append(&header, sizeof header);
    return size_ - sizeof header;
  }
  void end(std::size_t place) {
    const auto length = static_cast<std::uint16_t>(size_ - place);
    std::memcpy(&bytes_[place], &length, sizeof length);
    size_ = NLMSG_ALIGN(size_);
  }

  /// The system's error, or 0.
  int send() {
    const auto size = static_cast<std::uint32_t>(size_);
    std::memcpy(bytes_.data(), &size, sizeof size);
    const Descriptor socket{::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE)};
    if (::send(socket.number(), bytes_.data(), size_, 0) < 0) return errno;
    std::array<char, 4096> answer;
    nlmsghdr header;
    nlmsgerr verdict;
    const auto got = ::recv(socket.number(), answer.data(), answer.size(), 0);
    if (got < static_cast<ssize_t>(NLMSG_LENGTH(sizeof verdict.error))) return got < 0 ? errno : EPROTO;
    std::memcpy(&header, answer.data(), sizeof header);
    std::memcpy(&verdict.error, answer.data() + NLMSG_HDRLEN, sizeof verdict.error);
    return header.nlmsg_type == NLMSG_ERROR ? -verdict.error : EPROTO;
  }

 private:
  void append(const void* value, std::size_t size) {
    std::memcpy(&bytes_.at(size_ + size) - size, value, size);
    size_ += NLMSG_ALIGN(size);
  }

  std::array<char, 1024> bytes_{};
  std::size_t size_ = 0;
};

}  // namespace

VethPair::VethPair(std::string one, std::string other, unsigned mtu) : one_{std::move(one)} {
  LinkRequest request{RTM_NEWLINK, NLM_F_CREATE | NLM_F_EXCL};
  request.attribute(IFLA_IFNAME, one_);
  request.attribute(IFLA_MTU, &mtu, sizeof mtu);
  const auto info = request.begin(IFLA_LINKINFO);
  request.attribute(IFLA_INFO_KIND, std::string{"veth"});
  const auto data = request.begin(IFLA_INFO_DATA);
  const auto peer = request.begin(VETH_INFO_PEER);
  request.link();
  request.attribute(IFLA_IFNAME, other);
  request.attribute(IFLA_MTU, &mtu, sizeof mtu);
  request.end(peer);
  request.end(data);
  request.end(info);
  if (const int error = request.send()) fail(one_, "cannot be made, with " + other + " at its other end", error);
  set_up(one_, true);
  set_up(other, true);
}

VethPair::~VethPair() {
  LinkRequest request{RTM_DELLINK, 0};
  request.attribute(IFLA_IFNAME, one_);
  request.send();
}

void hand_over(const std::string& device, pid_t process) {
  LinkRequest request{RTM_NEWLINK, 0};
  request.attribute(IFLA_IFNAME, device);
  request.attribute(IFLA_NET_NS_PID, &process, sizeof process);
  if (const int error = request.send()) fail(device, "cannot be moved to another network", error);
}

void remove_device(const std::string& device) {
  LinkRequest request{RTM_DELLINK, 0};
  request.attribute(IFLA_IFNAME, device);
  if (const int error = request.send()) fail(device, "cannot be removed", error);
}

void set_up(const std::string& device, bool up) {
  const Descriptor socket{::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
  ifreq request{};
  device.copy(request.ifr_name, IFNAMSIZ - 1);
  if (::ioctl(socket.number(), SIOCGIFFLAGS, &request) != 0) fail(device, "cannot be found");
  const auto others = static_cast<unsigned>(request.ifr_flags) & ~unsigned{IFF_UP};
  request.ifr_flags = static_cast<short>(up ? others | IFF_UP : others);
  if (::ioctl(socket.number(), SIOCSIFFLAGS, &request) != 0)
    fail(device, up ? "cannot be brought up" : "cannot be taken down");
}

}  // namespace qoslab::emulation
