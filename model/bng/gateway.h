// A broadband network gateway with its subscribers and its tester, run window by window.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/bng/plan.h"
#include "model/bng/streams.h"
#include "model/dataplane/graph.h"
#include "model/dataplane/stages.h"
#include "model/results/gateway_results.h"
#include "model/results/live_reading.h"
#include "model/scenario/gateway_spec.h"
#include "model/units/time.h"

namespace qoslab::bng {

/// A packet of a host of ns-3 that arrives at one of the gateway's links.
struct ForeignPacket {
  Instant at;
  std::int64_t id = 0;    ///< whoever injected it knows the packet by this
  std::size_t group = 0;  ///< of its subscriber, among the gateway's
  std::int64_t number = 0;
  Direction direction = Direction::downstream;
  Dscp dscp;
  Bytes ip_size;
};

/// What became of it.
struct ForeignOutcome {
  std::int64_t id = 0;
  Instant at;           ///< at the far end of the gateway's link; of a loss: when the run ended in which it happened
  std::string dropped;  ///< "place: reason"; empty: it arrived
};

/// Somebody asked to stop while a gateway was being built.
struct BuildStopped : std::exception {
  [[nodiscard]] const char* what() const noexcept override { return "stopped while a gateway was being built"; }
};

/// Sources on both sides, cores, policers upstream, scheduler trees downstream, and the links: the stages of one graph.
class Gateway {
 public:
  /// Precondition: the scenario is checked. What is random depends on `seed` and names alone. Millions of subscribers
  /// take seconds to build: `stop` may be set meanwhile from outside. Throws BuildStopped.
  Gateway(const GatewaysSpec& scenario, const GatewaySpec& gateway, std::uint64_t seed, int threads,
          bool fingerprinted = false, const std::atomic<bool>* stop = nullptr);

  /// Everything that happens before `until`, which never decreases.
  void run(Instant until);
  /// What the results call measured time begins where the last run ended, ...
  void begin_measuring();
  /// A record of the measured time ends where the last run ended, and the next one begins.
  void end_record();
  /// ... and ends where the last run ended.
  [[nodiscard]] GatewayResults results() const;
  /// The same in short, by group and direction; at any time, and for little.
  [[nodiscard]] std::vector<LiveTraffic> totals() const;
  /// Of all that arrived so far at the far ends of the access links, then of the network links; only if wanted.
  [[nodiscard]] std::uint64_t fingerprint() const;
  /// Sent by the tester so far.
  [[nodiscard]] std::int64_t packets() const;

  /// A packet that arrives at or after the last run's end. In order of time at each link.
  void inject(const ForeignPacket& packet);
  /// Of the last runs, since the last call.
  std::vector<ForeignOutcome> take_outcomes();
  /// The ids of those that stand in queues and rings where the last run ended.
  [[nodiscard]] std::vector<std::int64_t> waiting() const;

 private:
  /// Why packets are dropped; those of policers in the order of PolicerVerdict::Why.
  enum Reason : std::size_t { ring_full, access_list, policer, unfair, arbiter, queue_full, buffer_full, reasons };
  /// Running totals of one stream; bytes are those of frames.
  struct StreamReading {
    Count sent, arrived;
    std::array<Count, reasons> lost;
    dataplane::WaitedFor waited{};
    std::array<std::int64_t, 3> colors{};
  };
  struct PlaceReading {
    Count sent;             ///< bytes at the gateway's layer
    std::int64_t busy = 0;  ///< ps
    Rate rate;              ///< of its shaper; 0: none
    std::int64_t most_waiting = 0;
  };
  struct Reading {
    std::vector<StreamReading> streams;
    std::vector<PlaceReading> places;
  };

  /// Before each part whose size grows with the subscribers.
  void heed_stop() const;
  void build_sources(std::uint64_t seed);
  void build_access_costs();
  void build_cores(std::uint64_t seed);
  void build_access_side();
  void build_network_side();
  void choose_samples();
  std::unique_ptr<dataplane::Sink> new_sink(Duration delay, Direction direction);
  void place_leaves();

  /// visit(losses, reason) for every place where packets are dropped.
  template <typename Visit>
  void all_losses(Visit&& visit) const {
    for (auto* stage : cores_) {
      if (stage->core) visit(stage->core->overflown, ring_full);
      if (stage->core) visit(stage->core->denied, access_list);
      visit(stage->denied, access_list);
    }
    for (auto* stage : trees_) visit(stage->tree.dropped, queue_full);
    for (auto* stage : uplinks_) {
      for (std::size_t why = 1; why < stage->dropped.size(); ++why) visit(stage->dropped[why], access_list + why);
      visit(stage->overflown, buffer_full);
    }
  }
  /// visit(record, whether it waits in a queue or ring) for everything that is in the gateway and on its links.
  template <typename Visit>
  void all_inside(Visit&& visit) const {
    for (const auto* sources : {&access_sources_, &network_sources_})
      for (const auto* stage : *sources)
        for (const auto& batch : stage->to_core)
          for (const auto& record : batch) visit(record, false);
    for (const auto* stage : cores_) {
      for (const auto& record : stage->waiting()) visit(record, true);
      for (const auto& batch : stage->out)
        for (const auto& record : batch) visit(record, false);
    }
    for (const auto* stage : uplinks_)
      for (const auto& record : stage->out) visit(record, stage->waits(record, now_.ps()));
    for (const auto* stage : trees_) {
      stage->tree.waiting([&](const dataplane::Record& record) { visit(record, true); });
      for (const auto& record : stage->out) visit(record, false);
    }
  }
  [[nodiscard]] std::string reason_name(std::size_t reason) const;
  void name_places();
  [[nodiscard]] Reading read() const;
  [[nodiscard]] std::vector<StreamReading> read_streams() const;
  void read_cores(Reading& reading) const;
  void read_links(Reading& reading) const;
  [[nodiscard]] Count at_layer(std::uint8_t stream, Count frames) const;
  [[nodiscard]] Count all_at_layer(const dataplane::Tally& tally) const;
  void add_delays(std::uint8_t stream, Direction direction, DelayHistogram& sum) const;
  void add_inside(std::vector<StreamResults>& results, const std::vector<std::size_t>& result_of) const;
  [[nodiscard]] std::vector<StreamResults> stream_results(const Reading& now) const;
  void add_samples(GatewayResults& results) const;
  void add_subscribers(GatewayResults& results) const;
  /// Packets by Direction and leaf, those of hosts of ns-3 left out.
  using Inside = std::array<std::vector<std::int32_t>, 2>;
  [[nodiscard]] Inside inside_by_leaf() const;
  void add_records(std::size_t stream, StreamResults& result) const;
  void add_records(std::size_t place, PlaceResults& result) const;
  void add_places(const Reading& now, GatewayResults& results) const;

  GatewayParts config_;
  bool fingerprinted_;
  const std::atomic<bool>* stop_;
  Plan plan_;
  Streams streams_;
  dataplane::AccessCosts access_;
  dataplane::Route route_;
  std::vector<dataplane::UplinkStage::Policed> policed_;     ///< by leaf
  std::vector<std::vector<std::uint16_t>> uplink_profiles_;  ///< of each network link's subscribers
  std::array<dataplane::LeafTotals, 2> offered_;             ///< by Direction
  std::array<dataplane::LeafTotals, 2> arrived_;
  struct Sample {
    std::size_t group;
    std::int64_t number;
    std::size_t class_index;
    std::uint32_t leaf;
  };
  std::vector<Sample> sampled_;
  dataplane::Samples samples_;
  std::vector<dataplane::Batch> foreign_in_;          ///< access links, then network links
  std::vector<std::vector<std::string>> node_names_;  ///< of each access tree; until the places have theirs
  std::vector<std::vector<std::size_t>> aggregates_;  ///< of each access tree: its nodes that have a name
  std::vector<std::string> place_names_;              ///< in the order of Reading::places
  std::vector<std::vector<Rate>> node_rates_;         ///< 0: not shaped
  std::vector<std::array<Rate, 8>> level_rates_;

  std::vector<dataplane::SourceStage*> access_sources_;
  std::vector<dataplane::SourceStage*> network_sources_;
  std::vector<dataplane::CoreStage*> cores_;
  std::vector<dataplane::UplinkStage*> uplinks_;
  std::vector<dataplane::TreeStage*> trees_;
  dataplane::Graph graph_;

  Instant now_;
  Instant measured_from_;
  Reading before_;
  Inside inside_before_;
  /// Running totals at the end of each record. Bytes of streams are those of frames.
  struct Mark {
    struct Stream {
      Count sent, arrived, lost;
    };
    std::vector<Stream> streams;
    std::vector<Count> places;
  };
  std::vector<Mark> marks_;
};

}  // namespace qoslab::bng
