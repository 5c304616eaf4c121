#include "model/dataplane/subscriber_tree.h"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

namespace qoslab::dataplane {
namespace {

constexpr std::uint8_t promotion_armed = 0x80;
constexpr std::uint8_t reason_bits = 0x03;
constexpr std::uint8_t not_at_all = 0;
constexpr std::uint8_t own_shaper = 1;
constexpr std::uint8_t a_parent = 2;
constexpr std::uint8_t the_port = 3;
constexpr std::int64_t never = INT64_MAX;
constexpr std::uint32_t every_pass = (1U << passes) - 1;

enum Event : std::uint32_t { wake, promote };

constexpr std::uint32_t timer_key(std::uint32_t child, Event event) { return child << 1 | event; }
constexpr bool is_within(Pass pass) { return pass < 8; }
constexpr std::uint32_t passes_of_level(std::size_t index) {
  const int number = static_cast<int>(index) + 1;
  return 1U << within_cir(number) | 1U << above_cir(number);
}

}  // namespace

/// Kinds by profile, growth and slots.
class SubscriberTree::KindTable {
 public:
  KindTable(const SubscriberTree& tree, const TreeSpec& spec, std::vector<Kind>& kinds)
      : tree_{tree}, spec_{spec}, kinds_{kinds} {}
  std::uint16_t number(std::uint16_t profile, const SharePlace& place, std::uint32_t first_slot) {
    const std::array<std::uint32_t, 2> slot{place.slot[0] - first_slot, place.slot[1] - first_slot};
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
    k.shaped = from.pir.has_value();
    if (k.shaped) k.pir = tree_.gate(*from.pir);
    k.committed = from.has_within();
    if (k.committed) k.cir = tree_.gate(*from.cir);
    k.growth = growth;
    k.slot = slot;
    k.pass = {within_cir(from.cir_level), from.pass_above()};
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
    auto& q = shares_.queue(i);
    q.parent_slot = layout.first_slot[spec.queues[i].parent];
    q.kind = table.number(spec.queues[i].profile, layout.places[i], q.parent_slot);
  }
  for (const auto& n : spec.nodes) {
    auto& node = nodes_.emplace_back();
    node.parent = n.parent;
    if (!n.shaper) continue;
    node.gate = static_cast<std::uint32_t>(gates_.size());
    gates_.push_back(gate(*n.shaper));
    gates_between_ = gates_between_ || nodes_.size() > 1;
  }
  for (std::size_t i = 0; i < levels_.size(); ++i)
    if (spec.levels[i]) {
      levels_[i] = {true, gate(*spec.levels[i]), Gate::long_ago};
      gates_between_ = true;
    }
}

[[gnu::flatten]] void SubscriberTree::run(std::int64_t until, std::span<const Record> arrivals, Batch& out) {
  constexpr std::size_t ahead = 10;
  std::size_t i = 0;
  for (;;) {
    const std::int64_t arrival = i < arrivals.size() ? arrivals[i].time : until;
    const std::int64_t tick = wheel_.next();
    const std::int64_t choice = next_choice();
    if (choice < arrival && choice < tick) {
      now_ = choice;
      if (next_level_opens_ <= now_) open_levels();
      if ((shares_.active() & open_passes_) != 0) serve(out);
    } else if (tick <= arrival && tick < until) {
      std::uint32_t key = 0;
      std::int64_t time = 0;
      if (!wheel_.fire(tick, time, key)) continue;
      now_ = time;
      timer(key);
    } else if (i < arrivals.size()) {
      if (i + ahead < arrivals.size()) shares_.prefetch(arrivals[i + ahead].leaf - first_leaf_);
      now_ = arrival;
      arrive(arrivals[i++]);
    } else {
      return;
    }
  }
}

/// When the port chooses next; never if nothing may send.
inline std::int64_t SubscriberTree::next_choice() const {
  const auto active = shares_.active();
  if (active == 0) return never;
  const std::int64_t soonest = std::max(line_free_, now_);
  if ((active & open_passes_) != 0) return soonest;
  return std::max(soonest, next_level_opens_);
}

inline void SubscriberTree::arrive(const Record& record) {
  const auto number = record.leaf - first_leaf_;
  auto& q = shares_.queue(number);
  const auto& kind = kinds_[q.kind];
  const auto bytes = static_cast<std::uint32_t>(record.frame + count_offset_[record.stream]);
  if (q.packets >= kind.most_packets || std::uint64_t{q.bytes} + bytes > kind.most_bytes) {
    dropped.add(record);
    return;
  }
  const auto at = store(record);
  most_waiting_ = std::max(most_waiting_, ++waiting_);
  q.bytes += bytes;
  if (q.packets++ > 0) {
    store_[q.last].next = at;
    q.last = at;
    return;
  }
  q.first = q.last = at;
  enter_pass(q, number);
  q.flags = static_cast<std::uint8_t>((q.flags & promotion_armed) | reason_to_wait(q));
}

inline std::uint32_t SubscriberTree::store(const Record& record) {
  if (free_store_ == none) {
    store_.push_back({record, none});
    return static_cast<std::uint32_t>(store_.size() - 1);
  }
  const auto at = free_store_;
  free_store_ = store_[at].next;
  store_[at].record = record;
  return at;
}

inline Record SubscriberTree::unstore(std::uint32_t at) {
  store_[at].next = free_store_;
  free_store_ = at;
  return store_[at].record;
}

/// The queue, in no pass and not empty, joins the pass that is due, or waits for its shaper.
inline void SubscriberTree::enter_pass(Queue& q, std::uint32_t number) {
  const auto& kind = kinds_[q.kind];
  if (kind.shaped && q.pir_clock > now_) {
    q.pass = passes;
    wheel_.add(q.pir_clock, timer_key(number, wake));
    return;
  }
  const bool within = kind.committed && q.cir_clock <= now_;
  const auto pass = kind.pass[within ? 0 : 1];
  q.pass = static_cast<std::uint8_t>(pass);
  shares_.join(number, slot_of(q, kind, pass), pass);
  if (kind.committed && !within) arm_promotion(q, number);
}

/// Above CIR: until there is credit again.
void SubscriberTree::arm_promotion(Queue& q, std::uint32_t number) {
  if ((q.flags & promotion_armed) != 0) return;
  q.flags |= promotion_armed;
  wheel_.add(q.cir_clock, timer_key(number, promote));
}

void SubscriberTree::timer(std::uint32_t key) {
  const auto child = key >> 1;
  if (child >= shares_.queue_count()) return shares_.open(child - shares_.queue_count());
  auto& q = shares_.queue(child);
  if ((key & 1) == wake) return enter_pass(q, child);
  q.flags &= static_cast<std::uint8_t>(~promotion_armed);
  if (q.pass == passes || is_within(q.pass)) return;  // empty, shaped, or there already
  if (q.cir_clock > now_) return arm_promotion(q, child);
  shares_.leave(child, slot_of(q, kinds_[q.kind], q.pass), q.pass);
  enter_pass(q, child);
}

void SubscriberTree::serve(Batch& out) {
  const auto pass = static_cast<Pass>(std::countr_zero(shares_.active() & open_passes_));
  const auto number = shares_.choose(pass);
  auto& q = shares_.queue(number);
  const auto& kind = kinds_[q.kind];
  const auto front = q.first;
  q.first = store_[front].next;
  Record record = unstore(front);
  const std::int64_t bytes = record.frame + count_offset_[record.stream];
  count_wait(record, q.flags & reason_bits);
  --q.packets;
  q.bytes -= static_cast<std::uint32_t>(bytes);
  if (kind.shaped) q.pir_clock = kind.pir.after(q.pir_clock, now_, bytes);
  if (is_within(pass)) q.cir_clock = kind.cir.after(q.cir_clock, now_, bytes);
  const bool waits = kind.shaped && q.pir_clock > now_;
  const bool within = kind.committed && q.cir_clock <= now_;
  const bool stays = q.packets > 0 && !waits && within == is_within(pass);
  shares_.advance(pass, bytes, kind.growth[is_within(pass) ? 0 : 1], stays);
  if (!stays) {
    q.pass = passes;
    if (q.packets > 0) enter_pass(q, number);
  }
  charge_parents(bytes);
  const auto takes = line_(record.frame + line_overhead);
  charge_port(pass, bytes, takes);
  if (q.packets > 0) q.flags = static_cast<std::uint8_t>((q.flags & promotion_armed) | reason_to_wait(q));
  record.time = now_ + takes;
  out.push_back(record);
}

/// A packet that leaves at the instant of its arrival has not waited.
inline void SubscriberTree::count_wait(const Record& record, std::uint8_t reason) {
  --waiting_;
  if (reason == the_port && record.time == now_) reason = not_at_all;
  ++waited_[record.stream][reason];
  const auto sample = dropped.sample_of(record);
  if (sample == 0) return;
  if (sample >= waited_by_sample_.size()) waited_by_sample_.resize(sample + 1);
  ++waited_by_sample_[sample][reason];
}

/// From the queue's parent up; the port's own shaper is charge_port's.
inline void SubscriberTree::charge_parents(std::int64_t bytes) {
  for (std::size_t i = shares_.depth(); i-- > 0;) {
    const auto number = shares_.node_at(i);
    auto& node = nodes_[number];
    node.carried += {1, Bytes{bytes}};
    if (i == 0 || node.gate == none) continue;
    node.clock = gates_[node.gate].after(node.clock, now_, bytes);
    if (node.clock <= now_) continue;
    shares_.close(number);
    wheel_.add(node.clock, timer_key(shares_.queue_count() + number, wake));
  }
}

inline void SubscriberTree::charge_port(Pass pass, std::int64_t bytes, std::int64_t takes) {
  line_busy_ += takes;
  line_free_ = now_ + takes;
  auto& port = nodes_[0];
  if (port.gate != none) {
    port.clock = gates_[port.gate].after(port.clock, now_, bytes);
    line_free_ = std::max(line_free_, port.clock);
  }
  if (pass == orphan_pass) return;
  const auto index = level_index(pass);
  levels_carried_[index] += {1, Bytes{bytes}};
  auto& level = levels_[index];
  if (!level.limited) return;
  level.clock = level.gate.after(level.clock, now_, bytes);
  if (level.clock <= now_) return;
  open_passes_ &= ~passes_of_level(index);
  next_level_opens_ = std::min(next_level_opens_, level.clock);
}

void SubscriberTree::open_levels() {
  open_passes_ = every_pass;
  next_level_opens_ = never;
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    if (!levels_[i].limited || levels_[i].clock <= now_) continue;
    open_passes_ &= ~passes_of_level(i);
    next_level_opens_ = std::min(next_level_opens_, levels_[i].clock);
  }
}

/// Of a packet that has just become the first of its queue.
inline std::uint8_t SubscriberTree::reason_to_wait(const Queue& q) const {
  if (q.pass == passes) return own_shaper;
  return gates_between_ ? closed_above(q) : the_port;
}

std::uint8_t SubscriberTree::closed_above(const Queue& q) const {
  for (auto node = shares_.node_of(q.parent_slot); node != 0; node = nodes_[node].parent)
    if (shares_.closed(node)) return a_parent;
  if (q.pass == orphan_pass) return the_port;
  const auto& level = levels_[level_index(q.pass)];
  return level.limited && level.clock > now_ ? a_parent : the_port;
}

}  // namespace qoslab::dataplane
