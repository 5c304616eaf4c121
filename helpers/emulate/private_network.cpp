#include "helpers/emulate/private_network.h"

#include <arpa/inet.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <cstring>
#include <fstream>

#include "helpers/emulate/descriptor.h"

namespace qoslab::emulation {
namespace {

void configure(const std::string& device, unsigned long what, std::uint32_t value) {
  const Descriptor socket{::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(value);
  ifreq request{};
  device.copy(request.ifr_name, IFNAMSIZ - 1);
  std::memcpy(&request.ifr_addr, &address, sizeof address);
  if (::ioctl(socket.number(), what, &request) != 0) fail(device, "cannot be given an address");
}

}  // namespace

bool enter_private_network() {
  if (::unshare(CLONE_NEWNET) != 0 && ::unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) return false;
  for (const char* part : {"all", "default"})
    std::ofstream{std::string{"/proc/sys/net/ipv6/conf/"} + part + "/disable_ipv6"} << 1;
  return true;
}

void give_address(const std::string& device, std::uint32_t address, unsigned bits) {
  configure(device, SIOCSIFADDR, address);
  configure(device, SIOCSIFNETMASK, bits == 0 ? 0 : ~std::uint32_t{0} << (32 - bits));
}

void know_neighbour(const std::string& device, std::uint32_t address, const MacAddress& mac) {
  const Descriptor socket{::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
  sockaddr_in whose{};
  whose.sin_family = AF_INET;
  whose.sin_addr.s_addr = htonl(address);
  arpreq request{};
  std::memcpy(&request.arp_pa, &whose, sizeof whose);
  request.arp_ha.sa_family = ARPHRD_ETHER;
  std::memcpy(request.arp_ha.sa_data, mac.data(), mac.size());
  request.arp_flags = ATF_PERM | ATF_COM;
  device.copy(request.arp_dev, sizeof request.arp_dev - 1);
  if (::ioctl(socket.number(), SIOCSARP, &request) != 0) fail(device, "cannot be told a neighbour");
}

}  // namespace qoslab::emulation
