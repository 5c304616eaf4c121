// What holds for all of ns-3.
#pragma once

namespace qoslab {

/// Picoseconds, once for the process; checksums of IP, ICMP, TCP and UDP where somebody else reads the packets.
void prepare_ns3(bool checksums);

}  // namespace qoslab
