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
  Batch sent_;
};

/// Where packets go behind the cores: to the stage of their subscriber's access link, each direction its own.
struct Route {
  std::vector<std::uint32_t> leaf_ends;  ///< of the access links in turn
  std::array<std::uint8_t, most_streams> downstream{};
  [[nodiscard]] std::size_t access_link(std::uint32_t leaf) const {
    std::size_t link = 0;
    while (leaf >= leaf_ends[link]) ++link;
    return link;
  }
  [[nodiscard]] std::size_t operator()(const Record& r) const {
    return downstream[r.stream] * leaf_ends.size() + access_link(r.leaf);
  }
};

/// One core; or without a core what forwards the packets of one link in no time but the platform's latency.
class CoreStage : public Stage {
 public:
  CoreStage(std::vector<Batch*> inputs, std::optional<Core> core, const AccessCosts& access, std::int64_t latency,
            const Route& route);
  void run(std::int64_t until) override;

  std::optional<Core> core;
  std::vector<Batch> out;  ///< by Route
  Losses denied;           ///< by the access list, without a core

 private:
  void forward(const Batch& arrivals);

  Merge merge_;
  const AccessCosts& access_;
  std::int64_t latency_;
  const Route& route_;
  Batch forwarded_;
};

/// The policers of one access link's subscribers.
class PoliceStage : public Stage {
 public:
  struct Leaf {
    std::uint32_t subscriber = 0;  ///< of the access link
    std::uint8_t class_index = 0;
    std::uint8_t network_link = 0;
  };
  PoliceStage(std::vector<Batch*> inputs, PolicerTree policers, std::uint32_t first_leaf, std::vector<Leaf> leaves,
              const std::array<std::int16_t, most_streams>& count_offset, std::size_t network_links);
  void run(std::int64_t until) override;

  PolicerTree policers;
  std::vector<Batch> out;           ///< by network link
  std::array<Losses, 4> dropped{};  ///< by PolicerVerdict::Why
  std::array<std::array<std::int64_t, 3>, most_streams> colors{};

 private:
  Merge merge_;
  std::uint32_t first_leaf_;
  std::vector<Leaf> leaves_;
  std::array<std::int16_t, most_streams> count_offset_;
};

/// An output of the gateway with one FIFO queue, and the link behind it.
class LineStage : public Stage {
 public:
  /// `tags[stream]`: bytes of the access side's frames that this link's do not carry.
  LineStage(std::vector<Batch*> inputs, Rate line, Bytes buffer, const std::array<std::uint8_t, most_streams>& tags,
            std::unique_ptr<Sink> sink);
  void run(std::int64_t until) override;

  std::unique_ptr<Sink> sink;
  Batch out;  ///< sent, and not arrived yet
  Losses overflown;
  Frames sent;
  std::int64_t busy = 0;  ///< ps

 private:
  Merge merge_;
  SendTime line_;
  std::int64_t longest_wait_;
  std::array<std::uint8_t, most_streams> tags_;
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
