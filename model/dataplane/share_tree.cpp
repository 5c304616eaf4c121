#include "model/dataplane/share_tree.h"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace qoslab::dataplane {
namespace {

constexpr std::size_t few_children = 8;
constexpr std::int64_t most_ratio = 1 << 24;
/// W / weight of the heaviest child.
constexpr std::uint64_t unit = 1ULL << 20;

std::uint64_t growth_for(std::int64_t heaviest, std::int64_t weight) {
  if (heaviest / weight >= most_ratio) throw std::invalid_argument{"weights of siblings differ by more than 2^24"};
  const auto w = static_cast<std::uint64_t>(weight);
  return (unit * static_cast<std::uint64_t>(heaviest) + w / 2) / w;
}

/// The smallest step with which `span`, the most that tags differ, fits into 64 of them.
std::uint8_t shift_for(std::uint64_t span) {
  std::uint8_t shift = 0;
  while ((span >> shift) > 60) ++shift;
  return shift;
}

}  // namespace

/// The tables, from a spec.
class ShareTree::Builder {
 public:
  Builder(ShareTree& tree, const TreeSpec& spec)
      : tree_{tree},
        spec_{spec},
        heaviest_(spec.nodes.size(), 1),
        steepest_(spec.nodes.size(), 1),
        children_(spec.nodes.size()),
        possible_(spec.nodes.size()) {
    measure_nodes();
    measure_queues();
    for (std::size_t i = spec_.nodes.size(); i-- > 1;) possible_[spec_.nodes[i].parent] |= possible_[i];
    add_queues();
    add_slots();
    connect();
  }

 private:
  void measure_nodes() {
    std::vector<std::size_t> depth(spec_.nodes.size(), 1);
    for (std::size_t i = 1; i < spec_.nodes.size(); ++i) {
      const auto& node = spec_.nodes[i];
      if (node.parent >= i) throw std::invalid_argument{"a node's parent comes before it"};
      depth[i] = depth[node.parent] + 1;
      if (depth[i] > most_depth) throw std::invalid_argument{"the tree is too deep"};
      heaviest_[node.parent] = std::max(heaviest_[node.parent], node.weight);
      ++children_[node.parent];
    }
  }
  void measure_queues() {
    for (const auto& q : spec_.queues) {
      const auto& p = spec_.profiles.at(q.profile);
      auto& heaviest = heaviest_.at(q.parent);
      heaviest = std::max(heaviest, p.weight_above());
      if (p.has_within()) heaviest = std::max(heaviest, p.cir_weight);
      ++children_[q.parent];
      possible_[q.parent] |= 1U << p.pass_above();
      if (p.has_within()) possible_[q.parent] |= 1U << within_cir(p.cir_level);
    }
  }
  void add_queues() {
    std::map<std::pair<std::uint16_t, std::int64_t>, std::uint32_t> known;
    for (const auto& q : spec_.queues) {
      const auto& p = spec_.profiles[q.profile];
      const auto heaviest = heaviest_[q.parent];
      const auto next = static_cast<std::uint32_t>(tree_.growths_.size());
      const auto [at, fresh] = known.try_emplace({q.profile, heaviest}, next);
      if (fresh) {
        const auto above = growth_for(heaviest, p.weight_above());
        tree_.growths_.push_back({p.has_within() ? growth_for(heaviest, p.cir_weight) : above, above});
      }
      const auto& growth = tree_.growths_[at->second];
      steepest_[q.parent] = std::max({steepest_[q.parent], growth[0], growth[1]});
      tree_.queues_.push_back({{none, none}, at->second});
    }
  }
  void add_slots() {
    std::vector<std::uint64_t> growth(spec_.nodes.size());
    for (std::size_t i = 1; i < spec_.nodes.size(); ++i) {
      const auto parent = spec_.nodes[i].parent;
      growth[i] = growth_for(heaviest_[parent], spec_.nodes[i].weight);
      steepest_[parent] = std::max(steepest_[parent], growth[i]);
    }
    for (std::size_t i = 0; i < spec_.nodes.size(); ++i) {
      tree_.first_slot_.push_back(static_cast<std::uint32_t>(tree_.slots_.size()));
      const auto shift = shift_for(static_cast<std::uint64_t>(spec_.largest) * steepest_[i]);
      for (Pass pass = 0; pass < passes; ++pass) {
        if ((possible_[i] >> pass & 1) == 0) continue;
        Slot s;
        s.growth = growth[i];
        s.node = static_cast<std::uint32_t>(i);
        s.shift = shift;
        s.pass = static_cast<std::uint8_t>(pass);
        if (children_[i] > few_children) {
          s.steps = static_cast<std::uint32_t>(tree_.steps_.size());
          tree_.steps_.emplace_back();
        }
        tree_.slots_.push_back(s);
      }
    }
    tree_.first_slot_.push_back(static_cast<std::uint32_t>(tree_.slots_.size()));
  }
  [[nodiscard]] std::uint32_t slot(std::size_t node, Pass pass) const {
    for (auto at = tree_.first_slot_[node]; at < tree_.first_slot_[node + 1]; ++at)
      if (tree_.slots_[at].pass == pass) return at;
    return none;
  }
  void connect() {
    for (auto& s : tree_.slots_)
      if (s.node != 0) s.parent = slot(spec_.nodes[s.node].parent, s.pass);
    for (std::size_t i = 0; i < spec_.queues.size(); ++i) {
      const auto& p = spec_.profiles[spec_.queues[i].profile];
      auto& q = tree_.queues_[i];
      if (p.has_within()) q.slot[0] = slot(spec_.queues[i].parent, within_cir(p.cir_level));
      q.slot[1] = slot(spec_.queues[i].parent, p.pass_above());
    }
    for (Pass pass = 0; pass < passes; ++pass) tree_.port_[pass] = slot(0, pass);
  }

  ShareTree& tree_;
  const TreeSpec& spec_;
  std::vector<std::int64_t> heaviest_;   ///< child of each node
  std::vector<std::uint64_t> steepest_;  ///< growth of a child of each node
  std::vector<std::size_t> children_;
  std::vector<std::uint32_t> possible_;  ///< passes, as bits
};

ShareTree::ShareTree(const TreeSpec& spec) : queue_count_{static_cast<std::uint32_t>(spec.queues.size())} {
  if (spec.nodes.empty()) throw std::invalid_argument{"a tree has at least the port"};
  const Builder builder{*this, spec};
  links_.resize(queue_count_ + slots_.size());
  closed_.resize(spec.nodes.size());
}

void ShareTree::close(std::uint32_t node) {
  closed_[node] = 1;
  for (auto at = first_slot_[node]; at < first_slot_[node + 1]; ++at)
    if (!empty(slots_[at], steps_)) deactivate(queue_count_ + at, slots_[at].parent, slots_[at].pass);
}

void ShareTree::open(std::uint32_t node) {
  closed_[node] = 0;
  for (auto at = first_slot_[node]; at < first_slot_[node + 1]; ++at)
    if (!empty(slots_[at], steps_)) activate(queue_count_ + at, slots_[at].parent, slots_[at].pass);
}

}  // namespace qoslab::dataplane
