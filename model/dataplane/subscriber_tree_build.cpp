// How a spec becomes the tables of a SubscriberTree.
#include <algorithm>
#include <stdexcept>

#include "model/dataplane/subscriber_tree.h"

namespace qoslab::dataplane {
namespace {

constexpr std::size_t most_levels = 14;       // of nodes, the port included
constexpr std::size_t few_children = 8;       // above, a node keeps Steps
constexpr std::int64_t most_ratio = 1 << 24;  // of the weights of siblings
constexpr std::int64_t long_ago = INT64_MIN / 4;

std::uint64_t step_for(std::int64_t heaviest, std::int64_t weight) {
  if (heaviest / weight >= most_ratio) throw std::invalid_argument{"weights of siblings differ by more than 2^24"};
  const auto w = static_cast<std::uint64_t>(weight);
  return (share_unit * static_cast<std::uint64_t>(heaviest) + w / 2) / w;
}

bool has_within(const QueueProfile& p) { return p.cir && p.cir->rate > Rate{} && p.cir_weight > 0; }
bool is_orphan(const QueueProfile& p) { return p.level == 0 || p.weight == 0; }
std::int64_t weight_above(const QueueProfile& p) { return is_orphan(p) ? 1 : p.weight; }

}  // namespace

SubscriberTree::SubscriberTree(const TreeSpec& spec)
    : queue_count_{static_cast<std::uint32_t>(spec.queues.size())},
      first_leaf_{spec.first_leaf},
      largest_{spec.largest},
      count_offset_{spec.count_offset},
      line_{spec.line} {
  if (spec.nodes.empty()) throw std::invalid_argument{"a tree has at least the port"};
  build_nodes(spec);
  build_queues(spec);
  build_slots();
  for (std::size_t i = 0; i < levels_.size(); ++i)
    if (spec.levels[i]) levels_[i] = {true, gate_for(*spec.levels[i]), long_ago};
}

SubscriberTree::Gate SubscriberTree::gate_for(const Shaper& shaper) const {
  const SendTime time{shaper.rate};
  const std::int64_t spare = std::max<std::int64_t>(0, shaper.burst.count() - largest_);
  return {time, (Credit::of(Bytes{spare})).time_to_earn(shaper.rate).ps()};
}

void SubscriberTree::build_nodes(const TreeSpec& spec) {
  nodes_.resize(spec.nodes.size());
  heaviest_.assign(nodes_.size(), 1);
  std::vector<std::size_t> depth(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const auto& from = spec.nodes[i];
    auto& node = nodes_[i];
    if (i > 0 && from.parent >= i) throw std::invalid_argument{"a node's parent comes before it"};
    node.parent = i > 0 ? from.parent : 0;
    node.clock = long_ago;
    if (from.shaper) {
      node.gate = static_cast<std::uint32_t>(gates_.size());
      gates_.push_back(gate_for(*from.shaper));
      gates_between_ = gates_between_ || i > 0;
    }
    if (i == 0) continue;
    depth[i] = depth[from.parent] + 1;
    if (depth[i] >= most_levels) throw std::invalid_argument{"a tree has at most 13 levels below its port"};
    heaviest_[from.parent] = std::max(heaviest_[from.parent], from.weight);
  }
  for (const auto& q : spec.queues) {
    const auto& p = spec.profiles.at(q.profile);
    auto& heaviest = heaviest_.at(q.parent);
    heaviest = std::max({heaviest, weight_above(p), has_within(p) ? p.cir_weight : 1});
  }
  for (std::size_t i = 1; i < nodes_.size(); ++i)
    nodes_[i].step = step_for(heaviest_[nodes_[i].parent], spec.nodes[i].weight);
}

std::uint16_t SubscriberTree::profile_for(const QueueProfile& from, std::uint16_t number, std::int64_t heaviest) {
  const auto [at, fresh] = compiled_.try_emplace({number, heaviest}, static_cast<std::uint16_t>(profiles_.size()));
  if (!fresh) return at->second;
  Profile p;
  if (from.pir) {
    p.shaped = true;
    p.pir = gate_for(*from.pir);
  }
  if (has_within(from)) {
    p.committed = true;
    p.cir = gate_for(*from.cir);
    p.within = static_cast<std::uint8_t>(within_cir(from.cir_level));
    p.step[0] = step_for(heaviest, from.cir_weight);
  }
  p.above = static_cast<std::uint8_t>(is_orphan(from) ? orphan_pass : above_cir(from.level));
  p.step[1] = step_for(heaviest, weight_above(from));
  constexpr std::int64_t most = 0xffff'ffff;
  p.most_packets = static_cast<std::uint32_t>(std::min(from.most_packets.value_or(most), most));
  p.most_bytes = static_cast<std::uint32_t>(std::min(from.most_bytes.value_or(most), most));
  profiles_.push_back(p);
  return at->second;
}

void SubscriberTree::build_queues(const TreeSpec& spec) {
  queues_.reserve(spec.queues.size());
  for (const auto& from : spec.queues) {
    Queue q{.pir_clock = long_ago,
            .cir_clock = long_ago,
            .prev = no_child,
            .next = no_child,
            .first = no_child,
            .last = no_child,
            .parent = from.parent,
            .profile = profile_for(spec.profiles[from.profile], from.profile, heaviest_[from.parent]),
            .pass = static_cast<std::uint8_t>(passes)};
    const auto& p = profiles_[q.profile];
    auto& possible = nodes_[q.parent].possible;
    possible |= 1U << p.above;
    if (p.committed) possible |= 1U << p.within;
    queues_.push_back(q);
  }
  for (std::size_t i = nodes_.size(); i-- > 1;) nodes_[nodes_[i].parent].possible |= nodes_[i].possible;
}

void SubscriberTree::build_slots() {
  std::vector<std::size_t> children(nodes_.size());
  std::vector<std::uint64_t> steepest(nodes_.size(), 1);
  for (const auto& q : queues_) {
    ++children[q.parent];
    const auto& p = profiles_[q.profile];
    steepest[q.parent] = std::max({steepest[q.parent], p.step[0], p.step[1]});
  }
  for (std::size_t i = 1; i < nodes_.size(); ++i) {
    ++children[nodes_[i].parent];
    steepest[nodes_[i].parent] = std::max(steepest[nodes_[i].parent], nodes_[i].step);
  }
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    auto& node = nodes_[i];
    node.many = children[i] > few_children;
    node.shift = shift_for(static_cast<std::uint64_t>(largest_) * steepest[i]);
    node.first_slot = static_cast<std::uint32_t>(slots_.size());
    for (int n = std::popcount(node.possible); n > 0; --n) {
      Slot s;
      if (node.many) {
        s.first = static_cast<std::uint32_t>(steps_.size());
        steps_.emplace_back();
      }
      slots_.push_back(s);
    }
  }
}

}  // namespace qoslab::dataplane
