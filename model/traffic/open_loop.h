// Sources that send whatever happens: voice, constant, Poisson, on-off, IMIX.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "model/scenario/flow_spec.h"
#include "model/units/random.h"

namespace qoslab {

/// When the next packet leaves, and how large it is.
struct Emission {
  Instant at;
  Bytes ip_size;
};

/// An endless sequence of emissions in order of time.
class OpenLoopSource {
 public:
  virtual ~OpenLoopSource() = default;
  virtual Emission next() = 0;
};

/// The source of an open-loop traffic; null for traffic that waits for answers (files, transactions).
/// Periodic sources begin at a random phase within their first interval after `start`, so that replications
/// differ and nothing locks to a timer of the routers. Draws come from the streams (seed, name + purpose).
std::unique_ptr<OpenLoopSource> open_loop_source(const Traffic& traffic, Instant start, std::uint64_t seed,
                                                 std::string_view name);

/// The IP bytes of a packet that carries so much application data over UDP (over RTP for voice).
Bytes udp_packet(Bytes payload);
Bytes rtp_packet(Bytes payload);

/// A rate counted at any layer, as IP bits per second for packets of this size. Not exact: for gaps between packets.
double ip_bits_per_second(LayeredRate rate, Bytes ip_size);

}  // namespace qoslab
