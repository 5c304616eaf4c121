// The shares of a SubscriberTree: who is next at each node.
#include "model/dataplane/subscriber_tree.h"

namespace qoslab::dataplane {
namespace {

constexpr bool is_within(Pass pass) { return pass < 8; }

}  // namespace

std::uint64_t& SubscriberTree::tag_of(std::uint32_t child, Pass pass) {
  if (is_queue(child)) return queues_[child].tag[is_within(pass) ? 0 : 1];
  return slot(child - queue_count_, pass).tag;
}
std::uint32_t& SubscriberTree::prev_of(std::uint32_t child, Pass pass) {
  return is_queue(child) ? queues_[child].prev : slot(child - queue_count_, pass).prev;
}
std::uint32_t& SubscriberTree::next_of(std::uint32_t child, Pass pass) {
  return is_queue(child) ? queues_[child].next : slot(child - queue_count_, pass).next;
}
std::uint64_t SubscriberTree::step_of(std::uint32_t child, Pass pass) const {
  if (is_queue(child)) return profiles_[queues_[child].profile].step[is_within(pass) ? 0 : 1];
  return nodes_[child - queue_count_].step;
}

/// At the end of its step's list.
void SubscriberTree::append(const Node& node, Slot& s, Pass pass, std::uint32_t child) {
  std::uint32_t* first = &s.first;
  std::uint32_t* last = &s.last;
  bool empty = *first == no_child;
  if (node.many) {
    auto& steps = steps_[s.first];
    const auto at = (tag_of(child, pass) >> node.shift) % share_steps;
    first = &steps.first[at];
    last = &steps.last[at];
    empty = (steps.used >> at & 1) == 0;
    steps.used |= 1ULL << at;
  }
  next_of(child, pass) = no_child;
  if (empty) {
    prev_of(child, pass) = no_child;
    *first = child;
  } else {
    prev_of(child, pass) = *last;
    next_of(*last, pass) = child;
  }
  *last = child;
}

/// True: it was the only child of the node in this pass.
bool SubscriberTree::remove(const Node& node, Slot& s, Pass pass, std::uint32_t child) {
  const auto prev = prev_of(child, pass);
  const auto next = next_of(child, pass);
  if (prev != no_child) next_of(prev, pass) = next;
  if (next != no_child) prev_of(next, pass) = prev;
  if (!node.many) {
    if (prev == no_child) s.first = next;
    if (next == no_child) s.last = prev;
    return s.first == no_child;
  }
  auto& steps = steps_[s.first];
  const auto at = (tag_of(child, pass) >> node.shift) % share_steps;
  if (prev == no_child) steps.first[at] = next;
  if (next == no_child) steps.last[at] = prev;
  if (prev == no_child && next == no_child) steps.used &= ~(1ULL << at);
  return steps.used == 0;
}

/// The first child of the smallest step.
std::uint32_t SubscriberTree::choose(const Node& node, const Slot& s, Pass pass) {
  if (node.many) {
    const auto& steps = steps_[s.first];
    return steps.first[steps.smallest(s.virtual_time >> node.shift)];
  }
  std::uint32_t best = s.first;
  auto best_step = tag_of(best, pass) >> node.shift;
  for (auto at = next_of(best, pass); at != no_child; at = next_of(at, pass)) {
    const auto step = tag_of(at, pass) >> node.shift;
    if (static_cast<std::int64_t>((step - best_step) << node.shift) >= 0) continue;
    best = at;
    best_step = step;
  }
  return best;
}

/// The child may send in this pass from now on; so may the nodes above it, as far as they are open.
void SubscriberTree::activate(std::uint32_t child, std::uint32_t number, Pass pass) {
  for (;;) {
    auto& node = nodes_[number];
    auto& s = slot(number, pass);
    const std::uint64_t step_begins = s.virtual_time >> node.shift << node.shift;
    auto& tag = tag_of(child, pass);
    if (earlier(tag, step_begins)) tag = step_begins;
    append(node, s, pass, child);
    const bool was_active = (node.active >> pass & 1) != 0;
    node.active |= 1U << pass;
    if (was_active || number == 0 || node.closed) return;
    child = queue_count_ + number;
    number = node.parent;
  }
}

void SubscriberTree::deactivate(std::uint32_t child, std::uint32_t number, Pass pass) {
  for (;;) {
    auto& node = nodes_[number];
    if (!remove(node, slot(number, pass), pass, child)) return;
    node.active &= ~(1U << pass);
    if (number == 0 || node.closed) return;
    child = queue_count_ + number;
    number = node.parent;
  }
}

void SubscriberTree::choose_path(Pass pass) {
  path_length_ = 0;
  std::uint32_t node = 0;
  for (;;) {
    path_[path_length_++] = node;
    const auto child = choose(nodes_[node], slot(node, pass), pass);
    if (is_queue(child)) {
      path_[path_length_++] = child;
      __builtin_prefetch(&store_[queues_[child].first]);
      return;
    }
    node = child - queue_count_;
  }
}

/// Each chosen child on the path goes to its new place among its siblings.
void SubscriberTree::advance_shares(Pass pass, std::int64_t bytes) {
  for (std::size_t i = 0; i + 1 < path_length_; ++i) {
    const auto& node = nodes_[path_[i]];
    auto& s = slot(path_[i], pass);
    const auto child = i + 2 == path_length_ ? path_[i + 1] : queue_count_ + path_[i + 1];
    auto& tag = tag_of(child, pass);
    if (earlier(s.virtual_time, tag)) s.virtual_time = tag;
    const auto grown = tag + static_cast<std::uint64_t>(bytes) * step_of(child, pass);
    const bool stays = !node.many && next_of(child, pass) == no_child && prev_of(child, pass) == no_child;
    if (!stays) remove(node, s, pass, child);
    tag = grown;
    if (!stays) append(node, s, pass, child);
  }
}

}  // namespace qoslab::dataplane
