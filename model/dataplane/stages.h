// The stages of a gateway's data plane: thin frames around the algorithms, which pass batches on.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "model/dataplane/access_cost.h"
#include "model/dataplane/core.h"
#include "model/dataplane/merge.h"
#include "model/dataplane/policer_tree.h"
#include "model/dataplane/sink.h"
#include "model/dataplane/source.h"
#include "model/dataplane/stage.h"
#include "model/dataplane/subscriber_tree.h"

namespace qoslab::dataplane {

/// What a tester sends into one link, dealt to the cores.
class SourceStage : public Stage {
 public:
  SourceStage(const SourceSpec& spec, std::uint64_t seed, LeafTotals& offered);
  void run(std::int64_t until) override;
  void begin_measuring() { measuring_ = true; }

  Source source;
  std::vector<Batch> to_core;  ///< at least one

 private:
  LeafTotals& offered_;
  bool measuring_ = false;
};

/// Where packets go behind the cores: downstream to the access link of their subscriber, upstream to its network link.
struct Route {
  using Ends = std::array<std::uint8_t, 2>;  ///< by direction: network links have numbers from 0, then access links
  std::vector<Ends> far_end;                 ///< by leaf
  std::array<std::uint8_t, most_streams> direction{};
  std::size_t ways = 0;
  [[nodiscard]] std::size_t operator()(const Record& r) const { return far_end[r.leaf][direction[r.stream]]; }
};

/// One core; or without a core what forwards the packets of one link in no time but the platform's latency.
class CoreStage : public Stage {
 public:
  CoreStage(std::vector<Batch*> inputs, std::optional<Core> core, const AccessCosts& access, std::int64_t latency,
            const Route& route);
  void run(std::int64_t until) override;
  /// What waits in the ring.
  [[nodiscard]] const Batch& waiting() const { return merge_.left(); }

  std::optional<Core> core;
  std::vector<Batch> out;  ///< by Route
  Losses denied;           ///< by the access list, without a core

 private:
  Merge merge_;
  const AccessCosts& access_;
  std::int64_t latency_;
  const Route& route_;
};

/// A network link: the policers of the subscribers whose packets take it, its queue, and its line.
class UplinkStage : public Stage {
 public:
  /// A leaf's place among the policers.
  struct Policed {
    std::uint32_t subscriber = 0;
    std::uint32_t class_index = 0;
  };
  struct Spec {
    Rate line;
    Bytes buffer;
    std::array<std::int16_t, most_streams> count_offset{};  ///< what policers count for a frame: frame + this
    std::array<std::uint8_t, most_streams> tags{};          ///< bytes of frames that this link does not carry
  };
  UplinkStage(std::vector<Batch*> inputs, PolicerTree policers, const std::vector<Policed>& leaves, const Spec& spec,
              std::unique_ptr<Sink> sink);
  void run(std::int64_t until) override;
  /// Of a record in `out`: whether it still waits for the line.
  [[nodiscard]] bool waits(const Record& record, std::int64_t now) const;

  PolicerTree policers;
  std::array<Losses, 4> dropped{};  ///< by PolicerVerdict::Why
  std::array<std::array<std::int64_t, 3>, most_streams> colors{};
  Losses overflown;
  Tally sent{};
  std::int64_t busy = 0;  ///< ps
  Batch out;              ///< sent, and not arrived yet
  std::unique_ptr<Sink> sink;

 private:
  void send(const Record& record, std::int64_t until);
  [[nodiscard]] std::int64_t time_on_line(const Record& record) const;

  Merge merge_;
  const std::vector<Policed>& leaves_;
  Spec spec_;
  SendTime line_;
  std::int64_t longest_wait_;
  std::int64_t free_at_ = 0;
};

/// An access port with its scheduler, and the link behind it.
class TreeStage : public Stage {
 public:
  TreeStage(std::vector<Batch*> inputs, const TreeSpec& spec, std::unique_ptr<Sink> sink);
  void run(std::int64_t until) override;

  SubscriberTree tree;
  std::unique_ptr<Sink> sink;
  Batch out;  ///< sent, and not arrived yet

 private:
  Merge merge_;
};

}  // namespace qoslab::dataplane
