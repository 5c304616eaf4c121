#include "model/dataplane/share_layout.h"

#include <algorithm>
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

/// The smallest step with which `span`, the most that tags differ, fits.
std::uint8_t shift_for(std::uint64_t span) {
  std::uint8_t shift = 0;
  while ((span >> shift) > share_steps - 4) ++shift;
  return shift;
}

class Builder {
 public:
  Builder(ShareLayout& layout, const TreeSpec& spec)
      : layout_{layout},
        spec_{spec},
        heaviest_(spec.nodes.size(), 1),
        steepest_(spec.nodes.size(), 1),
        children_(spec.nodes.size()),
        possible_(spec.nodes.size()) {
    measure_nodes();
    measure_queues();
    for (std::size_t i = spec_.nodes.size(); i-- > 1;) possible_[spec_.nodes[i].parent] |= possible_[i];
    add_growths();
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
      if (depth[i] > ShareLayout::most_depth) throw std::invalid_argument{"the tree is too deep"};
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
  void add_growths() {
    for (const auto& q : spec_.queues) {
      const auto& p = spec_.profiles[q.profile];
      auto& growth = layout_.places.emplace_back().growth;
      growth[1] = growth_for(heaviest_[q.parent], p.weight_above());
      growth[0] = p.has_within() ? growth_for(heaviest_[q.parent], p.cir_weight) : growth[1];
      steepest_[q.parent] = std::max({steepest_[q.parent], growth[0], growth[1]});
    }
    growth_.resize(spec_.nodes.size());
    for (std::size_t i = 1; i < spec_.nodes.size(); ++i) {
      const auto parent = spec_.nodes[i].parent;
      growth_[i] = growth_for(heaviest_[parent], spec_.nodes[i].weight);
      steepest_[parent] = std::max(steepest_[parent], growth_[i]);
    }
  }
  void add_slots() {
    for (std::size_t i = 0; i < spec_.nodes.size(); ++i) {
      layout_.first_slot.push_back(static_cast<std::uint32_t>(layout_.slots.size()));
      for (Pass pass = 0; pass < passes; ++pass) {
        if ((possible_[i] >> pass & 1) == 0) continue;
        auto& s = layout_.slots.emplace_back();
        s.growth = growth_[i];
        s.node = static_cast<std::uint32_t>(i);
        s.shift = shift_for(static_cast<std::uint64_t>(spec_.largest) * steepest_[i]);
        s.pass = static_cast<std::uint8_t>(pass);
        if (children_[i] <= few_children) continue;
        s.last_list = share_steps - 1;
        s.lists = layout_.lists;
        layout_.lists += share_steps;
      }
    }
    layout_.first_slot.push_back(static_cast<std::uint32_t>(layout_.slots.size()));
  }
  [[nodiscard]] std::uint32_t slot(std::size_t node, Pass pass) const {
    for (auto at = layout_.first_slot[node]; at < layout_.first_slot[node + 1]; ++at)
      if (layout_.slots[at].pass == pass) return at;
    return no_link;
  }
  void connect() {
    for (auto& s : layout_.slots)
      if (s.node != 0) s.parent = slot(spec_.nodes[s.node].parent, s.pass);
    for (std::size_t i = 0; i < spec_.queues.size(); ++i) {
      const auto& p = spec_.profiles[spec_.queues[i].profile];
      auto& place = layout_.places[i];
      if (p.has_within()) place.slot[0] = slot(spec_.queues[i].parent, within_cir(p.cir_level));
      place.slot[1] = slot(spec_.queues[i].parent, p.pass_above());
    }
    for (Pass pass = 0; pass < passes; ++pass) layout_.port[pass] = slot(0, pass);
  }

  ShareLayout& layout_;
  const TreeSpec& spec_;
  std::vector<std::int64_t> heaviest_;   ///< child of each node
  std::vector<std::uint64_t> steepest_;  ///< growth of a child of each node
  std::vector<std::size_t> children_;
  std::vector<std::uint32_t> possible_;  ///< passes, as bits
  std::vector<std::uint64_t> growth_;
};

}  // namespace

ShareLayout::ShareLayout(const TreeSpec& spec) {
  if (spec.nodes.empty()) throw std::invalid_argument{"a tree has at least the port"};
  const Builder builder{*this, spec};
}

}  // namespace qoslab::dataplane
