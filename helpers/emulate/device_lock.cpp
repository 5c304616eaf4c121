#include "helpers/emulate/device_lock.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <cstddef>

namespace qoslab::emulation {

DeviceLock::DeviceLock(int index) : socket_{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)} {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = "qoslab/device/" + std::to_string(index);
  const auto length = name.copy(&address.sun_path[1], sizeof address.sun_path - 1);
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + length);
  const auto* at = reinterpret_cast<const sockaddr*>(&address);
  held_ = ::bind(socket_.number(), at, size) == 0 && ::listen(socket_.number(), 8) == 0;
  ucred peer{};
  socklen_t peer_size = sizeof peer;
  if (!held_ && ::connect(socket_.number(), at, size) == 0 &&
      ::getsockopt(socket_.number(), SOL_SOCKET, SO_PEERCRED, &peer, &peer_size) == 0)
    holder_ = peer.pid;
}

}  // namespace qoslab::emulation
