#include "model/dataplane/subscriber_tree.h"

#include <algorithm>

namespace qoslab::dataplane {
namespace {

constexpr std::int64_t never = INT64_MAX;

enum Event : std::uint32_t { wake, promote };

/// In the order of the spec, queues before nodes.
constexpr std::uint32_t timer_key(std::uint32_t child, Event event) { return child << 1 | event; }

}  // namespace

void SubscriberTree::run(std::int64_t until, std::span<const Record> arrivals, Batch& out) {
  sampled_ = dropped.samples != nullptr && !dropped.samples->empty();
  const std::size_t before = out.size();
  out.resize(before + most_departures(until, arrivals.size()));
  const Record* const end = work(until, arrivals, out.begin() + before);
  out.resize(static_cast<std::size_t>(end - out.begin()));
}

/// There are no more packets, and the line takes no more before `until`.
std::size_t SubscriberTree::most_departures(std::int64_t until, std::size_t arrivals) const {
  const auto line_takes = std::max<std::int64_t>(until - line_free_, 0) / line_(line_overhead) + 1;
  return std::min(static_cast<std::size_t>(waiting_) + arrivals, static_cast<std::size_t>(line_takes));
}

/// Writes what leaves to `sent` and on, and returns the end of it. Which is first, an arrival or a departure, is the
/// one thing that the processor cannot predict; asked in two places it predicts a little more.
[[gnu::flatten]] Record* SubscriberTree::work(std::int64_t until, std::span<const Record> arrivals, Record* sent) {
  constexpr std::ptrdiff_t ahead = 10;
  const Record* next = arrivals.data();
  const Record* const end = next + arrivals.size();
  std::int64_t arrival = next != end ? next->time : until;
  std::uint32_t sendable = 0;
  std::int64_t choice = 0;
  const auto port_is_first = [&] {
    sendable = shares_.active() & open_passes_;
    choice = sendable != 0 ? line_free_ : opening();
    return choice < std::min(arrival, wheel_.next());
  };
  for (;;) {
    if (port_is_first()) {
      do {
        if (next_level_opens_ <= choice)
          open_levels(choice);
        else
          serve(static_cast<Pass>(__builtin_ctz(sendable)), choice, sent);
      } while (port_is_first());
    }
    if (const auto tick = wheel_.next(); tick <= arrival && tick < until) {
      fire(tick);
    } else if (next != end) {
      if (end - next > ahead) shares_.prefetch(shares_.link_of(next[ahead].leaf - first_leaf_));
      arrive(*next++);
      arrival = next != end ? next->time : until;
    } else {
      return sent;
    }
  }
}

/// When the port has a choice again that it has not now; never if nothing may send.
std::int64_t SubscriberTree::opening() const {
  return shares_.active() == 0 ? never : std::max(line_free_, next_level_opens_);
}

inline void SubscriberTree::arrive(const Record& record) {
  const auto link = shares_.link_of(record.leaf - first_leaf_);
  auto& q = shares_.queue(link);
  const auto& kind = kinds_[q.kind];
  const auto bytes = static_cast<std::uint32_t>(record.frame + count_offset_[record.stream]);
  line_free_ = std::max(line_free_, record.time);
  if (q.packets >= kind.most_packets || bytes > kind.most_bytes - q.bytes) {
    drop(record);
    return;
  }
  const auto at = store(record, bytes);
  if (++waiting_ > most_waiting_) most_waiting_ = waiting_;
  q.bytes += bytes;
  const auto last = q.last;
  q.last = at;
  if (q.packets++ > 0) {
    store_[last].next = at;
    return;
  }
  q.first = at;
  q.reason = enter_pass(q, kind, link, record.time) ? reason_to_wait(q, record.time) : own_shaper;
}

inline std::uint32_t SubscriberTree::store(const Record& record, std::uint32_t bytes) {
  if (free_store_ == none) grow_store();
  const auto at = free_store_;
  auto& stored = store_[at];
  free_store_ = stored.next;
  stored.record = record;
  stored.bytes = bytes;
  return at;
}

void SubscriberTree::grow_store() {
  free_store_ = static_cast<std::uint32_t>(store_.size());
  store_.emplace_back();
}

/// Valid until the next one is stored.
inline const SubscriberTree::Stored& SubscriberTree::unstore(std::uint32_t at) {
  auto& stored = store_[at];
  stored.next = free_store_;
  free_store_ = at;
  return stored;
}

/// The queue, in no pass and not empty, joins the pass that is due; or, false, it waits for its shaper.
inline bool SubscriberTree::enter_pass(Queue& q, const Kind& kind, std::uint32_t link, std::int64_t now) {
  if (q.pir_clock > now) {
    wait_for_shaper(q, link);
    return false;
  }
  const Side side = q.cir_clock <= now ? within_side : above_side;
  q.pass = kind.pass[side];
  shares_.join(link, q.parent_slot + kind.slot[side], side);
  if (kind.promoted[side]) arm_promotion(q, link);
  return true;
}

void SubscriberTree::wait_for_shaper(Queue& q, std::uint32_t link) {
  q.pass = passes;
  wheel_.add(q.pir_clock, timer_key(shares_.queue_at(link), wake));
}

/// Above CIR: until there is credit again.
void SubscriberTree::arm_promotion(Queue& q, std::uint32_t link) {
  if (q.promotion_armed) return;
  q.promotion_armed = true;
  wheel_.add(q.cir_clock, timer_key(shares_.queue_at(link), promote));
}

/// A timer whose time is `tick` or earlier, if there is one.
void SubscriberTree::fire(std::int64_t tick) {
  std::uint32_t key = 0;
  std::int64_t now = 0;
  if (!wheel_.fire(tick, now, key)) return;
  line_free_ = std::max(line_free_, now);
  timer(key, now);
}

void SubscriberTree::timer(std::uint32_t key, std::int64_t now) {
  const auto child = key >> 1;
  if (child >= shares_.queue_count()) return shares_.open(child - shares_.queue_count());
  const auto link = shares_.link_of(child);
  auto& q = shares_.queue(link);
  const auto& kind = kinds_[q.kind];
  if ((key & 1) == wake) {
    enter_pass(q, kind, link, now);
    return;
  }
  q.promotion_armed = false;
  if (q.packets == 0 || q.pass == passes || side_of(q.pass) == within_side) return;
  if (q.cir_clock > now) return arm_promotion(q, link);
  shares_.leave(link, q.parent_slot + kind.slot[above_side], above_side);
  enter_pass(q, kind, link, now);
}

inline void SubscriberTree::serve(Pass pass, std::int64_t now, Record*& out) {
  const Side side = side_of(pass);
  const auto link = shares_.choose(pass);
  auto& q = shares_.queue(link);
  const auto front = q.first;
  q.first = store_[front].next;
  const auto& stored = unstore(front);
  const std::int64_t bytes = stored.bytes;
  send(stored, q.reason, pass, now, out);
  --q.packets;
  q.bytes -= stored.bytes;
  const auto& kind = kinds_[q.kind];
  q.pir_clock = kind.pir.after(q.pir_clock, now, bytes);
  q.cir_clock = kind.cir.after(q.cir_clock, now, side == within_side ? bytes : 0);
  const auto slot = q.parent_slot + kind.slot[side];
  if (q.packets > 0) return go_on(q, link, slot, side, bytes, now);
  shares_.advance(link, slot, side, bytes, kind.growth[side], false);
  if (const auto node = shares_.node_of(slot); node != 0) charge_parents(node, bytes, now);
}

/// The queue has sent and has more.
void SubscriberTree::go_on(Queue& q, std::uint32_t link, std::uint32_t slot, Side side, std::int64_t bytes,
                           std::int64_t now) {
  const auto& kind = kinds_[q.kind];
  const bool stays = q.pir_clock <= now && (q.cir_clock <= now) == (side == within_side);
  shares_.advance(link, slot, side, bytes, kind.growth[side], stays);
  const bool active = stays || enter_pass(q, kind, link, now);
  charge_parents(shares_.node_of(slot), bytes, now);
  q.reason = active ? reason_to_wait(q, now) : own_shaper;
}

inline void SubscriberTree::send(const Stored& first, Reason reason, Pass pass, std::int64_t now, Record*& out) {
  const auto& record = first.record;
  // A packet that leaves at the instant of its arrival has not waited.
  count_wait(record, record.time == now ? not_at_all : reason);
  const auto takes = line_(record.frame + line_overhead);
  line_busy_ += takes;
  line_free_ = now + takes;
  carried_by_pass_[pass] += {1, Bytes{first.bytes}};
  if ((limited_passes_ >> pass & 1) != 0) charge_port(pass, first.bytes, now);
  *out = record;
  out++->time = now + takes;
}

inline void SubscriberTree::count_wait(const Record& record, Reason reason) {
  --waiting_;
  ++waited_[record.stream][reason];
  if (sampled_) count_wait_of_sample(dropped.sample_of(record), reason);
}

void SubscriberTree::count_wait_of_sample(std::size_t sample, Reason reason) {
  if (sample == 0) return;
  if (sample >= waited_by_sample_.size()) waited_by_sample_.resize(sample + 1);
  ++waited_by_sample_[sample][reason];
}

/// From the queue's parent up; not the port.
void SubscriberTree::charge_parents(std::uint32_t number, std::int64_t bytes, std::int64_t now) {
  for (; number != 0; number = nodes_[number].parent) {
    auto& node = nodes_[number];
    node.carried += {1, Bytes{bytes}};
    if (node.gate == none) continue;
    node.clock = gates_[node.gate].after(node.clock, now, bytes);
    if (node.clock <= now) continue;
    shares_.close(number);
    wheel_.add(node.clock, timer_key(shares_.queue_count() + number, wake));
  }
}

/// Its own shaper, and that of the level.
void SubscriberTree::charge_port(Pass pass, std::int64_t bytes, std::int64_t now) {
  auto& port = nodes_[0];
  if (port.gate != none) {
    port.clock = gates_[port.gate].after(port.clock, now, bytes);
    line_free_ = std::max(line_free_, port.clock);
  }
  if (pass == orphan_pass) return;
  auto& level = levels_[level_index(pass)];
  level.clock = level.gate.after(level.clock, now, bytes);
  if (level.clock <= now) return;
  open_passes_ &= ~passes_of_level(level_index(pass));
  next_level_opens_ = std::min(next_level_opens_, level.clock);
}

void SubscriberTree::open_levels(std::int64_t now) {
  line_free_ = std::max(line_free_, now);
  open_passes_ = every_pass;
  next_level_opens_ = never;
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    if (levels_[i].clock <= now) continue;
    open_passes_ &= ~passes_of_level(i);
    next_level_opens_ = std::min(next_level_opens_, levels_[i].clock);
  }
}

/// Of a packet that has just become the first of its queue, which is in a pass.
inline SubscriberTree::Reason SubscriberTree::reason_to_wait(const Queue& q, std::int64_t now) const {
  return gates_between_ ? closed_above(q, now) : the_port;
}

SubscriberTree::Reason SubscriberTree::closed_above(const Queue& q, std::int64_t now) const {
  for (auto node = shares_.node_of(q.parent_slot); node != 0; node = nodes_[node].parent)
    if (shares_.closed(node)) return a_parent;
  if (q.pass == orphan_pass) return the_port;
  return levels_[level_index(q.pass)].clock > now ? a_parent : the_port;
}

}  // namespace qoslab::dataplane
