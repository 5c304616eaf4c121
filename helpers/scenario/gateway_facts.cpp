#include "helpers/scenario/gateway_facts.h"

#include <algorithm>

#include "model/bng/plan.h"
#include "model/packet/layers.h"

namespace qoslab {
namespace {

constexpr Bytes ipv6_header{40};

bool has_host(const SubscriberGroupSpec& group, const GatewaysSpec& spec) {
  return std::any_of(spec.hosts.begin(), spec.hosts.end(),
                     [&](const GatewayHostSpec& h) { return h.gateway == group.gateway && h.group == group.name; });
}

const GatewaySpec* gateway_of(const SubscriberGroupSpec& group, const GatewaysSpec& spec) {
  for (const auto& gateway : spec.gateways)
    if (gateway.name == group.gateway) return &gateway;
  return nullptr;
}

}  // namespace

std::vector<const SubscriberGroupSpec*> groups_behind(const GatewaySpec& gateway, const GatewaysSpec& spec) {
  std::vector<const SubscriberGroupSpec*> result;
  for (const auto& group : spec.groups)
    if (group.gateway == gateway.name) result.push_back(&group);
  return result;
}

std::int64_t subscribers_on(int link, const SubscriberGroupSpec& group, const GatewaySpec& gateway) {
  return bng::dealt_to(link, gateway.access.links, group.count);
}

std::int64_t subscribers_on(int link, const GatewaySpec& gateway, const GatewaysSpec& spec) {
  std::int64_t sum = 0;
  for (const auto* group : groups_behind(gateway, spec)) sum += subscribers_on(link, *group, gateway);
  return sum;
}

std::int64_t families_of(const SubscriberGroupSpec& group) { return group.ipv4 && group.ipv6 ? 2 : 1; }

Bytes frame_at(Layer layer, Bytes frame, const SubscriberGroupSpec& group) {
  return count_of_frame(layer, frame, bng::tag_bytes(group));
}

Bytes smallest_frame(const SubscriberGroupSpec& group, bool ipv6) {
  const Bytes ip = ipv6 ? ipv6_header : header::ipv4;
  return std::max(header::smallest_frame, header::mac + bng::tag_bytes(group) + ip + header::udp + header::fcs);
}

LargestPacket largest_packet(const GatewaysSpec& spec, const ProfileSpec& profile, const ProfileClassSpec& c,
                             Direction direction) {
  LargestPacket result;
  for (const auto& group : spec.groups) {
    const auto* gateway = gateway_of(group, spec);
    if (group.profile != profile.name || gateway == nullptr) continue;
    const Bytes frame = bng::largest_frame(group, direction, has_host(group, spec), &c.name);
    if (frame == Bytes{}) continue;
    const Bytes size = frame_at(gateway->layer, frame, group);
    if (size > result.size) result = {size, &group};
  }
  return result;
}

}  // namespace qoslab
