// Whether what an IP packet carries can be given to a host's protocols.
#pragma once

#include <cstdint>
#include <span>

namespace qoslab {

/// Of a whole IPv4 packet of TCP (RFC 9293), UDP (RFC 768) or ICMP (RFC 792): lengths are true, the checksum is right,
/// TCP's options are a list, and an ICMP error quotes a packet. Others are always sound. Precondition: `packet` is all
/// of a packet that read_frame took, without padding.
bool carries_sound_transport(std::span<const std::uint8_t> packet);

/// Gives a sound UDP packet that has no checksum one, for hosts that do not know it as optional.
void sum_up_datagram(std::span<std::uint8_t> packet);

/// Writes the checksums of a TCP packet of IPv4: of its header, and of the segment.
void sum_up(std::span<std::uint8_t> packet);

/// Gives a sound TCP segment that closes its window one of 1, with the checksum that goes with it (RFC 1624). ns-3 3.37
/// probes a closed window by a timer that outlives the connection, and that fails where there is nothing to send; a
/// window of 1 is probed by retransmissions.
void open_window(std::span<std::uint8_t> packet);

}  // namespace qoslab
