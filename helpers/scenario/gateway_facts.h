// What follows from a gateway's description: who is where, how large packets are.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/scenario/gateway_spec.h"

namespace qoslab {

/// Groups behind this gateway.
std::vector<const SubscriberGroupSpec*> groups_behind(const GatewaySpec& gateway, const GatewaysSpec& spec);

/// How many subscribers of a group are on an access link.
std::int64_t subscribers_on(int link, const SubscriberGroupSpec& group, const GatewaySpec& gateway);
/// Of all groups.
std::int64_t subscribers_on(int link, const GatewaySpec& gateway, const GatewaysSpec& spec);

/// One session for each.
std::int64_t families_of(const SubscriberGroupSpec& group);

/// An access-side frame as `layer` counts it.
Bytes frame_at(Layer layer, Bytes frame, const SubscriberGroupSpec& group);
/// Of the access side, with room for an IP and a UDP header.
Bytes smallest_frame(const SubscriberGroupSpec& group, bool ipv6);

/// The largest packet of one class that goes in a direction, at the gateway's layer, with the access side's headers.
struct LargestPacket {
  Bytes size;
  const SubscriberGroupSpec* group = nullptr;  ///< null: there is none
};
/// Of all groups with this profile. Captures and hosts count as full Ethernet frames.
LargestPacket largest_packet(const GatewaysSpec& spec, const ProfileSpec& profile, const ProfileClassSpec& c,
                             Direction direction);

}  // namespace qoslab
