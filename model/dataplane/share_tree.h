// Which of a tree's queues is next in the fair share of its pass, in constant time.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
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
/// A child is known by its link: where it is in the tables, in eighths of a line of the cache. Queues come first, then
/// the slots, which are the nodes by pass, then the lists of many. All of a queue, its place in a list and what `Queue`
/// keeps of it, is one line. Lists are rings through a link of their own, so that no branch tells the first, the last
/// and the only child. Most trees are flat: what concerns nodes below the port is not inline.
template <typename Queue>
class ShareTree {
 public:
  static constexpr std::uint32_t line_links = 8;
  ShareTree(const ShareLayout& layout, std::size_t nodes);

  /// Of a queue, by number. Links below `queue_end` are queues.
  static std::uint32_t link_of(std::uint32_t queue) { return queue * line_links; }
  static std::uint32_t queue_at(std::uint32_t link) { return link / line_links; }
  [[nodiscard]] std::uint32_t queue_end() const { return queue_end_; }
  [[nodiscard]] std::uint32_t queue_count() const { return queue_at(queue_end_); }
  Queue& queue(std::uint32_t link) { return line(link).leaf.queue; }
  [[nodiscard]] const Queue& queue(std::uint32_t link) const { return line(link).leaf.queue; }
  [[gnu::always_inline]] void prefetch(std::uint32_t link) const { __builtin_prefetch(&at(link), 1); }
  /// The link of the node's first slot; the next ones are `line_links` further each.
  [[nodiscard]] std::uint32_t first_slot(std::uint32_t node) const { return first_slot_[node]; }
  [[nodiscard]] std::uint32_t node_of(std::uint32_t link) const { return slot(link).node; }

  /// Passes in which a queue may send, as bits of Pass.
  [[nodiscard]] std::uint32_t active() const { return active_; }
  /// The queue may send from now on, until it leaves, in its parent's slot, which is of this side.
  void join(std::uint32_t queue, std::uint32_t slot, Side side);
  void leave(std::uint32_t queue, std::uint32_t slot, Side side);
  /// A node takes no part, or takes part again, with all that is below it.
  void close(std::uint32_t node);
  void open(std::uint32_t node);
  [[nodiscard]] bool closed(std::uint32_t node) const { return closed_[node] != 0; }

  /// The queue that is next. Precondition: active in this pass.
  [[nodiscard]] std::uint32_t choose(Pass pass) const;
  /// The queue, which was chosen, sends so much from this slot: it and the nodes above it move on in their shares, its
  /// own tag by bytes × `growth`. If it does not stay in the pass, it leaves.
  void advance(std::uint32_t queue, std::uint32_t slot, Side side, std::int64_t bytes, std::uint64_t growth,
               bool stays);

 private:
  static constexpr std::uint32_t none = no_link;
  struct Leaf {
    std::array<std::uint64_t, 2> tag{};  ///< by Side
    Queue queue;
  };
  struct alignas(64) Line {
    ShareLink link;
    union {
      Leaf leaf;
      ShareSlot slot;
      std::array<ShareLink, line_links - 1> lists;
    };
    explicit Line(const Leaf& l) : leaf{l} {}
    explicit Line(const ShareSlot& s) : slot{s} {}
    Line() : lists{} {}
  };
  static_assert(sizeof(Line) == line_links * sizeof(ShareLink) && offsetof(ShareSlot, few) == 0);

  ShareLink& at(std::uint32_t link) { return reinterpret_cast<ShareLink*>(lines_.data())[link]; }
  [[nodiscard]] const ShareLink& at(std::uint32_t link) const {
    return reinterpret_cast<const ShareLink*>(lines_.data())[link];
  }
  Line& line(std::uint32_t link) { return reinterpret_cast<Line&>(at(link)); }
  [[nodiscard]] const Line& line(std::uint32_t link) const { return reinterpret_cast<const Line&>(at(link)); }
  ShareSlot& slot(std::uint32_t link) { return line(link).slot; }
  [[nodiscard]] const ShareSlot& slot(std::uint32_t link) const { return line(link).slot; }
  [[nodiscard]] std::uint64_t tag_of(std::uint32_t link, Side side) const {
    return link < queue_end_ ? line(link).leaf.tag[side] : slot(link).tag;
  }

  static std::uint64_t later(std::uint64_t a, std::uint64_t b) { return static_cast<std::int64_t>(a - b) < 0 ? b : a; }
  void append(ShareSlot& s, std::uint32_t link, std::uint64_t tag);
  void remove(ShareSlot& s, std::uint32_t link, std::uint64_t tag);
  void enter(ShareSlot& s, std::uint32_t link, std::uint64_t& tag);
  void move_on(ShareSlot& s, std::uint32_t link, std::uint64_t& tag, std::uint64_t by, bool stays);
  [[nodiscard]] std::uint32_t first_of(const ShareSlot& s, Side side) const;
  [[nodiscard, gnu::noinline]] std::uint32_t choose_below(std::uint32_t link, Side side) const;
  [[gnu::noinline]] void activate(std::uint32_t link);
  [[gnu::noinline]] void deactivate(std::uint32_t link);
  [[gnu::noinline]] void advance_above(std::uint32_t link, std::uint64_t bytes);

  std::uint32_t queue_end_;
  std::uint32_t active_ = 0;
  std::vector<Line> lines_;
  std::vector<std::uint32_t> first_slot_;  ///< of each node, and the end
  std::vector<std::uint8_t> closed_;
  std::array<std::uint32_t, passes> port_;  ///< the port's slots
};

template <typename Queue>
ShareTree<Queue>::ShareTree(const ShareLayout& layout, std::size_t nodes)
    : queue_end_{link_of(static_cast<std::uint32_t>(layout.places.size()))},
      lines_(layout.places.size(), Line{Leaf{}}),
      first_slot_{layout.first_slot},
      closed_(nodes),
      port_{layout.port} {
  const auto slot_link = [&](std::uint32_t number) { return queue_end_ + number * line_links; };
  const auto first_list = slot_link(static_cast<std::uint32_t>(layout.slots.size()));
  for (auto s : layout.slots) {
    const auto few = static_cast<std::uint32_t>(lines_.size()) * line_links + 1;
    s.few = {few, few};
    s.lists = s.last_list == 0 ? few : first_list + s.lists;
    if (s.parent != none) s.parent = slot_link(s.parent);
    lines_.emplace_back(s);
  }
  lines_.resize(lines_.size() + layout.lists / line_links);
  for (auto list = first_list; list < first_list + layout.lists; ++list) at(list) = {list, list};
  for (auto& slot : first_slot_) slot = slot_link(slot);
  for (auto& slot : port_) slot = slot_link(slot);
}

template <typename Queue>
void ShareTree<Queue>::close(std::uint32_t node) {
  for (auto link = first_slot_[node]; link < first_slot_[node + 1]; link += line_links)
    if (slot(link).used != 0) deactivate(link);
  closed_[node] = 1;
}

template <typename Queue>
void ShareTree<Queue>::open(std::uint32_t node) {
  closed_[node] = 0;
  for (auto link = first_slot_[node]; link < first_slot_[node + 1]; link += line_links)
    if (slot(link).used != 0) activate(link);
}

/// At the end of its list.
template <typename Queue>
void ShareTree<Queue>::append(ShareSlot& s, std::uint32_t link, std::uint64_t tag) {
  const auto number = s.list_of(tag);
  const auto list = s.lists + static_cast<std::uint32_t>(number);
  const auto last = at(list).prev;
  at(link).prev = last;
  at(last).next = at(list).prev = link;
  at(link).next = list;
  s.used |= 1ULL << number;
}

template <typename Queue>
void ShareTree<Queue>::remove(ShareSlot& s, std::uint32_t link, std::uint64_t tag) {
  const auto prev = at(link).prev;
  const auto next = at(link).next;
  at(prev).next = next;
  at(next).prev = prev;
  s.used ^= std::uint64_t{prev == next} << s.list_of(tag);  // both are the list
}

template <typename Queue>
std::uint32_t ShareTree<Queue>::first_of(const ShareSlot& s, Side side) const {
  if (s.last_list != 0) {
    const auto from = s.virtual_time >> s.shift;
    const auto ahead = __builtin_ctzll(std::rotr(s.used, static_cast<int>(from % share_steps)));
    return at(s.lists + static_cast<std::uint32_t>((from + static_cast<std::uint64_t>(ahead)) % share_steps)).next;
  }
  std::uint32_t best = at(s.lists).next;
  auto best_step = tag_of(best, side) >> s.shift;
  for (auto link = at(best).next; link != s.lists; link = at(link).next) {
    const auto step = tag_of(link, side) >> s.shift;
    if (static_cast<std::int64_t>((step - best_step) << s.shift) >= 0) continue;
    best = link;
    best_step = step;
  }
  return best;
}

/// A child comes back.
template <typename Queue>
void ShareTree<Queue>::enter(ShareSlot& s, std::uint32_t link, std::uint64_t& tag) {
  const auto from = later(tag, s.virtual_time >> s.shift << s.shift);
  tag = from;
  append(s, link, from);
}

template <typename Queue>
void ShareTree<Queue>::join(std::uint32_t queue, std::uint32_t link, Side side) {
  auto& s = slot(link);
  const bool first = s.used == 0;
  enter(s, queue, line(queue).leaf.tag[side]);
  if (s.parent == none)
    active_ |= 1U << s.pass;
  else if (first)
    activate(link);
}

template <typename Queue>
void ShareTree<Queue>::leave(std::uint32_t queue, std::uint32_t link, Side side) {
  auto& s = slot(link);
  remove(s, queue, line(queue).leaf.tag[side]);
  if (s.used == 0) deactivate(link);
}

/// The slot has got its first child: the nodes above may send now, too, as far as they are open.
template <typename Queue>
void ShareTree<Queue>::activate(std::uint32_t link) {
  for (;;) {
    auto& s = slot(link);
    if (s.parent == none) {
      active_ |= 1U << s.pass;
      return;
    }
    if (closed(s.node)) return;
    auto& above = slot(s.parent);
    const bool first = above.used == 0;
    enter(above, link, s.tag);
    if (!first) return;
    link = s.parent;
  }
}

/// The slot has lost its last child.
template <typename Queue>
void ShareTree<Queue>::deactivate(std::uint32_t link) {
  for (;;) {
    auto& s = slot(link);
    if (s.parent == none) {
      active_ &= ~(1U << s.pass);
      return;
    }
    if (closed(s.node)) return;
    auto& above = slot(s.parent);
    remove(above, link, s.tag);
    if (above.used != 0) return;
    link = s.parent;
  }
}

template <typename Queue>
std::uint32_t ShareTree<Queue>::choose(Pass pass) const {
  const auto link = first_of(slot(port_[pass]), side_of(pass));
  return link < queue_end_ ? link : choose_below(link, side_of(pass));
}

template <typename Queue>
std::uint32_t ShareTree<Queue>::choose_below(std::uint32_t link, Side side) const {
  do link = first_of(slot(link), side);
  while (link >= queue_end_);
  return link;
}

template <typename Queue>
void ShareTree<Queue>::move_on(ShareSlot& s, std::uint32_t link, std::uint64_t& tag, std::uint64_t by, bool stays) {
  const auto from = tag;
  s.virtual_time = later(s.virtual_time, from);
  remove(s, link, from);
  tag = from + by;
  if (stays) append(s, link, from + by);
}

template <typename Queue>
void ShareTree<Queue>::advance(std::uint32_t queue, std::uint32_t link, Side side, std::int64_t bytes,
                               std::uint64_t growth, bool stays) {
  const auto size = static_cast<std::uint64_t>(bytes);
  auto& s = slot(link);
  move_on(s, queue, line(queue).leaf.tag[side], size * growth, stays);
  if (s.parent != none) return advance_above(link, size);
  active_ ^= std::uint32_t{s.used == 0} << s.pass;
}

template <typename Queue>
void ShareTree<Queue>::advance_above(std::uint32_t link, std::uint64_t bytes) {
  auto* s = &slot(link);
  while (s->parent != none) {
    auto& above = slot(s->parent);
    move_on(above, link, s->tag, bytes * s->growth, s->used != 0);
    link = s->parent;
    s = &above;
  }
  active_ ^= std::uint32_t{s->used == 0} << s->pass;
}

}  // namespace qoslab::dataplane
