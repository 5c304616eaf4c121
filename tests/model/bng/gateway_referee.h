// The same gateway as bng::Gateway, as plainly as it can be said: one heap of events, packet by packet. The tests hold
// the fast one to every arrival at every far end, and to every drop.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "model/bng/plan.h"
#include "model/bng/streams.h"
#include "model/dataplane/fingerprint.h"
#include "model/dataplane/policer_tree.h"
#include "model/dataplane/source.h"
#include "model/units/random.h"
#include "tests/model/dataplane/tree_referee.h"

namespace qoslab::bng {

/// At one instant: arrivals at cores in the order of the links (access side first), cores that become free, arrivals at
/// outgoing links in the order of the cores. Packets, policers and random numbers are those of the fast one, which have
/// referees of their own; everything else is written anew.
class GatewayReferee {
 public:
  /// The scenario's first gateway.
  GatewayReferee(const GatewaysSpec& scenario, std::uint64_t seed);
  /// Everything that happens before `until`, which never decreases.
  void run(Instant until);
  [[nodiscard]] std::uint64_t fingerprint() const;
  /// Packets by "gateway.place: reason" and stream.
  using Drops = std::map<std::pair<std::string, std::size_t>, std::int64_t>;
  [[nodiscard]] Drops drops() const;
  [[nodiscard]] std::int64_t arrived() const { return arrived_; }
  [[nodiscard]] const Streams& streams() const { return streams_; }

 private:
  using Record = dataplane::Record;
  enum class Point : std::uint8_t { core, core_free, link, far_end };
  struct Event {
    std::int64_t time = 0;
    Point point = Point::core;
    std::size_t from = 0;  ///< link or core that it comes from
    std::int64_t sequence = 0;
    std::size_t to = 0;
    Record record;
    bool operator>(const Event& e) const {
      return std::tie(time, point, from, sequence) > std::tie(e.time, e.point, e.from, e.sequence);
    }
  };
  struct Tester {
    dataplane::Source source;
    std::deque<Record> packets;  ///< that it has sent, and that have not arrived
    bool under_way = false;      ///< the first of those is in the heap
  };
  struct Core {
    std::deque<Record> ring;
    std::int64_t free_at = 0;
    RandomStream random;
    std::vector<std::pair<std::int64_t, std::int64_t>> stalls;  ///< from, until
  };
  struct Leaf {
    std::size_t link = 0, group = 0, class_index = 0, network_link = 0;
    std::int64_t number = 0;
    std::uint32_t subscriber = 0;  ///< of the gateway
  };
  struct Verdict {
    bool permit = true;
    std::int64_t cycles = 0;
  };

  void add_testers(std::uint64_t seed);
  void add_leaves();
  void push(std::int64_t time, Point point, std::size_t from, std::size_t to, const Record& record);
  void next_packet(std::size_t tester);
  void happen(const Event& event);
  void arrive_at_core(const Record& record, std::size_t tester);
  void forward_vector(std::size_t core, std::int64_t now, const std::vector<Record>& packets);
  void core_free(std::size_t core, std::int64_t now);
  void arrive_at_link(const Record& record);
  void send_upstream(const Record& record, std::size_t link);
  void draw_stalls(Core& core, std::int64_t until);
  std::int64_t running_from(Core& core, std::int64_t time);
  std::int64_t end_of_work(Core& core, std::int64_t start, std::int64_t work);
  const Verdict& access_list(const Record& record);
  [[nodiscard]] std::int64_t cycles_take(std::int64_t cycles) const;
  void drop(const Record& record, const std::string& why) { ++drops_[{config_.gateway.name + why, record.stream}]; }

  GatewayParts config_;
  Plan plan_;
  Streams streams_;
  std::vector<Leaf> leaves_;
  std::vector<std::unique_ptr<Tester>> testers_;  ///< of the access links, then of the network links
  std::vector<Core> cores_;
  std::unique_ptr<dataplane::PolicerTree> policers_;  ///< of all subscribers
  std::vector<dataplane::TreeReferee> trees_;
  std::vector<std::int64_t> line_free_;
  std::vector<dataplane::Fingerprint> far_ends_;
  std::map<std::pair<std::uint8_t, std::int64_t>, Verdict> verdicts_;  ///< by stream and number of the subscriber
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::int64_t sequence_ = 0;
  std::int64_t arrived_ = 0;
  Drops drops_;
};

}  // namespace qoslab::bng
