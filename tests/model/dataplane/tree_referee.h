// The same scheduler as SubscriberTree, as plainly as it can be said: an event heap, lists, maps. The tests hold the
// fast one to every departure of this one.
#pragma once

#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <span>
#include <tuple>
#include <vector>

#include "model/dataplane/tree_spec.h"

namespace qoslab::dataplane {

class TreeReferee {
 public:
  explicit TreeReferee(const TreeSpec& spec);
  /// An arrival at `record.time`; of the same time, the one that was told of first comes first.
  void expect(const Record& record);
  /// Everything that happens before `until`; what departs, in order.
  std::vector<Record> run(std::int64_t until);
  /// All arrivals at once, to the end.
  std::vector<Record> run(std::span<const Record> arrivals);
  [[nodiscard]] const std::array<std::int64_t, 256>& dropped_by_stream() const { return dropped_by_stream_; }
  [[nodiscard]] std::int64_t dropped() const { return dropped_; }
  [[nodiscard]] const std::array<std::int64_t, 4>& waited() const { return waited_; }

 private:
  struct Clock {
    std::optional<Shaper> shaper;
    std::int64_t ahead = INT64_MIN / 4;
    [[nodiscard]] bool open(std::int64_t now) const { return !shaper || ahead <= now; }
    void charge(std::int64_t now, std::int64_t bytes, std::int64_t largest);
  };
  /// A node or a queue.
  struct Member {
    Member* parent = nullptr;
    std::size_t order = 0;  ///< queues before nodes, each as in the spec
    Clock pir;
    std::map<Pass, std::uint64_t> tags;
    std::uint64_t heaviest = 1;  ///< of the children
    std::uint64_t steepest = 1;
    // of a node
    std::int64_t weight = 1;
    bool closed = false;
    std::map<Pass, std::uint64_t> virtual_time;
    std::map<Pass, std::list<Member*>> active;
    // of a queue
    const QueueProfile* profile = nullptr;
    Clock cir;
    std::deque<Record> packets;
    std::int64_t bytes = 0;
    std::optional<Pass> pass;
    int reason = 0;
  };
  struct Event {
    std::int64_t time;
    int kind;  ///< 0 timer, 1 arrival, 2 choice
    std::size_t order;
    int which;        ///< of a timer: 0 wake, 1 promote
    Record record{};  ///< of an arrival
    bool operator>(const Event& e) const {
      return std::tie(time, kind, order, which) > std::tie(e.time, e.kind, e.order, e.which);
    }
  };

  [[nodiscard]] std::uint64_t step(const Member& m, Pass pass) const;
  [[nodiscard]] std::uint64_t width(const Member& parent) const;
  void activate(Member& child, Pass pass);
  void deactivate(Member& child, Pass pass);
  Member* choose(Member& node, Pass pass) const;
  void enter(Member& queue);
  void arrive(const Record& record);
  void timer(const Event& event);
  void serve();
  void note_reason(Member& queue) const;
  void ask_for_choice();

  TreeSpec spec_;
  std::vector<std::unique_ptr<Member>> members_;  ///< queues, then nodes
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::array<Clock, 8> levels_;
  std::int64_t now_ = 0;
  std::int64_t free_ = 0;
  std::int64_t asked_ = INT64_MAX;  ///< when the next choice is in the heap
  std::vector<Record> out_;
  std::size_t expected_ = 0;
  std::int64_t dropped_ = 0;
  std::array<std::int64_t, 256> dropped_by_stream_{};
  std::array<std::int64_t, 4> waited_{};
};

}  // namespace qoslab::dataplane
