// What a tester sends into one link in one direction.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/scenario/gateway_spec.h"
#include "model/traffic/trace.h"

namespace qoslab::dataplane {

/// The packets of a capture instead of a mix and a pacing. They are dealt to all loaded subscribers of the group in
/// turn, whatever links these are on; an emitter sends those of its own.
struct Replay {
  std::shared_ptr<const Trace> trace{};
  std::array<std::uint8_t, 64> class_of{};  ///< by code point: an index of EmitterSpec::classes
  std::vector<std::uint32_t> turns{};       ///< of each of EmitterSpec::first_leaves: its number among the loaded ones
  std::uint32_t subscribers = 0;            ///< loaded, on all links
  bool repeat = false;                      ///< from the beginning, a mean gap after the last packet
};

/// One group's traffic in one direction on one link. Frame sizes are those of the access side.
struct EmitterSpec {
  struct Class {
    double share = 1;              ///< of packets
    std::uint8_t stream = 0;       ///< of its IPv4 packets
    std::uint8_t stream_ipv6 = 0;  ///< of its IPv6 packets
    std::uint8_t offset = 0;       ///< its leaf, counted from the subscriber's first
  };
  std::vector<Class> classes{};
  std::vector<SizeMix::Entry> ipv4{};  ///< empty: the group has no such address; both: half of the packets each
  std::vector<SizeMix::Entry> ipv6{};
  std::vector<std::uint32_t> first_leaves{};  ///< of the loaded subscribers on this link, served in turn
  /// Of this emitter on this link; layer `payload` is not defined. Of a replay: of its packets on all links, which are
  /// sent that much faster or slower; 0: as captured.
  LayeredRate rate{};
  Bytes tags{};          ///< access-side bytes (VLAN tags, PPPoE) that this link's frames do not carry
  Bytes carried_tags{};  ///< those that they do carry: with `tags`, all that is between frame and IP packet
  Pacing pacing = Pacing::constant;
  std::int64_t burst = 1;  ///< frames, of bursts
  Duration mean_on{};      ///< of on_off; positive
  Duration mean_off{};
  std::optional<Replay> replay{};
  Instant start{};
  std::optional<Instant> stop{};
  std::string purpose{};  ///< names its random stream
};

/// A link, and all that is sent into it.
struct SourceSpec {
  Rate line{};  ///< at the line layer; positive
  Duration delay{};
  std::uint32_t cores = 0;  ///< that the far end spreads flows over; 0: all go way 0
  std::vector<EmitterSpec> emitters{};
};

}  // namespace qoslab::dataplane
