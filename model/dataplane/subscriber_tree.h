// The scheduler of one access port with the queues of all its subscribers.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "model/dataplane/batch.h"
#include "model/dataplane/share_list.h"
#include "model/dataplane/stage.h"
#include "model/dataplane/timer_wheel.h"
#include "model/dataplane/tree_spec.h"
#include "model/units/send_time.h"

namespace qoslab::dataplane {

/// Packets that left by what they waited for when they had become the first of their queue: nothing, their own shaper,
/// a parent's, the port.
using WaitedFor = std::array<std::int64_t, 4>;

struct Carried {
  std::int64_t packets = 0;
  std::int64_t bytes = 0;  ///< as the tree's rates count
};

/// Queues with CIR and PIR under a port scheduler in two passes (7750 SR QoS guide, "port scheduler"), with any number
/// of shaped and sharing levels between. When the line is free the first pass of `Pass` that has a packet sends: from
/// the port down, each node gives the turn to the child that is next in its share of that pass (share_list.h). A queue
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
  [[nodiscard]] Carried carried_by_node(std::size_t node) const;
  [[nodiscard]] const std::array<Carried, 8>& carried_by_level() const { return levels_carried_; }
  /// How long the line has been sending, in ps.
  [[nodiscard]] std::int64_t line_busy() const { return line_busy_; }
  /// Calls `visit(record)` for every packet that still waits.
  template <typename Visit>
  void waiting(Visit&& visit) const {
    for (const auto& q : queues_)
      for (std::uint32_t at = q.first; q.packets > 0 && at != no_child; at = store_[at].next) visit(store_[at].record);
  }

 private:
  /// A rate as a clock: open while the clock is not ahead of now.
  struct Gate {
    SendTime time;
    std::int64_t slack = 0;  ///< how far the clock may stay behind now
    [[nodiscard]] std::int64_t after(std::int64_t clock, std::int64_t now, std::int64_t bytes) const {
      const std::int64_t least = now - slack;
      return (clock > least ? clock : least) + time(bytes);
    }
  };
  struct Profile {
    Gate pir, cir;
    bool shaped = false;
    bool committed = false;
    std::uint8_t within = 0;  ///< its passes
    std::uint8_t above = 0;
    std::array<std::uint64_t, 2> step{};  ///< W / weight within and above CIR
    std::uint32_t most_packets = 0;
    std::uint32_t most_bytes = 0;
  };
  struct alignas(64) Queue {
    std::int64_t pir_clock;
    std::int64_t cir_clock;
    std::array<std::uint64_t, 2> tag{};
    std::uint32_t prev, next;   ///< in the list of its pass
    std::uint32_t first, last;  ///< its packets
    std::uint32_t packets = 0;
    std::uint32_t bytes = 0;
    std::uint32_t parent = 0;
    std::uint16_t profile = 0;
    std::uint8_t pass;
    std::uint8_t flags = 0;  ///< promotion armed; what its first packet waits for
  };
  struct alignas(64) Node {
    std::int64_t clock = 0;
    std::uint64_t step = 0;
    Carried carried;
    std::uint32_t parent = 0;
    std::uint32_t first_slot = 0;
    std::uint32_t possible = 0;  ///< passes, as bits
    std::uint32_t active = 0;
    std::uint32_t gate = no_child;
    std::uint8_t shift = 0;
    bool many = false;
    bool closed = false;
  };
  /// A node in one pass: its place among its siblings, and its own children.
  struct Slot {
    std::uint64_t tag = 0;
    std::uint64_t virtual_time = 0;
    std::uint32_t prev = no_child, next = no_child;
    std::uint32_t first = no_child;  ///< of few children: in the order in which they came; of many: its Steps
    std::uint32_t last = no_child;
  };
  struct Stored {
    Record record;
    std::uint32_t next = no_child;
  };

  // How the spec becomes these tables (subscriber_tree_build.cpp).
  void build_nodes(const TreeSpec& spec);
  void build_queues(const TreeSpec& spec);
  void build_slots();
  std::uint16_t profile_for(const QueueProfile& spec, std::uint16_t number, std::int64_t heaviest);
  [[nodiscard]] Gate gate_for(const Shaper& shaper) const;

  Slot& slot(std::uint32_t node, Pass pass) {
    const auto& n = nodes_[node];
    return slots_[n.first_slot + static_cast<std::uint32_t>(std::popcount(n.possible & ((1U << pass) - 1)))];
  }
  [[nodiscard]] bool is_queue(std::uint32_t child) const { return child < queue_count_; }
  std::uint64_t& tag_of(std::uint32_t child, Pass pass);
  std::uint32_t& prev_of(std::uint32_t child, Pass pass);
  std::uint32_t& next_of(std::uint32_t child, Pass pass);
  [[nodiscard]] std::uint64_t step_of(std::uint32_t child, Pass pass) const;

  // The lists of children.
  void append(const Node& node, Slot& s, Pass pass, std::uint32_t child);
  bool remove(const Node& node, Slot& s, Pass pass, std::uint32_t child);
  [[nodiscard]] std::uint32_t choose(const Node& node, const Slot& s, Pass pass);
  void activate(std::uint32_t child, std::uint32_t node, Pass pass);
  void deactivate(std::uint32_t child, std::uint32_t node, Pass pass);

  // Events.
  void arrive(const Record& record);
  void timer(std::uint32_t key);
  void serve(Batch& out);
  void choose_path(Pass pass);
  void advance_shares(Pass pass, std::int64_t bytes);
  Record take_first(Queue& q, std::int64_t bytes_of_front);
  void charge_queue(std::uint32_t number, Pass pass, std::int64_t bytes);
  void charge_parents(std::int64_t bytes);
  void charge_port(Pass pass, std::int64_t bytes, std::int64_t frame);
  void enter_pass(std::uint32_t number);
  void open(std::uint32_t node);
  void close(std::uint32_t node);
  void open_levels();
  [[nodiscard]] std::uint8_t reason_to_wait(const Queue& q) const;
  [[nodiscard]] std::int64_t next_choice() const;
  std::uint32_t store(const Record& record);

  std::uint32_t queue_count_ = 0;
  std::uint32_t first_leaf_ = 0;
  std::int64_t largest_ = 0;
  std::array<std::int16_t, 256> count_offset_{};
  SendTime line_;
  std::vector<Profile> profiles_;
  std::map<std::pair<std::uint16_t, std::int64_t>, std::uint16_t> compiled_;
  std::vector<std::int64_t> heaviest_;  ///< child of each node
  std::vector<Queue> queues_;
  std::vector<Node> nodes_;
  std::vector<Slot> slots_;
  std::vector<Steps> steps_;
  std::vector<Gate> gates_;
  bool gates_between_ = false;

  std::vector<Stored> store_;
  std::uint32_t free_store_ = no_child;
  TimerWheel wheel_;
  std::int64_t now_ = 0;
  std::int64_t line_busy_ = 0;
  std::int64_t line_free_ = 0;  ///< the port's shaper included
  struct Level {
    bool limited = false;
    Gate gate;
    std::int64_t clock = 0;
  };
  std::array<Level, 8> levels_;
  std::uint32_t open_passes_ = (1U << passes) - 1;
  std::int64_t next_level_opens_ = INT64_MAX;

  std::array<std::uint32_t, 16> path_{};  ///< of the packet that is sent: nodes from the port down, then the queue
  std::size_t path_length_ = 0;
  std::array<WaitedFor, most_streams> waited_{};
  std::array<Carried, 8> levels_carried_{};
};

}  // namespace qoslab::dataplane
