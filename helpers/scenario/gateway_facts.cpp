#include "helpers/scenario/gateway_facts.h"

namespace qoslab {

std::vector<const SubscriberGroupSpec*> groups_behind(const GatewaySpec& gateway, const GatewaysSpec& spec) {
  std::vector<const SubscriberGroupSpec*> result;
  for (const auto& group : spec.groups)
    if (group.gateway == gateway.name) result.push_back(&group);
  return result;
}

std::int64_t subscribers_on(int link, const SubscriberGroupSpec& group, const GatewaySpec& gateway) {
  return group.count / gateway.access.links + (link < group.count % gateway.access.links ? 1 : 0);
}

std::int64_t subscribers_on(int link, const GatewaySpec& gateway, const GatewaysSpec& spec) {
  std::int64_t sum = 0;
  for (const auto* group : groups_behind(gateway, spec)) sum += subscribers_on(link, *group, gateway);
  return sum;
}

}  // namespace qoslab
