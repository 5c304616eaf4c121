// The streams of a gateway: what its counters tell apart.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/dataplane/stage.h"
#include "model/scenario/gateway_spec.h"

namespace qoslab::bng {

/// Tags and session headers of a group's frames at the access side: 802.1Q tags, PPPoE and PPP (RFC 2516).
Bytes tag_bytes(const SubscriberGroupSpec& group);
/// The largest frame that a group receives or sends at the access side, of one class or of all; with hosts of ns-3 at
/// least a full Ethernet frame. 0: there is none.
Bytes largest_frame(const SubscriberGroupSpec& group, Direction direction, bool hosts,
                    const std::string* class_name = nullptr);

/// One class of a group in one direction and address family, or all packets that ns-3's hosts send for a group.
struct Stream {
  std::size_t group = 0;
  Direction direction = Direction::downstream;
  std::size_t class_index = 0;
  bool ipv6 = false;
  bool foreign = false;  ///< from ns-3: any class
};

/// Numbered from 0, those of ns-3's hosts last.
class Streams {
 public:
  /// The groups of one gateway; `hosts[g]`: group g has hosts of ns-3. Throws std::invalid_argument beyond 256 streams.
  Streams(const GatewaySpec& gateway, const std::vector<SubscriberGroupSpec>& groups,
          const std::vector<ProfileSpec>& profiles, const std::vector<bool>& hosts);

  [[nodiscard]] const std::vector<Stream>& all() const { return all_; }
  [[nodiscard]] std::uint8_t number(std::size_t group, Direction direction, std::size_t class_index, bool ipv6) const;
  [[nodiscard]] std::uint8_t foreign(std::size_t group, Direction direction) const;
  [[nodiscard]] std::uint8_t first_foreign() const { return first_foreign_; }
  /// What the gateway's layer counts for a frame: frame + this.
  [[nodiscard]] const std::array<std::int16_t, dataplane::most_streams>& count_offset() const { return offset_; }
  /// Bytes of the access side's frames that the network side's do not carry.
  [[nodiscard]] const std::array<std::uint8_t, dataplane::most_streams>& tags() const { return tags_; }

 private:
  void add(const Stream& stream, Layer layer, Bytes tags);

  std::vector<Stream> all_;
  std::uint8_t first_foreign_ = 255;
  std::array<std::int16_t, dataplane::most_streams> offset_{};
  std::array<std::uint8_t, dataplane::most_streams> tags_{};
};

}  // namespace qoslab::bng
