// A capture's packets, sent again.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "model/dataplane/emitter.h"

namespace qoslab::dataplane {

/// Sends the packets of a trace that fall to its subscribers, at the captured times or at times in proportion to them.
/// A frame gets the group's tags and its subscriber's addresses; what else the packet held is not replayed. Draws
/// nothing.
class ReplayEmitter final : public Emitter {
 public:
  /// Whether there is a packet, a subscriber and a class.
  static bool sends_anything(const EmitterSpec& spec);
  /// Precondition: sends_anything(spec).
  ReplayEmitter(const EmitterSpec& spec, Rate line, std::uint32_t cores);

  void next(std::span<Upcoming> block) override;
  [[nodiscard]] const Kinds& kinds() const override { return kinds_; }

 private:
  std::vector<PacketKind> sort_into_kinds(const EmitterSpec& spec, Rate line);
  void measure(const EmitterSpec& spec);
  [[nodiscard]] std::int64_t due() const;
  void step();

  static constexpr std::uint32_t nobody = 0xffff'ffff;

  std::shared_ptr<const Trace> trace_;
  std::vector<std::uint32_t> kind_of_;  ///< by packet of the trace
  Kinds kinds_;
  std::vector<std::uint32_t> leaf_of_;  ///< by turn: the subscriber's first leaf; nobody: on another link
  bool repeat_;
  std::int64_t stop_;
  std::int64_t captured_ = 0;  ///< how long a pass took, with a mean gap after the last packet
  std::int64_t pass_ = 0;      ///< how long it is to take
  std::int64_t begin_;         ///< of this pass
  std::size_t packet_ = 0;
  std::size_t turn_ = 0;
};

}  // namespace qoslab::dataplane
