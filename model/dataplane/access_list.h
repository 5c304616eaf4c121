// Access lists: first match wins, and how many entries a packet was compared with is known without comparing.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/packet/packet.h"
#include "model/qos/classifier.h"
#include "model/scenario/gateway_spec.h"

namespace qoslab::dataplane {

struct AclOutcome {
  bool permit = false;         ///< what no entry matches is dropped
  std::uint32_t compared = 0;  ///< entries, up to and with the first that matched; all if none did
  friend bool operator==(AclOutcome, AclOutcome) = default;
};

/// The plain rule, for packets with all their fields.
AclOutcome first_match(const AccessListSpec& list, const Packet& packet);

/// Subscriber n's IPv4 address: n above the first of the group's range. IPv6: the first address of the n-th prefix of
/// `ipv6_length` in the range. Precondition: the group has a range of that family.
IpAddress subscriber_address(const SubscriberGroupSpec& group, bool ipv6, std::int64_t subscriber);

/// A packet of a group's traffic as an access list sees it: UDP between ports 0; upstream from the subscriber's
/// address, downstream to it; the far end has the family's address of zeros, for the traffic description does not name
/// it.
Packet subscriber_packet(const SubscriberGroupSpec& group, Direction direction, bool ipv6, Dscp dscp,
                         std::int64_t subscriber);

/// A list as the packets of a group's subscribers meet it, one object for each direction, family and code point. The
/// outcome depends only on the subscriber's address. A prefix takes a range of subscriber numbers, so that the numbers
/// fall into a few intervals with one outcome each.
class CompiledAccessList {
 public:
  CompiledAccessList(const AccessListSpec& list, const SubscriberGroupSpec& group, Direction direction, bool ipv6,
                     Dscp dscp);

  [[nodiscard]] AclOutcome outcome(std::int64_t subscriber) const {
    return intervals_.size() == 1 ? intervals_.front().outcome : find(subscriber);
  }
  /// If all subscribers fare alike.
  [[nodiscard]] std::optional<AclOutcome> uniform() const {
    return intervals_.size() == 1 ? std::optional{intervals_.front().outcome} : std::nullopt;
  }

 private:
  struct Interval {
    std::int64_t first;  ///< subscriber; up to the next interval's
    AclOutcome outcome;
  };
  [[nodiscard]] AclOutcome find(std::int64_t subscriber) const;

  std::vector<Interval> intervals_;
};

}  // namespace qoslab::dataplane
