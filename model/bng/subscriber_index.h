// Whose packet a frame is.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/packet/frame.h"
#include "model/scenario/gateway_spec.h"

namespace qoslab::bng {

/// A subscriber is told by the tags of its frames, if its group has tags and the frame carries as many; else by its
/// address: upstream the source, downstream the destination. Of overlapping groups the first one has it.
class SubscriberIndex {
 public:
  struct Subscriber {
    std::size_t group = 0;
    std::int64_t number = 0;
    bool operator==(const Subscriber&) const = default;
  };
  explicit SubscriberIndex(const std::vector<SubscriberGroupSpec>& groups);
  [[nodiscard]] std::optional<Subscriber> find(const FrameFacts& facts, Direction direction) const;

 private:
  struct Group {
    std::int64_t count = 0;
    VlanRange outer, inner;
    std::uint8_t tags = 0;
    std::optional<IpAddress> ipv4, ipv6;  ///< the first subscriber's
    int ipv6_length = 64;
  };
  static std::optional<std::int64_t> by_tags(const Group& group, const FrameFacts& facts);
  static std::optional<std::int64_t> by_address(const Group& group, const FrameFacts& facts, Direction direction);

  std::vector<Group> groups_;
};

}  // namespace qoslab::bng
