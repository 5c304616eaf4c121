// Checksums that a sender has left to its device to complete.
#pragma once

#include <cstdint>
#include <span>

#include "model/packet/frame.h"

namespace qoslab::emulation {

/// Whether in place of the checksum of TCP or UDP stands the sum of the pseudo-header alone, with which a system leaves
/// the rest to its device, and that is not right by chance. Of fragments, and behind extension headers of IPv6, nothing
/// is said. Precondition: read_frame took it for IP.
bool has_open_checksum(std::span<const std::uint8_t> bytes, const FrameFacts& facts);

}  // namespace qoslab::emulation
