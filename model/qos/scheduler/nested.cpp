#include "model/qos/scheduler/nested.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace qoslab {

NestedScheduler::NestedScheduler(std::vector<Node> nodes) : held_{nodes.size()} {
  for (Node& node : nodes) {
    const std::size_t children = node.children.size();
    nodes_.push_back({std::move(node), {}, std::vector<Bytes>(children), std::nullopt});
  }
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    for (std::size_t i = 0; i < nodes_[n].node.children.size(); ++i) {
      const Node::Child& child = nodes_[n].node.children[i];
      const Place place{static_cast<int>(n), static_cast<int>(i)};
      if (!child.leaf) {
        inner(child.node).place = place;
        continue;
      }
      const auto leaf = static_cast<std::size_t>(*child.leaf);
      leaves_.resize(std::max(leaves_.size(), leaf + 1));
      leaves_[leaf] = place;
    }
  }
}

/// Lets the node commit to its next packet. Nothing: it has none, or none that may go yet; then it is held.
std::optional<Bytes> NestedScheduler::make_offer(int number, Instant now) {
  Inner& node = inner(number);
  node.offer = node.node.scheduler->choose(now);
  held_.erase(number);
  if (node.offer) return node.heads[static_cast<std::size_t>(*node.offer)];
  const Instant ready = node.node.scheduler->ready(now);
  if (ready != Instant::never()) held_.push(number, ready);
  return std::nullopt;
}

/// A child that offered nothing offers a packet now: so do, perhaps, the nodes above it.
void NestedScheduler::wake_at(Place place, Bytes head, Instant now) {
  for (std::optional<Bytes> size = head; size;) {
    Inner& node = inner(place.node);
    node.heads[static_cast<std::size_t>(place.index)] = *size;
    node.node.scheduler->wake(place.index, *size, now);
    if (place.node == 0 || node.offer) return;
    size = make_offer(place.node, now);
    place = node.place;
  }
}

void NestedScheduler::wake(int child, Bytes head, Instant now) {
  wake_at(leaves_[static_cast<std::size_t>(child)], head, now);
}

std::optional<int> NestedScheduler::choose(Instant now) {
  while (!held_.empty() && held_.top_key() <= now) {
    const int number = held_.top();
    if (const std::optional<Bytes> size = make_offer(number, now)) wake_at(inner(number).place, *size, now);
  }
  std::optional<int> index = nodes_.front().node.scheduler->choose(now);
  for (int number = 0; index;) {
    const Node::Child& child = inner(number).node.children[static_cast<std::size_t>(*index)];
    if (child.leaf) return child.leaf;
    number = child.node;
    index = inner(number).offer;
  }
  return std::nullopt;
}

void NestedScheduler::sent(int child, Bytes size, std::optional<Bytes> next, Instant now) {
  Place place = leaves_[static_cast<std::size_t>(child)];
  for (;;) {
    Inner& node = inner(place.node);
    if (next) node.heads[static_cast<std::size_t>(place.index)] = *next;
    node.node.scheduler->sent(place.index, size, next, now);
    if (place.node == 0) return;
    next = make_offer(place.node, now);
    place = node.place;
  }
}

Instant NestedScheduler::ready(Instant now) const {
  const Instant root = nodes_.front().node.scheduler->ready(now);
  return held_.empty() ? root : std::max(now, std::min(root, held_.top_key()));
}

}  // namespace qoslab
