#include "helpers/emulate/devices.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <net/route.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>

#include "helpers/emulate/descriptor.h"

namespace qoslab::emulation {
namespace {

bool has_default_route_of_ipv4(const std::string& device) {
  std::ifstream table{"/proc/net/route"};
  std::string line;
  std::getline(table, line);
  while (std::getline(table, line)) {
    std::istringstream fields{line};
    std::string out, to, gateway, flags;
    fields >> out >> to >> gateway >> flags;
    if (out == device && to == "00000000" && (std::stoul(flags, nullptr, 16) & RTF_UP) != 0) return true;
  }
  return false;
}

bool has_default_route_of_ipv6(const std::string& device) {
  std::ifstream table{"/proc/net/ipv6_route"};
  std::string line;
  while (std::getline(table, line)) {
    std::istringstream fields{line};
    std::string to, bits, from, from_bits, gateway, metric, references, uses, flags, out;
    fields >> to >> bits >> from >> from_bits >> gateway >> metric >> references >> uses >> flags >> out;
    if (out == device && bits == "00" && (std::stoul(flags, nullptr, 16) & (RTF_UP | RTF_REJECT)) == RTF_UP)
      return true;
  }
  return false;
}

/// The address in its usual spelling; nothing: of neither family.
std::string text_of(const sockaddr* address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (address == nullptr) return {};
  if (address->sa_family == AF_INET)
    ::inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(address)->sin_addr, text.data(), text.size());
  if (address->sa_family == AF_INET6)
    ::inet_ntop(AF_INET6, &reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr, text.data(), text.size());
  return text.data();
}

/// At once; IFF_RUNNING follows up to a second later.
bool has_carrier(ifreq request, int socket) {
  const bool running = (request.ifr_flags & IFF_RUNNING) != 0;
  ethtool_value link{};
  link.cmd = ETHTOOL_GLINK;
  request.ifr_data = reinterpret_cast<char*>(&link);
  return ::ioctl(socket, SIOCETHTOOL, &request) == 0 ? link.data != 0 : running;
}

bool has_address(const std::string& device, const std::string& address) {
  ifaddrs* all = nullptr;
  if (::getifaddrs(&all) != 0) return false;
  const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> owned{all, &::freeifaddrs};
  for (const auto* one = all; one != nullptr; one = one->ifa_next)
    if (device == one->ifa_name && text_of(one->ifa_addr) == address) return true;
  return false;
}

}  // namespace

std::vector<std::string> device_names() {
  std::vector<std::string> names;
  const std::unique_ptr<struct if_nameindex, decltype(&::if_freenameindex)> all{::if_nameindex(), &::if_freenameindex};
  for (const auto* one = all.get(); one != nullptr && one->if_index != 0; ++one) names.emplace_back(one->if_name);
  std::sort(names.begin(), names.end());
  return names;
}

std::optional<DeviceState> state_of(const std::string& device) {
  if (device.empty() || device.size() >= IFNAMSIZ) return std::nullopt;
  const Descriptor socket{::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
  ifreq request{};
  device.copy(request.ifr_name, IFNAMSIZ - 1);
  DeviceState state;
  if (::ioctl(socket.number(), SIOCGIFINDEX, &request) != 0) return std::nullopt;
  state.index = request.ifr_ifindex;
  if (::ioctl(socket.number(), SIOCGIFFLAGS, &request) != 0) return std::nullopt;
  state.up = (request.ifr_flags & IFF_UP) != 0;
  state.carrier = has_carrier(request, socket.number());
  if (::ioctl(socket.number(), SIOCGIFMTU, &request) != 0) return std::nullopt;
  state.mtu = static_cast<unsigned>(request.ifr_mtu);
  return state;
}

std::optional<std::array<std::uint8_t, 6>> mac_of(const std::string& device) {
  const Descriptor socket{::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
  ifreq request{};
  device.copy(request.ifr_name, IFNAMSIZ - 1);
  std::array<std::uint8_t, 6> address;
  if (::ioctl(socket.number(), SIOCGIFHWADDR, &request) != 0 || request.ifr_hwaddr.sa_family != ARPHRD_ETHER)
    return std::nullopt;
  std::memcpy(address.data(), &request.ifr_hwaddr.sa_data, address.size());
  return address;
}

unsigned receive_queues(const std::string& device) {
  const Descriptor socket{::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
  ifreq request{};
  device.copy(request.ifr_name, IFNAMSIZ - 1);
  ethtool_channels channels{};
  channels.cmd = ETHTOOL_GCHANNELS;
  request.ifr_data = reinterpret_cast<char*>(&channels);
  if (::ioctl(socket.number(), SIOCETHTOOL, &request) != 0) return 1;
  return std::max(1U, channels.rx_count + channels.combined_count);
}

std::optional<std::string> reached_by(const std::string& device, const std::string& ssh_connection) {
  if (has_default_route_of_ipv4(device) || has_default_route_of_ipv6(device)) return "the default route leads to it";
  std::istringstream fields{ssh_connection};
  std::string client, port, server;
  fields >> client >> port >> server;
  if (!server.empty() && has_address(device, server)) return "the SSH connection comes in on its address " + server;
  return std::nullopt;
}

std::string network_namespace() {
  const Descriptor any{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  std::uint64_t cookie = 0;
  socklen_t size = sizeof cookie;
  return ::getsockopt(any.number(), SOL_SOCKET, SO_NETNS_COOKIE, &cookie, &size) == 0 ? std::to_string(cookie) : "";
}

}  // namespace qoslab::emulation
