// Which of a tree's queues is next in the fair share of its pass, in constant time.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "model/dataplane/share_layout.h"

namespace qoslab::dataplane {

/// Children of a node share it in proportion to their weights by start tags (start-time fair queueing, Goyal, Vin and
/// Cheng, SIGCOMM 1996): a child's tag grows by bytes × W / weight with each packet, the child with the smallest tag is
/// next, and one that comes back does not claim the time that it was away. Tags are compared in steps of 2^shift,
/// chosen so that all tags in use lie within 62 steps; children of one step take turns in the order in which they came.
/// So no child is ever further from its exact share than one step and one packet, and nothing accumulates: the tags
/// themselves are exact. Each pass of the port has shares of its own.
///
/// A child is known by its link: queue q is link q, slot s (a node in one pass) is link queues + s. All of a queue, its
/// place in a list and what `Queue` keeps of it, is one line of the cache.
template <typename Queue>
class ShareTree {
 public:
  ShareTree(const ShareLayout& layout, std::size_t nodes);

  [[nodiscard]] std::uint32_t queue_count() const { return queue_count_; }
  Queue& queue(std::uint32_t number) { return lines_[number].queue; }
  [[nodiscard]] const Queue& queue(std::uint32_t number) const { return lines_[number].queue; }
  [[gnu::always_inline]] void prefetch(std::uint32_t queue) const { __builtin_prefetch(&lines_[queue], 1); }

  /// Passes in which a queue may send, as bits of Pass.
  [[nodiscard]] std::uint32_t active() const { return active_; }
  /// The queue may send in the pass from now on, until it leaves. `slot`: its parent's in that pass.
  void join(std::uint32_t queue, std::uint32_t slot, Pass pass) { activate(queue, slot, pass); }
  void leave(std::uint32_t queue, std::uint32_t slot, Pass pass) { deactivate(queue, slot, pass); }
  /// A node takes no part, or takes part again, with all that is below it.
  void close(std::uint32_t node);
  void open(std::uint32_t node);
  [[nodiscard]] bool closed(std::uint32_t node) const { return closed_[node] != 0; }

  /// The queue that is next. Precondition: active in this pass.
  std::uint32_t choose(Pass pass);
  /// The queue that was chosen sends so much: it and the nodes above it move on in their shares, its own tag by bytes ×
  /// `growth`. If it does not stay in the pass, it leaves.
  void advance(Pass pass, std::int64_t bytes, std::uint64_t growth, bool stays);
  /// The nodes above the queue that was chosen, the port first.
  [[nodiscard]] std::size_t depth() const { return depth_; }
  [[nodiscard]] std::uint32_t node_of(std::uint32_t number) const { return slot(number).node; }
  [[nodiscard]] std::uint32_t node_at(std::size_t depth) const { return slot(path_[depth]).node; }

 private:
  static constexpr std::uint32_t none = no_link;
  struct alignas(64) Line {
    std::array<std::uint64_t, 2> tag{};  ///< within CIR, above CIR
    std::uint32_t prev = none, next = none;
    union {
      Queue queue;
      ShareSlot slot;
    };
    explicit Line(const Queue& q) : queue{q} {}
    explicit Line(const ShareSlot& s) : slot{s} {}
  };
  static_assert(sizeof(Line) == 64);

  static std::size_t side(Pass pass) { return pass < 8 ? 0 : 1; }
  static bool earlier(std::uint64_t a, std::uint64_t b) { return static_cast<std::int64_t>(a - b) < 0; }
  ShareSlot& slot(std::uint32_t number) { return lines_[queue_count_ + number].slot; }
  [[nodiscard]] const ShareSlot& slot(std::uint32_t number) const { return lines_[queue_count_ + number].slot; }
  void append(ShareSlot& s, Pass pass, std::uint32_t link);
  bool remove(ShareSlot& s, Pass pass, std::uint32_t link);
  [[nodiscard]] bool empty(const ShareSlot& s) const {
    return s.steps == none ? s.first == none : steps_[s.steps].used == 0;
  }
  [[nodiscard]] std::uint32_t first_of(const ShareSlot& s, Pass pass) const;
  void activate(std::uint32_t link, std::uint32_t number, Pass pass);
  void deactivate(std::uint32_t link, std::uint32_t number, Pass pass);

  std::uint32_t queue_count_;
  std::uint32_t active_ = 0;
  std::vector<Line> lines_;  ///< queues, then slots
  std::vector<ShareSteps> steps_;
  std::vector<std::uint32_t> first_slot_;  ///< of each node, and the end
  std::vector<std::uint8_t> closed_;
  std::array<std::uint32_t, passes> port_;                     ///< the port's slots
  std::array<std::uint32_t, ShareLayout::most_depth> path_{};  ///< slots above the queue that was chosen
  std::size_t depth_ = 0;
  std::uint32_t chosen_ = none;
};

template <typename Queue>
ShareTree<Queue>::ShareTree(const ShareLayout& layout, std::size_t nodes)
    : queue_count_{static_cast<std::uint32_t>(layout.places.size())},
      steps_(layout.steps),
      first_slot_{layout.first_slot},
      closed_(nodes),
      port_{layout.port} {
  lines_.reserve(layout.places.size() + layout.slots.size());
  for (std::uint32_t i = 0; i < queue_count_; ++i) lines_.emplace_back(Queue{});
  for (const auto& s : layout.slots) lines_.emplace_back(s);
}

template <typename Queue>
void ShareTree<Queue>::close(std::uint32_t node) {
  closed_[node] = 1;
  for (auto at = first_slot_[node]; at < first_slot_[node + 1]; ++at)
    if (!empty(slot(at))) deactivate(queue_count_ + at, slot(at).parent, slot(at).pass);
}

template <typename Queue>
void ShareTree<Queue>::open(std::uint32_t node) {
  closed_[node] = 0;
  for (auto at = first_slot_[node]; at < first_slot_[node + 1]; ++at)
    if (!empty(slot(at))) activate(queue_count_ + at, slot(at).parent, slot(at).pass);
}

/// At the end of its step's list.
template <typename Queue>
void ShareTree<Queue>::append(ShareSlot& s, Pass pass, std::uint32_t link) {
  auto& l = lines_[link];
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
    lines_[*last].next = link;
  }
  *last = link;
}

/// True: it was the only child in this pass.
template <typename Queue>
bool ShareTree<Queue>::remove(ShareSlot& s, Pass pass, std::uint32_t link) {
  const auto& l = lines_[link];
  if (l.prev != none) lines_[l.prev].next = l.next;
  if (l.next != none) lines_[l.next].prev = l.prev;
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

template <typename Queue>
std::uint32_t ShareTree<Queue>::first_of(const ShareSlot& s, Pass pass) const {
  if (s.steps != none) {
    const auto& steps = steps_[s.steps];
    const auto from = (s.virtual_time >> s.shift) % 64;
    const auto ahead = std::countr_zero(std::rotr(steps.used, static_cast<int>(from)));
    return steps.first[(from + static_cast<std::uint64_t>(ahead)) % 64];
  }
  std::uint32_t best = s.first;
  auto best_step = lines_[best].tag[side(pass)] >> s.shift;
  for (auto at = lines_[best].next; at != none; at = lines_[at].next) {
    const auto step = lines_[at].tag[side(pass)] >> s.shift;
    if (static_cast<std::int64_t>((step - best_step) << s.shift) >= 0) continue;
    best = at;
    best_step = step;
  }
  return best;
}

/// The nodes above may send now, too, as far as they are open.
template <typename Queue>
void ShareTree<Queue>::activate(std::uint32_t link, std::uint32_t number, Pass pass) {
  for (;;) {
    auto& s = slot(number);
    const std::uint64_t step_begins = s.virtual_time >> s.shift << s.shift;
    auto& tag = lines_[link].tag[side(pass)];
    if (earlier(tag, step_begins)) tag = step_begins;
    const bool was_empty = empty(s);
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

template <typename Queue>
void ShareTree<Queue>::deactivate(std::uint32_t link, std::uint32_t number, Pass pass) {
  for (;;) {
    auto& s = slot(number);
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

template <typename Queue>
std::uint32_t ShareTree<Queue>::choose(Pass pass) {
  depth_ = 0;
  std::uint32_t number = port_[pass];
  for (;;) {
    path_[depth_++] = number;
    const auto link = first_of(slot(number), pass);
    if (link < queue_count_) return chosen_ = link;
    number = link - queue_count_;
  }
}

template <typename Queue>
void ShareTree<Queue>::advance(Pass pass, std::int64_t bytes, std::uint64_t growth, bool stays) {
  const auto size = static_cast<std::uint64_t>(bytes);
  for (std::size_t i = 0; i + 1 < depth_; ++i) {
    auto& s = slot(path_[i]);
    const auto link = queue_count_ + path_[i + 1];
    auto& l = lines_[link];
    auto& tag = l.tag[side(pass)];
    if (earlier(s.virtual_time, tag)) s.virtual_time = tag;
    const auto grown = tag + size * slot(path_[i + 1]).growth;
    const bool alone = s.steps == none && l.prev == none && l.next == none;
    if (!alone) remove(s, pass, link);
    tag = grown;
    if (!alone) append(s, pass, link);
  }
  auto& s = slot(path_[depth_ - 1]);
  auto& tag = lines_[chosen_].tag[side(pass)];
  if (earlier(s.virtual_time, tag)) s.virtual_time = tag;
  const auto grown = tag + size * growth;
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
