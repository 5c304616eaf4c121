// What follows from a gateway's description: who is where, how large packets are, how much is asked of what.
#pragma once

#include <cstdint>
#include <vector>

#include "model/scenario/gateway_spec.h"

namespace qoslab {

/// Groups behind this gateway.
std::vector<const SubscriberGroupSpec*> groups_behind(const GatewaySpec& gateway, const GatewaysSpec& spec);

/// How many subscribers of a group are on an access link.
std::int64_t subscribers_on(int link, const SubscriberGroupSpec& group, const GatewaySpec& gateway);
/// Of all groups.
std::int64_t subscribers_on(int link, const GatewaySpec& gateway, const GatewaysSpec& spec);

}  // namespace qoslab
