#include "model/dataplane/subscriber_tree.h"

#include <algorithm>

namespace qoslab::dataplane {
namespace {

constexpr std::uint8_t no_pass = passes;
constexpr std::uint8_t promotion_armed = 0x80;
constexpr std::uint8_t reason_bits = 0x03;
constexpr std::int64_t never = INT64_MAX;
constexpr std::size_t arrivals_ahead = 10;

constexpr std::uint8_t not_at_all = 0;
constexpr std::uint8_t own_shaper = 1;
constexpr std::uint8_t a_parent = 2;
constexpr std::uint8_t the_port = 3;
enum Event : std::uint32_t { wake, promote };

constexpr std::uint32_t timer_key(std::uint32_t child, Event event) { return child << 1 | event; }
constexpr bool is_within(Pass pass) { return pass < 8; }

}  // namespace

void SubscriberTree::run(std::int64_t until, std::span<const Record> arrivals, Batch& out) {
  std::size_t i = 0;
  for (;;) {
    const std::int64_t arrival = i < arrivals.size() ? arrivals[i].time : until;
    const std::int64_t tick = wheel_.next();
    const std::int64_t choice = next_choice();
    if (choice < arrival && choice < tick) {
      now_ = choice;
      if (next_level_opens_ <= now_) open_levels();
      if ((nodes_[0].active & open_passes_) != 0) serve(out);
    } else if (tick <= arrival && tick < until) {
      std::uint32_t key = 0;
      std::int64_t time = 0;
      if (!wheel_.fire(tick, time, key)) continue;
      now_ = time;
      timer(key);
    } else if (i < arrivals.size()) {
      if (i + arrivals_ahead < arrivals.size())
        __builtin_prefetch(&queues_[arrivals[i + arrivals_ahead].leaf - first_leaf_], 1);
      now_ = arrival;
      arrive(arrivals[i++]);
    } else {
      return;
    }
  }
}

/// When the port chooses next; never if nothing may send.
std::int64_t SubscriberTree::next_choice() const {
  const auto active = nodes_[0].active;
  if (active == 0) return never;
  const std::int64_t soonest = std::max(line_free_, now_);
  if ((active & open_passes_) != 0) return soonest;
  return std::max(soonest, next_level_opens_);
}

void SubscriberTree::arrive(const Record& record) {
  const auto number = record.leaf - first_leaf_;
  auto& q = queues_[number];
  const auto& p = profiles_[q.profile];
  const auto bytes = static_cast<std::uint32_t>(record.frame + count_offset_[record.stream]);
  if (q.packets >= p.most_packets || std::uint64_t{q.bytes} + bytes > p.most_bytes) {
    dropped.add(record);
    return;
  }
  const auto at = store(record);
  q.bytes += bytes;
  if (q.packets++ > 0) {
    store_[q.last].next = at;
    q.last = at;
    return;
  }
  q.first = q.last = at;
  enter_pass(number);
  q.flags = static_cast<std::uint8_t>((q.flags & promotion_armed) | reason_to_wait(q));
}

std::uint32_t SubscriberTree::store(const Record& record) {
  if (free_store_ == no_child) {
    store_.push_back({record, no_child});
    return static_cast<std::uint32_t>(store_.size() - 1);
  }
  const auto at = free_store_;
  free_store_ = store_[at].next;
  store_[at] = {record, no_child};
  return at;
}

/// The queue, in no pass and not empty, joins the pass that is due, or waits for its shaper.
void SubscriberTree::enter_pass(std::uint32_t number) {
  auto& q = queues_[number];
  const auto& p = profiles_[q.profile];
  if (p.shaped && q.pir_clock > now_) {
    q.pass = no_pass;
    wheel_.add(q.pir_clock, timer_key(number, wake));
    return;
  }
  const bool within = p.committed && q.cir_clock <= now_;
  q.pass = within ? p.within : p.above;
  activate(number, q.parent, q.pass);
  if (p.committed && !within && (q.flags & promotion_armed) == 0) {
    q.flags |= promotion_armed;
    wheel_.add(q.cir_clock, timer_key(number, promote));
  }
}

void SubscriberTree::timer(std::uint32_t key) {
  const auto child = key >> 1;
  if (!is_queue(child)) return open(child - queue_count_);
  if ((key & 1) == wake) return enter_pass(child);
  auto& q = queues_[child];
  q.flags &= static_cast<std::uint8_t>(~promotion_armed);
  if (q.pass == no_pass || is_within(q.pass)) return;  // empty, shaped, or there already
  if (q.cir_clock <= now_) deactivate(child, q.parent, q.pass);
  if (q.cir_clock <= now_) return enter_pass(child);
  q.flags |= promotion_armed;
  wheel_.add(q.cir_clock, timer_key(child, promote));
}

void SubscriberTree::open(std::uint32_t number) {
  auto& node = nodes_[number];
  node.closed = false;
  for (auto left = node.active; left != 0; left &= left - 1)
    activate(queue_count_ + number, node.parent, static_cast<Pass>(std::countr_zero(left)));
}

void SubscriberTree::close(std::uint32_t number) {
  auto& node = nodes_[number];
  node.closed = true;
  for (auto left = node.active; left != 0; left &= left - 1)
    deactivate(queue_count_ + number, node.parent, static_cast<Pass>(std::countr_zero(left)));
  wheel_.add(node.clock, timer_key(queue_count_ + number, wake));
}

// --- a choice of the port -------------------------------------------------------------------------------------------

void SubscriberTree::serve(Batch& out) {
  const auto pass = static_cast<Pass>(std::countr_zero(nodes_[0].active & open_passes_));
  choose_path(pass);
  const auto number = path_[path_length_ - 1];
  auto& q = queues_[number];
  const auto& front = store_[q.first].record;
  const std::int64_t bytes = front.frame + count_offset_[front.stream];
  advance_shares(pass, bytes);
  Record record = take_first(q, bytes);
  charge_queue(number, pass, bytes);
  charge_parents(bytes);
  charge_port(pass, bytes, record.frame);
  if (q.packets > 0) q.flags = static_cast<std::uint8_t>((q.flags & promotion_armed) | reason_to_wait(q));
  record.time = now_ + line_(record.frame + line_overhead);
  out.push_back(record);
}

Record SubscriberTree::take_first(Queue& q, std::int64_t bytes) {
  auto& stored = store_[q.first];
  const auto record = stored.record;
  const std::size_t reason = q.flags & reason_bits;
  ++waited_[record.stream][reason == the_port && record.time == now_ ? std::size_t{not_at_all} : reason];
  const auto next = stored.next;
  stored.next = free_store_;
  free_store_ = q.first;
  q.first = next;
  --q.packets;
  q.bytes -= static_cast<std::uint32_t>(bytes);
  return record;
}

void SubscriberTree::charge_queue(std::uint32_t number, Pass pass, std::int64_t bytes) {
  auto& q = queues_[number];
  const auto& p = profiles_[q.profile];
  if (p.shaped) q.pir_clock = p.pir.after(q.pir_clock, now_, bytes);
  if (is_within(pass)) q.cir_clock = p.cir.after(q.cir_clock, now_, bytes);
  if (q.packets == 0) {
    deactivate(number, q.parent, pass);
    q.pass = no_pass;
    return;
  }
  const bool waits = p.shaped && q.pir_clock > now_;
  const bool within = p.committed && q.cir_clock <= now_;
  if (!waits && within == is_within(pass)) return;
  deactivate(number, q.parent, pass);
  enter_pass(number);
}

/// From the queue's parent up; the port's own shaper is charge_port's.
void SubscriberTree::charge_parents(std::int64_t bytes) {
  for (std::size_t i = path_length_ - 1; i-- > 0;) {
    auto& node = nodes_[path_[i]];
    ++node.carried.packets;
    node.carried.bytes += bytes;
    if (i == 0 || node.gate == no_child) continue;
    node.clock = gates_[node.gate].after(node.clock, now_, bytes);
    if (node.clock > now_) close(path_[i]);
  }
}

void SubscriberTree::charge_port(Pass pass, std::int64_t bytes, std::int64_t frame) {
  const auto takes = line_(frame + line_overhead);
  line_busy_ += takes;
  line_free_ = now_ + takes;
  auto& port = nodes_[0];
  if (port.gate != no_child) {
    port.clock = gates_[port.gate].after(port.clock, now_, bytes);
    line_free_ = std::max(line_free_, port.clock);
  }
  if (pass == orphan_pass) return;
  const auto index = level_index(pass);
  ++levels_carried_[index].packets;
  levels_carried_[index].bytes += bytes;
  auto& level = levels_[index];
  if (!level.limited) return;
  level.clock = level.gate.after(level.clock, now_, bytes);
  if (level.clock <= now_) return;
  const int number = static_cast<int>(index) + 1;
  open_passes_ &= ~(1U << within_cir(number) | 1U << above_cir(number));
  next_level_opens_ = std::min(next_level_opens_, level.clock);
}

void SubscriberTree::open_levels() {
  open_passes_ = (1U << passes) - 1;
  next_level_opens_ = never;
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    if (!levels_[i].limited || levels_[i].clock <= now_) continue;
    const int number = static_cast<int>(i) + 1;
    open_passes_ &= ~(1U << within_cir(number) | 1U << above_cir(number));
    next_level_opens_ = std::min(next_level_opens_, levels_[i].clock);
  }
}

/// Of a packet that has just become the first of its queue.
std::uint8_t SubscriberTree::reason_to_wait(const Queue& q) const {
  if (q.pass == no_pass) return own_shaper;
  if (!gates_between_) return the_port;
  for (auto node = q.parent; node != 0; node = nodes_[node].parent)
    if (nodes_[node].closed) return a_parent;
  return the_port;
}

Carried SubscriberTree::carried_by_node(std::size_t node) const { return nodes_[node].carried; }

}  // namespace qoslab::dataplane
