// Network namespaces of our own.
#pragma once

#include <cstdint>
#include <string>

#include "model/emulation/probe.h"

namespace qoslab::emulation {

/// Puts this thread into a new, empty network, which lasts as long as somebody is in it: as root, else in a user
/// namespace of its own, which has to be the process's only thread. In it nothing is sent by itself: IPv6 is off.
/// False: the system allows neither, and errno says why.
bool enter_private_network();

/// Gives the device an IPv4 address in a network with a mask of so many bits. Throws DeviceError.
void give_address(const std::string& device, std::uint32_t address, unsigned bits);

/// The host with this address behind the device is known, so that nobody asks for it. Throws DeviceError.
void know_neighbour(const std::string& device, std::uint32_t address, const MacAddress& mac);

}  // namespace qoslab::emulation
