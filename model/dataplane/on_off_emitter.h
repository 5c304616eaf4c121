// Subscribers who come and go, each on its own.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/dataplane/calendar.h"
#include "model/dataplane/emitter.h"

namespace qoslab::dataplane {

/// Each subscriber is on and off for exponential times, and sends its part of the peak rate while it is on. Its gaps
/// are counted in time on: what is left of a gap when a period ends is waited for in the next one, so that the mean
/// rate is the one asked for even where periods hold few packets. At the start subscribers are as if they had always
/// been there: on or off as often as the means say, at a random phase of a gap.
class OnOffEmitter final : public Emitter {
 public:
  /// Precondition: sends_anything(spec), spec.mean_on > 0.
  OnOffEmitter(const EmitterSpec& spec, Rate line, std::uint32_t cores, std::uint64_t seed);

  void next(std::span<Upcoming> block) override;
  [[nodiscard]] const Kinds& kinds() const override { return kinds_; }

 private:
  void schedule(std::uint32_t subscriber, std::int64_t due);

  FastRandom random_;
  PacketMix mix_;
  Kinds kinds_;
  std::vector<std::uint32_t> first_leaves_;
  double mean_on_;
  double mean_off_;
  double ps_per_bit_;  ///< of a subscriber that is on
  std::int64_t stop_;
  std::vector<std::int64_t> period_ends_;  ///< by subscriber: when it goes off next, or ends the period that comes
  Calendar calendar_;
};

}  // namespace qoslab::dataplane
