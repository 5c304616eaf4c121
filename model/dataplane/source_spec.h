// What a tester sends into one link in one direction.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/scenario/gateway_spec.h"

namespace qoslab::dataplane {

/// One group's traffic in one direction on one link. Frame sizes are those of the access side.
struct EmitterSpec {
  struct Class {
    double share = 1;              ///< of packets
    std::uint8_t stream = 0;       ///< of its IPv4 packets
    std::uint8_t stream_ipv6 = 0;  ///< of its IPv6 packets
    std::uint8_t offset = 0;       ///< its leaf, counted from the subscriber's first
  };
  std::vector<Class> classes;
  std::vector<SizeMix::Entry> ipv4;  ///< empty: the group has no such address; both: half of the packets each
  std::vector<SizeMix::Entry> ipv6;
  std::vector<std::uint32_t> first_leaves;  ///< of the loaded subscribers on this link, served in turn
  LayeredRate rate;                         ///< of this emitter on this link; layer `payload` is not defined
  Bytes tags;          ///< access-side bytes (VLAN tags, PPPoE) that this link's frames do not carry
  Bytes carried_tags;  ///< those that they do carry: with `tags`, all that is between frame and IP packet
  Pacing pacing = Pacing::constant;
  std::int64_t burst = 1;  ///< frames, of bursts
  Duration mean_on;        ///< of on_off; positive
  Duration mean_off;
  Instant start;
  std::optional<Instant> stop;
  std::string purpose;  ///< names its random stream
};

/// A link, and all that is sent into it.
struct SourceSpec {
  Rate line;  ///< at the line layer; positive
  Duration delay;
  std::uint32_t cores = 0;  ///< that the far end spreads flows over; 0: all go way 0
  std::vector<EmitterSpec> emitters;
};

}  // namespace qoslab::dataplane
