// The scheduler of one access port with the queues of all its subscribers.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "model/dataplane/batch.h"
#include "model/dataplane/gate.h"
#include "model/dataplane/share_tree.h"
#include "model/dataplane/stage.h"
#include "model/dataplane/timer_wheel.h"
#include "model/dataplane/tree_spec.h"

namespace qoslab::dataplane {

/// Packets that left by what they waited for when they had become the first of their queue: nothing, their own shaper,
/// a parent's, the port.
using WaitedFor = std::array<std::int64_t, 4>;

/// Queues with CIR and PIR under a port scheduler in two passes (7750 SR QoS guide, "port scheduler"), with any number
/// of shaped and sharing levels between. When the line is free the first pass of `Pass` that has a packet sends: from
/// the port down, each node gives the turn to the child that is next in its share of that pass (share_tree.h). A queue
/// is within CIR while its CIR credit is not negative, and only packets sent within CIR use it up. A queue or node
/// whose shaper has no credit takes no part until it has. At one instant timers come first (queues before nodes, in the
/// order of the spec), then arrivals, then the port's choice. Exact to the picosecond; the result does not depend on
/// how the time is cut into runs.
class SubscriberTree {
 public:
  explicit SubscriberTree(const TreeSpec& spec);
  /// Takes `arrivals`, in order of time, all before `until`, and appends what the line sends by choices before `until`;
  /// a record's time is that of its last bit. `until` never decreases, and no arrival is before the last one.
  void run(std::int64_t until, std::span<const Record> arrivals, Batch& out);

  Losses dropped;  ///< by full queues
  [[nodiscard]] const WaitedFor& waited(std::uint8_t stream) const { return waited_[stream]; }
  /// Of the leaves of a sample (numbered by dropped.samples) since `begin_measuring`; null: none left.
  [[nodiscard]] const WaitedFor* waited_of_sample(std::size_t number) const {
    return number < waited_by_sample_.size() ? &waited_by_sample_[number] : nullptr;
  }
  /// The most packets that waited at once since `begin_measuring`.
  [[nodiscard]] std::int64_t most_waiting() const { return most_waiting_; }
  void begin_measuring() {
    most_waiting_ = waiting_;
    waited_by_sample_.clear();
  }
  // Bytes as the tree's rates count.
  [[nodiscard]] Count carried_by_node(std::size_t node) const;
  [[nodiscard]] std::array<Count, 8> carried_by_level() const;
  /// How long the line has been sending, in ps.
  [[nodiscard]] std::int64_t line_busy() const { return line_busy_; }
  /// Calls `visit(record)` for every packet that still waits.
  template <typename Visit>
  void waiting(Visit&& visit) const {
    for (std::uint32_t i = 0; i < shares_.queue_count(); ++i) {
      const auto& q = shares_.queue(shares_.link_of(i));
      for (std::uint32_t at = q.first, left = q.packets; left > 0; --left) {
        visit(store_[at].record);
        at = store_[at].next;
      }
    }
  }

 private:
  static constexpr std::uint32_t none = no_link;
  static constexpr std::uint32_t every_pass = (1U << passes) - 1;
  enum Reason : std::uint8_t { not_at_all, own_shaper, a_parent, the_port };  ///< indices of WaitedFor
  /// What queues share that have the same profile below like parents. Arrays are by Side.
  struct alignas(128) Kind {
    Gate pir, cir;
    std::array<std::uint64_t, 2> growth{};
    std::array<std::uint32_t, 2> slot{};  ///< counted from the parent's first
    std::array<std::uint8_t, 2> pass{};
    std::array<bool, 2> promoted{};  ///< leaves this pass for the one within CIR as soon as there is credit
    std::uint32_t most_packets = 0;
    std::uint32_t most_bytes = 0;
  };
  struct Queue {
    std::int64_t pir_clock = Gate::long_ago;
    std::int64_t cir_clock = Gate::never;     ///< `never`: never within CIR
    std::uint32_t first = none, last = none;  ///< its packets
    std::uint32_t packets = 0;
    std::uint32_t bytes = 0;
    std::uint32_t parent_slot = 0;  ///< the first one
    std::uint16_t kind = 0;
    // While it has packets:
    std::uint8_t pass = passes;      ///< `passes`: none, for it waits for its shaper
    Reason reason : 2 = not_at_all;  ///< what its first packet waits for
    bool promotion_armed : 1 = false;
  };
  struct Node {
    std::int64_t clock = Gate::long_ago;
    Count carried;  ///< not of the port
    std::uint32_t parent = 0;
    std::uint32_t gate = none;
  };
  struct Stored {
    Record record;
    std::uint32_t next = none;
    std::uint32_t bytes = 0;  ///< as the rates count
  };
  struct Level {
    Gate gate;
    std::int64_t clock = Gate::long_ago;
  };

  class KindTable;
  SubscriberTree(const TreeSpec& spec, const ShareLayout& layout);
  static constexpr std::uint32_t passes_of_level(std::size_t index) {
    const int number = static_cast<int>(index) + 1;
    return 1U << within_cir(number) | 1U << above_cir(number);
  }
  [[nodiscard]] Gate gate(const Shaper& shaper) const { return {shaper.rate, shaper.burst - Bytes{largest_}}; }

  [[nodiscard]] std::size_t most_departures(std::int64_t until, std::size_t arrivals) const;
  Record* work(std::int64_t until, std::span<const Record> arrivals, Record* sent);
  void arrive(const Record& record);
  void serve(Pass pass, std::int64_t now, Record*& out);
  void send(const Stored& first, Reason reason, Pass pass, std::int64_t now, Record*& out);
  bool enter_pass(Queue& q, const Kind& kind, std::uint32_t link, std::int64_t now);
  std::uint32_t store(const Record& record, std::uint32_t bytes);
  const Stored& unstore(std::uint32_t at);
  void count_wait(const Record& record, Reason reason);
  [[nodiscard]] Reason reason_to_wait(const Queue& q, std::int64_t now) const;

  // What few packets need: calls, so that the rest stays small.
  [[gnu::noinline]] void drop(const Record& record) { dropped.add(record); }
  [[gnu::noinline]] void grow_store();
  [[gnu::noinline]] void go_on(Queue& q, std::uint32_t link, std::uint32_t slot, Side side, std::int64_t bytes,
                               std::int64_t now);
  [[gnu::noinline]] void fire(std::int64_t tick);
  void timer(std::uint32_t key, std::int64_t now);
  [[gnu::noinline]] void wait_for_shaper(Queue& q, std::uint32_t link);
  [[gnu::noinline]] void arm_promotion(Queue& q, std::uint32_t link);
  [[gnu::noinline]] void charge_parents(std::uint32_t node, std::int64_t bytes, std::int64_t now);
  [[gnu::noinline]] void charge_port(Pass pass, std::int64_t bytes, std::int64_t now);
  [[nodiscard, gnu::noinline]] std::int64_t opening() const;
  [[gnu::noinline]] void open_levels(std::int64_t now);
  [[nodiscard, gnu::noinline]] Reason closed_above(const Queue& q, std::int64_t now) const;
  [[gnu::noinline]] void count_wait_of_sample(std::size_t sample, Reason reason);

  std::uint32_t first_leaf_ = 0;
  std::int64_t largest_ = 0;
  std::array<std::int16_t, 256> count_offset_{};
  SendTime line_;
  ShareTree<Queue> shares_;
  std::vector<Kind> kinds_;
  std::vector<Node> nodes_;
  std::vector<Gate> gates_;     ///< each once, so that they stay near
  bool gates_between_ = false;  ///< port and queues, or at levels

  std::vector<Stored> store_;
  std::uint32_t free_store_ = none;
  TimerWheel wheel_;
  std::int64_t line_busy_ = 0;
  std::int64_t line_free_ = 0;  ///< when the port may choose again, its shaper included; not before the last event
  std::array<Level, 8> levels_;
  std::uint32_t limited_passes_ = 0;  ///< by the shaper of the port, or by one of its levels
  std::uint32_t open_passes_ = every_pass;
  std::int64_t next_level_opens_ = INT64_MAX;
  std::array<WaitedFor, most_streams> waited_{};
  std::vector<WaitedFor> waited_by_sample_;
  bool sampled_ = false;  ///< some leaves are of samples
  std::array<Count, passes> carried_by_pass_{};
  std::int64_t waiting_ = 0;
  std::int64_t most_waiting_ = 0;
};

}  // namespace qoslab::dataplane
