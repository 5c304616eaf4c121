#include "helpers/emulate/packet_socket.h"

#include <arpa/inet.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <sys/socket.h>

namespace qoslab::emulation {

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

void make_promiscuous(const std::string& device, int socket) {
  packet_mreq request{};
  request.mr_ifindex = index_of(device);
  request.mr_type = PACKET_MR_PROMISC;
  if (::setsockopt(socket, SOL_PACKET, PACKET_ADD_MEMBERSHIP, &request, sizeof request) != 0)
    fail(device, "cannot be made promiscuous");
}

void fetch_error(int socket) {
  int error = 0;
  socklen_t size = sizeof error;
  ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size);
}

}  // namespace qoslab::emulation
