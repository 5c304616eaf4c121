// The scheduler tree of an access link, from the port scheduler, the aggregates and the profiles.
#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "model/bng/plan.h"
#include "model/packet/layers.h"

namespace qoslab::bng {
namespace {

using dataplane::QueueProfile;
using dataplane::Shaper;
using dataplane::TreeSpec;

/// As the gateway's layer counts.
std::int64_t largest_packet(const GatewayParts& parts) {
  Bytes largest;
  for (std::size_t g = 0; g < parts.groups.size(); ++g) {
    const auto frame = largest_frame(parts.groups[g], Direction::downstream, parts.hosts[g]);
    if (frame > Bytes{})
      largest = std::max(largest, count_of_frame(parts.gateway.layer, frame, tag_bytes(parts.groups[g])));
  }
  return largest > Bytes{} ? largest.count() : header::largest_ip_packet.count();
}

/// Is each subscriber a node of the tree? As soon as one profile asks for what only a node has: so that all subscribers
/// share alike. Otherwise their queues share the port or aggregate on their own.
bool subscribers_are_nodes(const GatewayParts& parts) {
  return std::any_of(parts.profile_of.begin(), parts.profile_of.end(),
                     [&](std::size_t number) { return is_node(parts.profiles[number]); });
}

class TreeBuilder {
 public:
  TreeBuilder(const GatewayParts& parts, const Plan& plan, const Streams& streams, std::size_t link)
      : parts_{parts}, port_{parts.gateway.access.scheduler}, plan_{plan}, link_{plan.links()[link]}, number_{link} {
    auto& spec = tree_.spec;
    spec.line = parts.gateway.access.rate;
    spec.first_leaf = link_.first_leaf;
    spec.largest = largest_packet(parts);
    spec.count_offset = streams.count_offset();
    for (std::size_t i = 0; i < spec.levels.size(); ++i)
      if (port_.levels[i]) spec.levels[i] = Shaper{port_.levels[i]->rate, port_.levels[i]->burst};
    add_port();
    add_aggregates();
    add_subscribers();
  }
  NamedTree take() { return std::move(tree_); }

 private:
  std::uint32_t add_node(std::uint32_t parent, std::int64_t weight, std::optional<Rate> rate, Bytes burst,
                         const std::string& name, ShareBy children) {
    TreeSpec::Node node{parent, weight, {}};
    if (rate) node.shaper = Shaper{*rate, burst};
    tree_.spec.nodes.push_back(node);
    tree_.names.push_back(name);
    children_.push_back(children);
    return static_cast<std::uint32_t>(tree_.spec.nodes.size() - 1);
  }
  [[nodiscard]] std::int64_t weight_in(std::uint32_t parent, std::optional<Rate> rate, std::int64_t weight) const {
    if (children_[parent] == ShareBy::weight) return weight;
    return rate.value_or(parts_.gateway.access.rate).bps();
  }

  void add_port() { add_node(0, 1, port_.rate, port_.burst, "", port_.children); }

  /// Aggregate n of a level holds subscribers n × size to (n + 1) × size of the port.
  void add_aggregates() {
    const auto subscribers = link_.subscribers;
    std::int64_t parent_size = 0;
    std::uint32_t parents = 0;
    for (const auto& level : port_.aggregates) {
      const auto first = static_cast<std::uint32_t>(tree_.spec.nodes.size());
      for (std::int64_t n = 0; n * level.subscribers < subscribers; ++n) {
        const auto at = static_cast<std::size_t>(n);
        std::optional<Rate> rate;
        if (!level.rates.empty()) rate = level.rates[at % level.rates.size()];
        const auto weight = level.weights.empty() ? 1 : level.weights[at % level.weights.size()];
        const auto parent =
            parent_size == 0 ? 0 : parents + static_cast<std::uint32_t>(n * level.subscribers / parent_size);
        add_node(parent, weight_in(parent, rate, weight), rate, level.burst, level.name + "." + std::to_string(n),
                 level.children);
      }
      parents = first;
      parent_size = level.subscribers;
    }
    lowest_ = parents;
    lowest_size_ = parent_size;
  }

  void add_subscribers() {
    const auto order = plan_.port_order(number_, port_.mixed);
    const bool nodes = subscribers_are_nodes(parts_);
    std::uint32_t subscriber = ~0U;
    std::uint32_t parent = 0;
    plan_.leaves_of(number_, [&](std::uint32_t, std::size_t group, std::int64_t, std::size_t class_index) {
      const auto& profile = parts_.profiles[parts_.profile_of[group]];
      if (class_index == 0) {
        ++subscriber;
        parent = lowest_size_ == 0 ? 0 : lowest_ + static_cast<std::uint32_t>(order[subscriber] / lowest_size_);
        if (nodes)
          parent = add_node(parent, weight_in(parent, profile.rate, profile.weight), profile.rate, profile.burst, "",
                            profile.children);
      }
      tree_.spec.queues.push_back({parent, queue_profile(parts_.profile_of[group], class_index, children_[parent])});
    });
  }

  std::uint16_t queue_profile(std::size_t profile, std::size_t class_index, ShareBy share) {
    const auto next = static_cast<std::uint16_t>(tree_.spec.profiles.size());
    const auto [at, fresh] = profiles_.try_emplace({profile, class_index, share}, next);
    if (!fresh) return at->second;
    const auto& q = parts_.profiles[profile].classes[class_index].queue;
    auto p = profile_of(q);
    if (share == ShareBy::rate) {
      if (p.weight > 0) p.weight = q.pir.value_or(parts_.gateway.access.rate).bps();
      if (p.cir_weight > 0 && p.cir) p.cir_weight = q.cir.bps();
    }
    tree_.spec.profiles.push_back(p);
    return next;
  }

  const GatewayParts& parts_;
  const PortSchedulerSpec& port_;
  const Plan& plan_;
  const Plan::AccessLink& link_;
  std::size_t number_;
  NamedTree tree_;
  std::vector<ShareBy> children_;  ///< of each node: how its children share
  std::uint32_t lowest_ = 0;       ///< the first aggregate of the lowest level
  std::int64_t lowest_size_ = 0;
  std::map<std::tuple<std::size_t, std::size_t, ShareBy>, std::uint16_t> profiles_;
};

}  // namespace

QueueProfile profile_of(const SubscriberQueueSpec& q) {
  QueueProfile p;
  if (q.pir) p.pir = Shaper{*q.pir, q.mbs};
  if (q.cir > Rate{}) p.cir = Shaper{q.cir, q.cbs};
  p.cir_level = q.cir_level;
  p.level = q.level;
  p.cir_weight = q.cir_weight;
  p.weight = q.weight;
  p.most_packets = q.limit.packets;
  if (q.limit.bytes) p.most_bytes = q.limit.bytes->count();
  return p;
}

NamedTree access_tree(const GatewayParts& parts, const Plan& plan, const Streams& streams, std::size_t access_link) {
  return TreeBuilder{parts, plan, streams, access_link}.take();
}

}  // namespace qoslab::bng
