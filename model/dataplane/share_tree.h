// Which of a tree's queues is next in the fair share of its pass, in constant time.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "model/dataplane/tree_spec.h"

namespace qoslab::dataplane {

/// Children of a node share it in proportion to their weights by start tags (start-time fair queueing, Goyal, Vin and
/// Cheng, SIGCOMM 1996): a child's tag grows by bytes × W / weight with each packet, the child with the smallest tag is
/// next, and one that comes back does not claim the time that it was away. Tags are compared in steps of 2^shift,
/// chosen so that all tags in use lie within 62 steps; children of one step take turns in the order in which they came.
/// So no child is ever further from its exact share than one step and one packet, and nothing accumulates: the tags
/// themselves are exact. Each pass of the port has shares of its own.
///
/// A child is known by its link: queue q is link q, node n in one of its passes is link queues + slot.
class ShareTree {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr std::size_t most_depth = 14;  ///< of nodes, the port included

  /// Throws std::invalid_argument: weights of siblings differ by more than 2^24, or the tree is too deep.
  explicit ShareTree(const TreeSpec& spec);

  /// Passes in which a queue may send, as bits of Pass.
  [[nodiscard]] std::uint32_t active() const { return active_; }
  /// The queue may send in the pass from now on, until `leave`.
  void join(std::uint32_t queue, Pass pass) { activate(queue, slot_of(queue, pass), pass); }
  void leave(std::uint32_t queue, Pass pass) { deactivate(queue, slot_of(queue, pass), pass); }
  /// A node takes no part, or takes part again, with all that is below it.
  void close(std::uint32_t node);
  void open(std::uint32_t node);
  [[nodiscard]] bool closed(std::uint32_t node) const { return closed_[node] != 0; }

  /// Brings a queue's state near.
  void prefetch(std::uint32_t queue) const {
    __builtin_prefetch(&links_[queue], 1);
    __builtin_prefetch(&queues_[queue]);
  }

  /// The queue that is next. Precondition: active in this pass.
  std::uint32_t choose(Pass pass);
  /// The queue that was chosen sends so much: it and the nodes above it move on in their shares. If it does not stay in
  /// the pass, it leaves.
  void advance(Pass pass, std::int64_t bytes, bool stays);
  /// The nodes above the queue that was chosen, the port first.
  [[nodiscard]] std::size_t depth() const { return depth_; }
  [[nodiscard]] std::uint32_t node_at(std::size_t depth) const { return slots_[path_[depth]].node; }

 private:
  struct Link {
    std::array<std::uint64_t, 2> tag{};  ///< within CIR, above CIR
    std::uint32_t prev = none, next = none;
  };
  /// A node in one pass.
  struct Slot {
    std::uint64_t virtual_time = 0;
    std::uint64_t growth = 0;                 ///< W / weight of the node among its siblings
    std::uint32_t first = none, last = none;  ///< of few children, in the order in which they came
    std::uint32_t parent = none;              ///< slot
    std::uint32_t node = 0;
    std::uint32_t steps = none;  ///< of many children
    std::uint8_t shift = 0;
    std::uint8_t pass = 0;
  };
  /// The children of one node in one pass, by step.
  struct Steps {
    std::uint64_t used = 0;
    std::array<std::uint32_t, 64> first, last;
  };
  struct Queue {
    std::array<std::uint32_t, 2> slot{none, none};  ///< of its parent, within and above CIR
    std::uint32_t growth = 0;                       ///< index of growths_
  };
  class Builder;

  static std::size_t side(Pass pass) { return pass < 8 ? 0 : 1; }
  [[nodiscard]] std::uint32_t slot_of(std::uint32_t queue, Pass pass) const { return queues_[queue].slot[side(pass)]; }
  static bool earlier(std::uint64_t a, std::uint64_t b) { return static_cast<std::int64_t>(a - b) < 0; }
  void append(Slot& s, Pass pass, std::uint32_t link);
  bool remove(Slot& s, Pass pass, std::uint32_t link);
  [[nodiscard]] static bool empty(const Slot& s, const std::vector<Steps>& steps) {
    return s.steps == none ? s.first == none : steps[s.steps].used == 0;
  }
  [[nodiscard]] std::uint32_t first_of(const Slot& s, Pass pass) const;
  void activate(std::uint32_t link, std::uint32_t slot, Pass pass);
  void deactivate(std::uint32_t link, std::uint32_t slot, Pass pass);

  std::uint32_t queue_count_ = 0;
  std::uint32_t active_ = 0;
  std::vector<Queue> queues_;
  std::vector<std::array<std::uint64_t, 2>> growths_;  ///< W / weight within and above CIR
  std::vector<Link> links_;
  std::vector<Slot> slots_;
  std::vector<Steps> steps_;
  std::vector<std::uint32_t> first_slot_;  ///< of each node, and the end
  std::vector<std::uint8_t> closed_;
  std::array<std::uint32_t, passes> port_{};      ///< the port's slots
  std::array<std::uint32_t, most_depth> path_{};  ///< slots above the queue that was chosen
  std::size_t depth_ = 0;
  std::uint32_t chosen_ = none;
};

// The lists, in the header for the sake of SubscriberTree's inner loop.

/// At the end of its step's list.
inline void ShareTree::append(Slot& s, Pass pass, std::uint32_t link) {
  auto& l = links_[link];
  std::uint32_t* first = &s.first;
  std::uint32_t* last = &s.last;
  bool was_empty = s.first == none;
  if (s.steps != none) {
    auto& steps = steps_[s.steps];
    const auto at = (l.tag[side(pass)] >> s.shift) % 64;
    first = &steps.first[at];
    last = &steps.last[at];
    was_empty = (steps.used >> at & 1) == 0;
    steps.used |= 1ULL << at;
  }
  l.next = none;
  if (was_empty) {
    l.prev = none;
    *first = link;
  } else {
    l.prev = *last;
    links_[*last].next = link;
  }
  *last = link;
}

/// True: it was the only child in this pass.
inline bool ShareTree::remove(Slot& s, Pass pass, std::uint32_t link) {
  const auto& l = links_[link];
  if (l.prev != none) links_[l.prev].next = l.next;
  if (l.next != none) links_[l.next].prev = l.prev;
  if (s.steps == none) {
    if (l.prev == none) s.first = l.next;
    if (l.next == none) s.last = l.prev;
    return s.first == none;
  }
  auto& steps = steps_[s.steps];
  const auto at = (l.tag[side(pass)] >> s.shift) % 64;
  if (l.prev == none) steps.first[at] = l.next;
  if (l.next == none) steps.last[at] = l.prev;
  if (l.prev == none && l.next == none) steps.used &= ~(1ULL << at);
  return steps.used == 0;
}

inline std::uint32_t ShareTree::first_of(const Slot& s, Pass pass) const {
  if (s.steps != none) {
    const auto& steps = steps_[s.steps];
    const auto from = (s.virtual_time >> s.shift) % 64;
    const auto ahead = std::countr_zero(std::rotr(steps.used, static_cast<int>(from)));
    return steps.first[(from + static_cast<std::uint64_t>(ahead)) % 64];
  }
  std::uint32_t best = s.first;
  auto best_step = links_[best].tag[side(pass)] >> s.shift;
  for (auto at = links_[best].next; at != none; at = links_[at].next) {
    const auto step = links_[at].tag[side(pass)] >> s.shift;
    if (static_cast<std::int64_t>((step - best_step) << s.shift) >= 0) continue;
    best = at;
    best_step = step;
  }
  return best;
}

/// The nodes above may send now, too, as far as they are open.
inline void ShareTree::activate(std::uint32_t link, std::uint32_t number, Pass pass) {
  for (;;) {
    auto& s = slots_[number];
    const std::uint64_t step_begins = s.virtual_time >> s.shift << s.shift;
    auto& tag = links_[link].tag[side(pass)];
    if (earlier(tag, step_begins)) tag = step_begins;
    const bool was_empty = empty(s, steps_);
    append(s, pass, link);
    if (!was_empty) return;
    if (s.parent == none) {
      active_ |= 1U << pass;
      return;
    }
    if (closed(s.node)) return;
    link = queue_count_ + number;
    number = s.parent;
  }
}

inline void ShareTree::deactivate(std::uint32_t link, std::uint32_t number, Pass pass) {
  for (;;) {
    auto& s = slots_[number];
    if (!remove(s, pass, link)) return;
    if (s.parent == none) {
      active_ &= ~(1U << pass);
      return;
    }
    if (closed(s.node)) return;
    link = queue_count_ + number;
    number = s.parent;
  }
}

inline std::uint32_t ShareTree::choose(Pass pass) {
  depth_ = 0;
  std::uint32_t slot = port_[pass];
  for (;;) {
    path_[depth_++] = slot;
    const auto link = first_of(slots_[slot], pass);
    if (link < queue_count_) return chosen_ = link;
    slot = link - queue_count_;
  }
}

inline void ShareTree::advance(Pass pass, std::int64_t bytes, bool stays) {
  const auto size = static_cast<std::uint64_t>(bytes);
  for (std::size_t i = 0; i + 1 < depth_; ++i) {
    auto& s = slots_[path_[i]];
    const auto link = queue_count_ + path_[i + 1];
    auto& l = links_[link];
    auto& tag = l.tag[side(pass)];
    if (earlier(s.virtual_time, tag)) s.virtual_time = tag;
    const auto grown = tag + size * slots_[path_[i + 1]].growth;
    const bool alone = s.steps == none && l.prev == none && l.next == none;
    if (!alone) remove(s, pass, link);
    tag = grown;
    if (!alone) append(s, pass, link);
  }
  auto& s = slots_[path_[depth_ - 1]];
  auto& tag = links_[chosen_].tag[side(pass)];
  if (earlier(s.virtual_time, tag)) s.virtual_time = tag;
  const auto grown = tag + size * growths_[queues_[chosen_].growth][side(pass)];
  if (stays) {
    remove(s, pass, chosen_);
    tag = grown;
    append(s, pass, chosen_);
  } else {
    deactivate(chosen_, path_[depth_ - 1], pass);
    tag = grown;
  }
}

}  // namespace qoslab::dataplane
