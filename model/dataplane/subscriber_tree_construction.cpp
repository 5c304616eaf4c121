// The tables of a SubscriberTree from its specification, and what they count.
#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "model/dataplane/subscriber_tree.h"

namespace qoslab::dataplane {

/// Kinds by profile, growth and slots.
class SubscriberTree::KindTable {
 public:
  KindTable(const SubscriberTree& tree, const TreeSpec& spec, std::vector<Kind>& kinds)
      : tree_{tree}, spec_{spec}, kinds_{kinds} {}
  std::uint16_t number(std::uint16_t profile, const SharePlace& place, std::uint32_t first_slot) {
    const Pair slot{(place.slot[0] - first_slot) * ShareTree<Queue>::line_links,
                    (place.slot[1] - first_slot) * ShareTree<Queue>::line_links};
    const auto [at, fresh] =
        known_.try_emplace(std::tuple{profile, place.growth, slot}, static_cast<std::uint16_t>(kinds_.size()));
    if (fresh) kinds_.push_back(kind(spec_.profiles[profile], place.growth, slot));
    return at->second;
  }

 private:
  using Pair = std::array<std::uint32_t, 2>;
  [[nodiscard]] Kind kind(const QueueProfile& from, const std::array<std::uint64_t, 2>& growth,
                          const Pair& slot) const {
    constexpr std::int64_t most = UINT32_MAX;
    Kind k;
    if (from.pir) k.pir = tree_.gate(*from.pir);
    k.promoted[above_side] = from.has_within();
    if (from.has_within()) k.cir = tree_.gate(*from.cir);
    k.growth = growth;
    k.slot = slot;
    k.pass = {static_cast<std::uint8_t>(within_cir(from.cir_level)), static_cast<std::uint8_t>(from.pass_above())};
    k.most_packets = static_cast<std::uint32_t>(std::min(from.most_packets.value_or(most), most));
    k.most_bytes = static_cast<std::uint32_t>(std::min(from.most_bytes.value_or(most), most));
    return k;
  }
  const SubscriberTree& tree_;
  const TreeSpec& spec_;
  std::vector<Kind>& kinds_;
  std::map<std::tuple<std::uint16_t, std::array<std::uint64_t, 2>, Pair>, std::uint16_t> known_;
};

SubscriberTree::SubscriberTree(const TreeSpec& spec) : SubscriberTree{spec, ShareLayout{spec}} {}

SubscriberTree::SubscriberTree(const TreeSpec& spec, const ShareLayout& layout)
    : first_leaf_{spec.first_leaf},
      largest_{spec.largest},
      count_offset_{spec.count_offset},
      line_{spec.line},
      shares_{layout, spec.nodes.size()} {
  KindTable table{*this, spec, kinds_};
  for (std::uint32_t i = 0; i < shares_.queue_count(); ++i) {
    auto& q = shares_.queue(shares_.link_of(i));
    const auto parent = spec.queues[i].parent;
    q.parent_slot = shares_.first_slot(parent);
    q.kind = table.number(spec.queues[i].profile, layout.places[i], layout.first_slot[parent]);
    if (kinds_[q.kind].promoted[above_side]) q.cir_clock = Gate::long_ago;
  }
  std::map<std::pair<Rate, Bytes>, std::uint32_t> known;
  for (const auto& n : spec.nodes) {
    auto& node = nodes_.emplace_back();
    node.parent = n.parent;
    if (!n.shaper) continue;
    const auto [at, fresh] =
        known.try_emplace({n.shaper->rate, n.shaper->burst}, static_cast<std::uint32_t>(gates_.size()));
    if (fresh) gates_.push_back(gate(*n.shaper));
    node.gate = at->second;
    gates_between_ = gates_between_ || nodes_.size() > 1;
  }
  if (nodes_[0].gate != none) limited_passes_ = every_pass;
  for (std::size_t i = 0; i < levels_.size(); ++i)
    if (spec.levels[i]) {
      levels_[i].gate = gate(*spec.levels[i]);
      limited_passes_ |= passes_of_level(i);
      gates_between_ = true;
    }
}

Count SubscriberTree::carried_by_node(std::size_t node) const {
  if (node != 0) return nodes_[node].carried;
  Count all;
  for (const auto& carried : carried_by_pass_) all += carried;
  return all;
}

std::array<Count, 8> SubscriberTree::carried_by_level() const {
  std::array<Count, 8> result;
  for (Pass pass = 0; pass < orphan_pass; ++pass) result[level_index(pass)] += carried_by_pass_[pass];
  return result;
}

}  // namespace qoslab::dataplane
