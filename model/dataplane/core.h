// A processor core that forwards packets in vectors.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "model/dataplane/access_cost.h"
#include "model/dataplane/batch.h"
#include "model/dataplane/stage.h"
#include "model/scenario/gateway_spec.h"
#include "model/units/random.h"
#include "model/units/send_time.h"

namespace qoslab::dataplane {

/// When a core does not run: the platform does something else. Intervals in order, drawn as they are needed.
class Stalls {
 public:
  /// Never.
  Stalls() = default;
  Stalls(const StallSpec& spec, std::uint64_t seed, std::string_view purpose);
  // Times never decrease from call to call.
  /// The first instant from `time` on at which the core runs.
  [[nodiscard]] std::int64_t running_from(std::int64_t time);
  /// The end of `work` ps of processing that begin at `start`, when the core runs.
  [[nodiscard]] std::int64_t finish(std::int64_t start, std::int64_t work);

 private:
  void draw();
  StallSpec spec_;
  RandomStream random_{0, ""};
  std::int64_t from_ = INT64_MAX;
  std::int64_t until_ = INT64_MAX;
};

/// An idle core takes a packet as soon as it arrives; a busy one takes, when it is free again, up to `vector` packets
/// that have arrived by then, works on all of them, and passes them on together (as VPP's graph nodes do). The work is
/// cycles_per_vector + packets × cycles_per_packet + compared access-list entries × cycles_per_entry.
/// A packet that finds the ring full is dropped; one that the access list denies is dropped after the work.
class Core {
 public:
  Core(const ProcessorSpec& spec, const AccessCosts& access, std::int64_t latency, Stalls stalls);

  /// `arrivals` in order of time, all before `until`. Appends what is finished by vectors that begin before `until`; a
  /// record's time is then when its vector was finished, and `latency` later.
  void run(std::int64_t until, std::span<const Record> arrivals, Batch& out);

  Losses overflown;
  Losses denied;
  [[nodiscard]] const Frames& forwarded() const { return forwarded_; }
  /// How long it has worked, in ps.
  [[nodiscard]] std::int64_t busy() const { return busy_; }
  [[nodiscard]] std::size_t most_waiting() const { return most_waiting_; }
  void begin_measuring() { most_waiting_ = waiting_; }
  template <typename Visit>
  void waiting(Visit&& visit) const {
    for (std::size_t i = 0; i < waiting_; ++i) visit(ring_[(first_ + i) & mask_]);
  }

 private:
  bool take_at_once(const Record& record, Batch& out);
  bool vector_before(std::int64_t until, Batch& out);

  std::int64_t cycles_per_packet_;
  std::int64_t cycles_per_vector_;
  std::size_t vector_;
  std::size_t most_;
  const AccessCosts& access_;
  std::int64_t latency_;
  SendTime cycles_;
  Stalls stalls_;
  std::vector<Record> ring_;  ///< a power of two
  std::size_t mask_;
  std::size_t first_ = 0;
  std::size_t waiting_ = 0;
  std::size_t most_waiting_ = 0;
  std::int64_t free_at_ = 0;
  std::int64_t busy_ = 0;
  Frames forwarded_;
};

}  // namespace qoslab::dataplane
