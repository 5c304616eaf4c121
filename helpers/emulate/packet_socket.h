// What sockets on network devices have in common.
#pragma once

#include <cstdint>
#include <string>

#include "helpers/emulate/descriptor.h"

namespace qoslab::emulation {

/// A socket of packet(7) that is bound to nothing. All of these throw DeviceError.
Descriptor packet_socket(const std::string& device);
int index_of(const std::string& device);
/// `protocol` 0: to send only.
void bind_to(const std::string& device, int socket, std::uint16_t protocol);
/// While the socket is open.
void make_promiscuous(const std::string& device, int socket);

/// Takes the error that a socket holds, since it is ready to be read as long as it holds one.
void fetch_error(int socket);

}  // namespace qoslab::emulation
