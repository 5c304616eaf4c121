#include "model/bng/plan.h"

#include <algorithm>
#include <stdexcept>

namespace qoslab::bng {

GatewayParts parts_of(const GatewaysSpec& all, const GatewaySpec& gateway) {
  GatewayParts parts{gateway, {}, all.profiles, {}, all.access_lists, {}};
  for (const auto& group : all.groups) {
    if (group.gateway != gateway.name) continue;
    const auto profile = std::find_if(all.profiles.begin(), all.profiles.end(),
                                      [&](const ProfileSpec& p) { return p.name == group.profile; });
    if (profile == all.profiles.end()) throw std::invalid_argument{"no profile " + group.profile};
    parts.groups.push_back(group);
    parts.profile_of.push_back(static_cast<std::size_t>(profile - all.profiles.begin()));
    parts.hosts.push_back(std::any_of(all.hosts.begin(), all.hosts.end(), [&](const GatewayHostSpec& h) {
      return h.gateway == gateway.name && h.group == group.name;
    }));
  }
  if (parts.groups.empty()) throw std::invalid_argument{"gateway " + gateway.name + " has no subscribers"};
  return parts;
}

Plan::Plan(const GatewayParts& parts) : links_(static_cast<std::size_t>(parts.gateway.access.links)) {
  const auto link_count = static_cast<std::int64_t>(links_.size());
  for (const auto profile : parts.profile_of) classes_.push_back(parts.profiles[profile].classes.size());
  std::uint32_t leaf = 0;
  for (std::size_t l = 0; l < links_.size(); ++l) {
    auto& link = links_[l];
    link.first_leaf = leaf;
    std::uint32_t subscriber = 0;
    for (std::size_t g = 0; g < parts.groups.size(); ++g) {
      const auto here = dealt_to(static_cast<std::int64_t>(l), link_count, parts.groups[g].count);
      link.groups.push_back({here, subscriber, leaf});
      link.subscribers += here;
      subscriber += static_cast<std::uint32_t>(here);
      leaf += static_cast<std::uint32_t>(here) * static_cast<std::uint32_t>(classes_[g]);
    }
    link.end_leaf = leaf;
  }
}

std::uint32_t Plan::first_leaf(std::size_t group, std::int64_t number) const {
  const auto link_count = static_cast<std::int64_t>(links_.size());
  const auto& here = links_[static_cast<std::size_t>(number % link_count)].groups[group];
  return here.first_leaf +
         static_cast<std::uint32_t>(number / link_count) * static_cast<std::uint32_t>(classes_[group]);
}

std::size_t class_of(const ProfileSpec& profile, Dscp mark) {
  std::size_t rest = 0;
  for (std::size_t c = 0; c < profile.classes.size(); ++c) {
    const auto& dscps = profile.classes[c].dscps;
    if (std::find(dscps.begin(), dscps.end(), mark) != dscps.end()) return c;
    if (dscps.empty()) rest = c;
  }
  return rest;
}

std::vector<std::uint32_t> Plan::port_order(std::size_t link, bool mixed) const {
  struct Place {
    std::int64_t number;  // of the group on this link
    std::int64_t of;
    std::size_t group;
    std::uint32_t subscriber;
  };
  std::vector<Place> places;
  for (std::size_t g = 0; g < classes_.size(); ++g)
    for (std::int64_t n = 0; n < links_[link].groups[g].subscribers; ++n)
      places.push_back({n, links_[link].groups[g].subscribers, g, static_cast<std::uint32_t>(places.size())});
  const auto earlier = [](const Place& a, const Place& b) {
    const auto x = (2 * a.number + 1) * b.of;  // the middle of its part of the group, as a fraction
    const auto y = (2 * b.number + 1) * a.of;
    return x != y ? x < y : a.group < b.group;
  };
  if (mixed) std::sort(places.begin(), places.end(), earlier);
  std::vector<std::uint32_t> order(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) order[places[i].subscriber] = static_cast<std::uint32_t>(i);
  return order;
}

namespace {

/// The packets of a capture. Precondition: the traffic has all classes of the profile, in its order.
dataplane::Replay replay_of(const GroupTrafficSpec& traffic, const ProfileSpec& profile, std::int64_t loaded) {
  dataplane::Replay replay;
  replay.trace = traffic.captured;
  for (std::size_t mark = 0; mark < replay.class_of.size(); ++mark)
    replay.class_of[mark] = static_cast<std::uint8_t>(class_of(profile, Dscp{static_cast<std::uint8_t>(mark)}));
  replay.subscribers = static_cast<std::uint32_t>(loaded);
  replay.repeat = traffic.repeat;
  return replay;
}

/// Which of a group's loaded subscribers meet on one link.
template <typename OnLink>
dataplane::EmitterSpec emitter_for(const GatewayParts& parts, const Plan& plan, const Streams& streams,
                                   std::size_t group, const GroupTrafficSpec& traffic, OnLink&& on_link) {
  const auto& spec = parts.groups[group];
  const auto& profile = parts.profiles[parts.profile_of[group]];
  dataplane::EmitterSpec e;
  for (const auto& share : traffic.classes) {
    for (std::size_t c = 0; c < profile.classes.size(); ++c) {
      if (profile.classes[c].name != share.class_name) continue;
      e.classes.push_back({share.share, streams.number(group, traffic.direction, c, false),
                           streams.number(group, traffic.direction, c, true), static_cast<std::uint8_t>(c)});
    }
  }
  if (spec.ipv4 || !spec.ipv6) e.ipv4 = traffic.sizes.ipv4;
  if (spec.ipv6) e.ipv6 = traffic.sizes.ipv6;
  const auto loaded = std::min(spec.count, traffic.loaded.value_or(spec.count));
  if (traffic.captured) e.replay = replay_of(traffic, profile, loaded);
  for (std::int64_t n = 0; n < loaded; ++n) {
    if (!on_link(n)) continue;
    e.first_leaves.push_back(plan.first_leaf(group, n));
    if (e.replay) e.replay->turns.push_back(static_cast<std::uint32_t>(n));
  }
  const auto share = static_cast<Int128>(traffic.rate.rate.bps()) * static_cast<std::int64_t>(e.first_leaves.size());
  e.rate = {Rate::bps(static_cast<std::int64_t>(share / std::max<std::int64_t>(1, loaded))), traffic.rate.layer};
  if (e.replay) e.rate = traffic.rate;
  e.pacing = traffic.pacing;
  e.burst = traffic.burst;
  e.mean_on = traffic.mean_on;
  e.mean_off = traffic.mean_off;
  e.start = traffic.start;
  e.stop = traffic.stop;
  return e;
}

template <typename OnLink>
void add_emitters(dataplane::SourceSpec& source, const GatewayParts& parts, const Plan& plan, const Streams& streams,
                  Direction direction, const std::string& purpose, OnLink&& on_link) {
  source.cores = parts.gateway.processor ? static_cast<std::uint32_t>(parts.gateway.processor->cores) : 0;
  for (std::size_t g = 0; g < parts.groups.size(); ++g) {
    int number = 0;
    for (const auto& traffic : parts.groups[g].traffic) {
      if (traffic.direction != direction) continue;
      auto e = emitter_for(parts, plan, streams, g, traffic, on_link);
      const auto tags = tag_bytes(parts.groups[g]);
      (direction == Direction::downstream ? e.tags : e.carried_tags) = tags;
      e.purpose = parts.gateway.name + " " + parts.groups[g].name + " " + purpose + " " + std::to_string(number++);
      source.emitters.push_back(std::move(e));
    }
  }
}

}  // namespace

dataplane::SourceSpec upstream_source(const GatewayParts& parts, const Plan& plan, const Streams& streams,
                                      std::size_t access_link) {
  dataplane::SourceSpec source{parts.gateway.access.rate, parts.gateway.access.delay, 0, {}};
  const auto links = static_cast<std::int64_t>(plan.links().size());
  add_emitters(source, parts, plan, streams, Direction::upstream, "access " + std::to_string(access_link),
               [&](std::int64_t n) { return n % links == static_cast<std::int64_t>(access_link); });
  return source;
}

dataplane::SourceSpec downstream_source(const GatewayParts& parts, const Plan& plan, const Streams& streams,
                                        std::size_t network_link) {
  dataplane::SourceSpec source{parts.gateway.network.rate, parts.gateway.network.delay, 0, {}};
  const auto links = static_cast<std::int64_t>(plan.links().size());
  add_emitters(source, parts, plan, streams, Direction::downstream, "network " + std::to_string(network_link),
               [&](std::int64_t n) {
                 return n / links % parts.gateway.network.links == static_cast<std::int64_t>(network_link);
               });
  return source;
}

}  // namespace qoslab::bng
