#include "model/bng/streams.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "model/packet/layers.h"
#include "model/traffic/trace.h"

namespace qoslab::bng {
Bytes tag_bytes(const SubscriberGroupSpec& group) {
  constexpr Bytes vlan{4};
  constexpr Bytes pppoe{8};
  Bytes total;
  if (group.outer) total += vlan;
  if (group.inner) total += vlan;
  if (group.framing == Framing::pppoe) total += pppoe;
  return total;
}

Bytes largest_frame(const SubscriberGroupSpec& group, Direction direction, bool hosts, const std::string* class_name) {
  const auto meant = [&](const GroupTrafficSpec::Share& share) {
    return share.share > 0 && (class_name == nullptr || share.class_name == *class_name);
  };
  const Bytes tags = tag_bytes(group);
  Bytes largest = hosts ? header::mac + tags + header::largest_ip_packet + header::fcs : Bytes{};
  for (const auto& traffic : group.traffic) {
    if (traffic.direction != direction || std::none_of(traffic.classes.begin(), traffic.classes.end(), meant)) continue;
    if (traffic.captured) largest = std::max(largest, qoslab::largest_frame(*traffic.captured) + tags);
    for (const auto* sizes : {&traffic.sizes.ipv4, &traffic.sizes.ipv6})
      for (const auto& entry : *sizes) largest = std::max(largest, entry.frame);
  }
  return largest;
}

Streams::Streams(const GatewaySpec& gateway, const std::vector<SubscriberGroupSpec>& groups,
                 const std::vector<ProfileSpec>& profiles, const std::vector<bool>& hosts) {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::size_t classes = 0;
    for (const auto& p : profiles)
      if (p.name == groups[g].profile) classes = p.classes.size();
    for (const auto direction : {Direction::upstream, Direction::downstream})
      for (std::size_t c = 0; c < classes; ++c)
        for (const bool ipv6 : {false, true}) {
          const bool has = ipv6 ? groups[g].ipv6.has_value() : groups[g].ipv4 || !groups[g].ipv6;
          if (has) add({g, direction, c, ipv6, false}, gateway.layer, tag_bytes(groups[g]));
        }
  }
  first_foreign_ = static_cast<std::uint8_t>(all_.size());
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (const auto direction : {Direction::upstream, Direction::downstream})
      if (hosts[g]) add({g, direction, 0, false, true}, gateway.layer, tag_bytes(groups[g]));
}

void Streams::add(const Stream& stream, Layer layer, Bytes tags) {
  if (all_.size() + 1 >= dataplane::most_streams)
    throw std::invalid_argument{"more than 255 streams: groups × directions × classes × address families"};
  offset_[all_.size()] = static_cast<std::int16_t>(count_of_frame(layer, Bytes{}, tags).count());
  tags_[all_.size()] = static_cast<std::uint8_t>(tags.count());
  all_.push_back(stream);
}

std::uint8_t Streams::number(std::size_t group, Direction direction, std::size_t class_index, bool ipv6) const {
  for (std::size_t i = 0; i < first_foreign_; ++i) {
    const auto& s = all_[i];
    if (s.group == group && s.direction == direction && s.class_index == class_index && s.ipv6 == ipv6)
      return static_cast<std::uint8_t>(i);
  }
  return 0;  // a family that the group does not have, and that nobody sends
}

std::uint8_t Streams::foreign(std::size_t group, Direction direction) const {
  for (std::size_t i = first_foreign_; i < all_.size(); ++i)
    if (all_[i].group == group && all_[i].direction == direction) return static_cast<std::uint8_t>(i);
  throw std::logic_error{"no host of ns-3 belongs to group " + std::to_string(group)};
}

}  // namespace qoslab::bng
