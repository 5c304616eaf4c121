#include "model/device/tree.h"

#include <algorithm>
#include <string>
#include <utility>

#include "model/packet/layers.h"
#include "model/qos/scheduler/ideal_tree.h"
#include "model/qos/scheduler/nested.h"
#include "model/qos/scheduler/priority.h"
#include "model/qos/scheduler/round_robin.h"
#include "model/qos/scheduler/wf2q_plus.h"

namespace qoslab {
namespace {

constexpr Bytes largest_packet{1500};

/// A class tree as one algorithm sees it: `members[i]` is class i; leaves have a child number.
struct Members {
  struct Member {
    const ClassSpec* spec;
    int parent;
    std::optional<int> child;
  };
  std::vector<Member> list;
};

/// One scheduler and what stands below it, in the order of its children's numbers.
struct NodeBelow {
  const ClassSpec* leaf = nullptr;   ///< a queue, or
  const ClassSpec* inner = nullptr;  ///< a class whose children another scheduler serves
};

bool is_tree_algorithm(SchedulerKind kind) {
  return kind == SchedulerKind::cbq || kind == SchedulerKind::hfsc || kind == SchedulerKind::htb ||
         kind == SchedulerKind::ideal;
}

class Builder {
 public:
  explicit Builder(const PortSpec& spec) : spec_{spec} {}

  ClassTree build() {
    add_node(spec_.scheduler, spec_.classes);
    ClassTree tree;
    if (nodes_.size() == 1) {
      tree.scheduler = std::move(nodes_.front().scheduler);
      tree.adjustable = dynamic_cast<RateAdjustable*>(tree.scheduler.get());
    } else {
      tree.scheduler = std::make_unique<NestedScheduler>(std::move(nodes_));
    }
    tree.leaves = std::move(leaves_);
    return tree;
  }

 private:
  /// Adds a scheduler over `classes` and, after it, those below; returns its number.
  int add_node(SchedulerKind kind, const std::vector<ClassSpec>& classes) {
    const auto number = static_cast<int>(nodes_.size());
    nodes_.emplace_back();
    Members members;
    std::vector<NodeBelow> below;
    collect(kind, classes, is_tree_algorithm(kind) && kind_has_root(kind) ? 0 : -1, members, below);
    std::vector<NestedScheduler::Node::Child> children;
    for (const auto& b : below) {
      if (b.leaf != nullptr) {
        children.push_back({.leaf = static_cast<int>(leaves_.size())});
        leaves_.push_back(*b.leaf);
      } else {
        children.push_back(
            {.leaf = std::nullopt, .node = add_node(b.inner->scheduler.value_or(kind), b.inner->children)});
      }
    }
    auto& node = nodes_[static_cast<std::size_t>(number)];
    node.scheduler = make(kind, members);
    node.children = std::move(children);
    return number;
  }

  static bool kind_has_root(SchedulerKind kind) { return kind == SchedulerKind::cbq || kind == SchedulerKind::hfsc; }

  void collect(SchedulerKind kind, const std::vector<ClassSpec>& classes, int parent, Members& members,
               std::vector<NodeBelow>& below) {
    const int first = kind_has_root(kind) ? 1 : 0;
    for (const auto& c : classes) {
      const bool same_algorithm = !c.scheduler || *c.scheduler == kind;
      if (!c.children.empty() && is_tree_algorithm(kind) && same_algorithm) {
        members.list.push_back({&c, parent, std::nullopt});
        collect(kind, c.children, first + static_cast<int>(members.list.size()) - 1, members, below);
      } else {
        members.list.push_back({&c, parent, static_cast<int>(below.size())});
        below.push_back(c.children.empty() ? NodeBelow{.leaf = &c} : NodeBelow{.inner = &c});
      }
    }
  }

  std::unique_ptr<Scheduler> make(SchedulerKind kind, const Members& members) const {
    switch (kind) {
      case SchedulerKind::fifo:
        return std::make_unique<Priority>(std::vector<int>(members.list.size(), 0));
      case SchedulerKind::priority:
        return std::make_unique<Priority>(shares<PriorityShare, int>(members, &PriorityShare::level));
      case SchedulerKind::wrr:
        return std::make_unique<Wrr>(shares<WrrShare, std::int64_t>(members, &WrrShare::weight));
      case SchedulerKind::drr:
        return std::make_unique<Drr>(shares<DrrShare, Bytes>(members, &DrrShare::quantum));
      case SchedulerKind::wf2q_plus:
        return std::make_unique<Wf2qPlus>(shares<Wf2qShare, Rate>(members, &Wf2qShare::rate));
      case SchedulerKind::cbq: {
        const Cbq::Link link{.rate = port_rate(spec_), .tick = spec_.cbq_tick};
        Cbq::Class root;
        root.rate = link.rate;
        return std::make_unique<Cbq>(link, placed<Cbq::Class>(members, {root}));
      }
      case SchedulerKind::hfsc:
        return std::make_unique<Hfsc>(placed<Hfsc::Class>(members, {Hfsc::Class{}}));
      case SchedulerKind::htb:
        return std::make_unique<Htb>(placed<TokenTreeClass>(members));
      case SchedulerKind::ideal:
        return std::make_unique<IdealTree>(placed<TokenTreeClass>(members));
    }
    return nullptr;
  }

  template <typename Share, typename Value>
  static std::vector<Value> shares(const Members& members, Value Share::*value) {
    std::vector<Value> result;
    for (const auto& m : members.list) result.push_back(std::get<Share>(m.spec->share).*value);
    return result;
  }

  /// The members as one algorithm's classes, after `first` (its root, where it wants one).
  template <typename Class>
  static std::vector<Class> placed(const Members& members, std::vector<Class> first = {}) {
    for (const auto& m : members.list) {
      auto c = std::get<Class>(m.spec->share);
      c.parent = m.parent;
      c.leaf = m.child;
      first.push_back(c);
    }
    return first;
  }

  const PortSpec& spec_;
  std::vector<NestedScheduler::Node> nodes_;
  std::vector<ClassSpec> leaves_;
};

/// The children of the class named `parent`, or the top ones.
std::vector<ClassSpec>& children_of(const std::string& parent, std::vector<ClassSpec>& classes) {
  if (parent.empty()) return classes;
  std::vector<ClassSpec>* found = nullptr;
  const auto search = [&](auto&& self, std::vector<ClassSpec>& level) -> void {
    for (auto& c : level) {
      if (c.name == parent) found = &c.children;
      self(self, c.children);
    }
  };
  search(search, classes);
  return found != nullptr ? *found : classes;
}

PortSpec with_slots(PortSpec spec) {
  const auto& reservable = *spec.reservable;
  auto& siblings = children_of(reservable.parent, spec.classes);
  for (int i = 1; i <= reservable.most_flows; ++i) {
    siblings.push_back(reservable.share_template);
    siblings.back().name = reserved_slot_prefix + std::to_string(i);
  }
  return spec;
}

}  // namespace

Rate port_rate(const PortSpec& spec) {
  if (spec.shaper) return spec.shaper->rate;
  const auto counted = static_cast<Int128>(size_at(spec.layer, largest_packet).count());
  const auto line = static_cast<Int128>(size_at(Layer::line, largest_packet).count());
  return Rate::bps(static_cast<std::int64_t>(spec.link_rate.bps() * counted / line));
}

ClassTree build_class_tree(const PortSpec& spec) {
  if (!spec.reservable) {
    auto tree = Builder{spec}.build();
    tree.first_slot = static_cast<int>(tree.leaves.size());
    return tree;
  }
  const PortSpec expanded = with_slots(spec);
  auto tree = Builder{expanded}.build();
  const auto slot = std::find_if(tree.leaves.begin(), tree.leaves.end(),
                                 [](const ClassSpec& c) { return c.name == std::string{reserved_slot_prefix} + "1"; });
  tree.first_slot = static_cast<int>(slot - tree.leaves.begin());
  return tree;
}

}  // namespace qoslab
