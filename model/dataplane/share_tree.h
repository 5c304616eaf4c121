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
/// A child is known by its link: first the queues, then the slots, which are the nodes by pass. The lists are rings
/// through a link of their own, so that no branch tells the first, the last and the only child. Most trees are flat:
/// what concerns nodes below the port is not inline.
template <typename Queue>
class ShareTree {
 public:
  ShareTree(const ShareLayout& layout, std::size_t nodes);

  [[nodiscard]] std::uint32_t queue_count() const { return queue_count_; }
  Queue& queue(std::uint32_t number) { return lines_[number].queue; }
  [[nodiscard]] const Queue& queue(std::uint32_t number) const { return lines_[number].queue; }
  [[gnu::always_inline]] void prefetch(std::uint32_t queue) const {
    __builtin_prefetch(&lines_[queue], 1);
    __builtin_prefetch(&links_[queue], 1);
  }
  /// The link of the node's first slot.
  [[nodiscard]] std::uint32_t first_slot(std::uint32_t node) const { return first_slot_[node]; }
  [[nodiscard]] std::uint32_t node_of(std::uint32_t slot) const { return lines_[slot].slot.node; }

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
  struct alignas(64) Line {
    std::array<std::uint64_t, 2> tag{};  ///< by Side
    union {
      Queue queue;
      ShareSlot slot;
    };
    explicit Line(const Queue& q) : queue{q} {}
    explicit Line(const ShareSlot& s) : slot{s} {}
  };
  static_assert(sizeof(Line) == 64);
  struct Link {
    std::uint32_t prev, next;
  };

  static std::uint64_t later(std::uint64_t a, std::uint64_t b) { return static_cast<std::int64_t>(a - b) < 0 ? b : a; }
  void append(ShareSlot& s, std::uint32_t link, std::uint64_t tag);
  void remove(ShareSlot& s, std::uint32_t link, std::uint64_t tag);
  void enter(ShareSlot& s, std::uint32_t link, Side side);
  void move_on(ShareSlot& s, std::uint32_t link, Side side, std::uint64_t by, bool stays);
  [[nodiscard]] std::uint32_t first_of(const ShareSlot& s, Side side) const;
  [[nodiscard, gnu::noinline]] std::uint32_t choose_below(std::uint32_t slot, Side side) const;
  [[gnu::noinline]] void activate(std::uint32_t slot, Side side);
  [[gnu::noinline]] void deactivate(std::uint32_t slot, Side side);
  [[gnu::noinline]] void advance_above(std::uint32_t slot, Side side, std::uint64_t bytes);

  std::uint32_t queue_count_;
  std::uint32_t active_ = 0;
  std::vector<Line> lines_;                ///< queues, then slots
  std::vector<Link> links_;                ///< of the lines, then of lists
  std::vector<std::uint32_t> first_slot_;  ///< of each node, and the end
  std::vector<std::uint8_t> closed_;
  std::array<std::uint32_t, passes> port_;  ///< the port's slots
};

template <typename Queue>
ShareTree<Queue>::ShareTree(const ShareLayout& layout, std::size_t nodes)
    : queue_count_{static_cast<std::uint32_t>(layout.places.size())},
      first_slot_{layout.first_slot},
      closed_(nodes),
      port_{layout.port} {
  const auto line_count = static_cast<std::uint32_t>(layout.places.size() + layout.slots.size());
  lines_.reserve(line_count);
  for (std::uint32_t i = 0; i < queue_count_; ++i) lines_.emplace_back(Queue{});
  for (auto s : layout.slots) {
    if (s.parent != none) s.parent += queue_count_;
    s.lists += line_count;
    lines_.emplace_back(s);
  }
  for (std::uint32_t i = 0; i < line_count + layout.lists; ++i) links_.push_back({i, i});
  for (auto& slot : first_slot_) slot += queue_count_;
  for (auto& slot : port_) slot += queue_count_;
}

template <typename Queue>
void ShareTree<Queue>::close(std::uint32_t node) {
  closed_[node] = 1;
  for (auto at = first_slot_[node]; at < first_slot_[node + 1]; ++at)
    if (const auto& s = lines_[at].slot; s.used != 0) leave(at, s.parent, side_of(s.pass));
}

template <typename Queue>
void ShareTree<Queue>::open(std::uint32_t node) {
  closed_[node] = 0;
  for (auto at = first_slot_[node]; at < first_slot_[node + 1]; ++at)
    if (const auto& s = lines_[at].slot; s.used != 0) join(at, s.parent, side_of(s.pass));
}

/// At the end of its list.
template <typename Queue>
void ShareTree<Queue>::append(ShareSlot& s, std::uint32_t link, std::uint64_t tag) {
  const auto number = s.list_of(tag);
  const auto list = s.lists + static_cast<std::uint32_t>(number);
  const auto last = links_[list].prev;
  links_[link].prev = last;
  links_[last].next = links_[list].prev = link;
  links_[link].next = list;
  s.used |= 1ULL << number;
}

template <typename Queue>
void ShareTree<Queue>::remove(ShareSlot& s, std::uint32_t link, std::uint64_t tag) {
  const auto prev = links_[link].prev;
  const auto next = links_[link].next;
  links_[prev].next = next;
  links_[next].prev = prev;
  s.used ^= std::uint64_t{prev == next} << s.list_of(tag);  // both are the list
}

template <typename Queue>
std::uint32_t ShareTree<Queue>::first_of(const ShareSlot& s, Side side) const {
  if (s.last_list != 0) {
    const auto from = s.virtual_time >> s.shift;
    const auto ahead = __builtin_ctzll(std::rotr(s.used, static_cast<int>(from % share_steps)));
    return links_[s.lists + (from + static_cast<std::uint64_t>(ahead)) % share_steps].next;
  }
  std::uint32_t best = links_[s.lists].next;
  auto best_step = lines_[best].tag[side] >> s.shift;
  for (auto at = links_[best].next; at != s.lists; at = links_[at].next) {
    const auto step = lines_[at].tag[side] >> s.shift;
    if (static_cast<std::int64_t>((step - best_step) << s.shift) >= 0) continue;
    best = at;
    best_step = step;
  }
  return best;
}

/// A child comes back.
template <typename Queue>
void ShareTree<Queue>::enter(ShareSlot& s, std::uint32_t link, Side side) {
  const auto tag = later(lines_[link].tag[side], s.virtual_time >> s.shift << s.shift);
  lines_[link].tag[side] = tag;
  append(s, link, tag);
}

template <typename Queue>
void ShareTree<Queue>::join(std::uint32_t link, std::uint32_t slot, Side side) {
  auto& s = lines_[slot].slot;
  const bool first = s.used == 0;
  enter(s, link, side);
  active_ |= s.port_pass;
  if (s.parent != none && first) activate(slot, side);
}

template <typename Queue>
void ShareTree<Queue>::leave(std::uint32_t link, std::uint32_t slot, Side side) {
  auto& s = lines_[slot].slot;
  remove(s, link, lines_[link].tag[side]);
  if (s.used == 0) deactivate(slot, side);
}

/// The slot has got its first child: the nodes above may send now, too, as far as they are open.
template <typename Queue>
void ShareTree<Queue>::activate(std::uint32_t slot, Side side) {
  for (;;) {
    auto& s = lines_[slot].slot;
    active_ |= s.port_pass;
    if (s.parent == none || closed(s.node)) return;
    auto& above = lines_[s.parent].slot;
    const bool first = above.used == 0;
    enter(above, slot, side);
    if (!first) return;
    slot = s.parent;
  }
}

/// The slot has lost its last child.
template <typename Queue>
void ShareTree<Queue>::deactivate(std::uint32_t slot, Side side) {
  for (;;) {
    auto& s = lines_[slot].slot;
    active_ &= ~s.port_pass;
    if (s.parent == none || closed(s.node)) return;
    auto& above = lines_[s.parent].slot;
    remove(above, slot, lines_[slot].tag[side]);
    if (above.used != 0) return;
    slot = s.parent;
  }
}

template <typename Queue>
std::uint32_t ShareTree<Queue>::choose(Pass pass) const {
  const auto link = first_of(lines_[port_[pass]].slot, side_of(pass));
  return link < queue_count_ ? link : choose_below(link, side_of(pass));
}

template <typename Queue>
std::uint32_t ShareTree<Queue>::choose_below(std::uint32_t link, Side side) const {
  do link = first_of(lines_[link].slot, side);
  while (link >= queue_count_);
  return link;
}

template <typename Queue>
void ShareTree<Queue>::move_on(ShareSlot& s, std::uint32_t link, Side side, std::uint64_t by, bool stays) {
  const auto tag = lines_[link].tag[side];
  s.virtual_time = later(s.virtual_time, tag);
  remove(s, link, tag);
  lines_[link].tag[side] = tag + by;
  if (stays) append(s, link, tag + by);
}

template <typename Queue>
void ShareTree<Queue>::advance(std::uint32_t queue, std::uint32_t slot, Side side, std::int64_t bytes,
                               std::uint64_t growth, bool stays) {
  const auto size = static_cast<std::uint64_t>(bytes);
  auto& s = lines_[slot].slot;
  move_on(s, queue, side, size * growth, stays);
  active_ ^= s.port_pass * std::uint32_t{s.used == 0};
  if (s.parent != none) advance_above(slot, side, size);
}

template <typename Queue>
void ShareTree<Queue>::advance_above(std::uint32_t slot, Side side, std::uint64_t bytes) {
  for (auto above = lines_[slot].slot.parent; above != none; above = lines_[slot].slot.parent) {
    const auto& s = lines_[slot].slot;
    move_on(lines_[above].slot, slot, side, bytes * s.growth, s.used != 0);
    slot = above;
  }
  const auto& port = lines_[slot].slot;
  active_ ^= port.port_pass * std::uint32_t{port.used == 0};
}

}  // namespace qoslab::dataplane
