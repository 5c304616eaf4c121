#include "helpers/scenario/gateway_facts.h"

#include <algorithm>

#include "model/bng/streams.h"
#include "model/packet/layers.h"
#include "model/traffic/trace.h"

namespace qoslab {
namespace {

constexpr Bytes largest_ethernet_payload{1500};
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

bool carries(const GroupTrafficSpec& traffic, const ProfileClassSpec& c, Direction direction) {
  return traffic.direction == direction &&
         std::any_of(traffic.classes.begin(), traffic.classes.end(),
                     [&](const auto& share) { return share.class_name == c.name && share.share > 0; });
}

/// Of the group's packets of a class; 0 if there are none.
Bytes largest_frame(const SubscriberGroupSpec& group, const ProfileClassSpec& c, Direction direction, bool hosts) {
  const Bytes full = header::mac + bng::tag_bytes(group) + largest_ethernet_payload + header::fcs;
  Bytes largest = hosts ? full : Bytes{};
  for (const auto& traffic : group.traffic) {
    if (!carries(traffic, c, direction)) continue;
    if (traffic.captured) largest = std::max(largest, qoslab::largest_frame(*traffic.captured) + bng::tag_bytes(group));
    for (const auto* family : {&traffic.sizes.ipv4, &traffic.sizes.ipv6})
      for (const auto& entry : *family) largest = std::max(largest, entry.frame);
  }
  return largest;
}

}  // namespace

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

std::int64_t families_of(const SubscriberGroupSpec& group) { return group.ipv4 && group.ipv6 ? 2 : 1; }

Bytes frame_at(Layer layer, Bytes frame, const SubscriberGroupSpec& group) {
  switch (layer) {
    case Layer::payload:
    case Layer::ip:
      return frame - header::mac - bng::tag_bytes(group) - header::fcs;
    case Layer::ethernet:
      return frame - header::fcs;
    case Layer::frame:
      return frame;
    case Layer::line:
      return frame + header::preamble_and_gap;
  }
  return frame;
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
    const Bytes frame = largest_frame(group, c, direction, has_host(group, spec));
    if (frame == Bytes{}) continue;
    const Bytes size = frame_at(gateway->layer, frame, group);
    if (size > result.size) result = {size, &group};
  }
  return result;
}

}  // namespace qoslab
