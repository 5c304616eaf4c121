// A processor core that forwards packets in vectors.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

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
  std::int64_t gap();
  std::int64_t length();
  StallSpec spec_;
  RandomStream random_{0, ""};
  std::int64_t from_ = INT64_MAX;
  std::int64_t until_ = INT64_MAX;
  std::int64_t next_ = INT64_MAX;  ///< when the one after begins
};

/// An idle core takes a packet as soon as it arrives; a busy one takes, when it is free again, up to `vector` packets
/// that have arrived by then, works on all of them, and passes them on together (as VPP's graph nodes do). The work is
/// cycles_per_vector + packets × cycles_per_packet + compared access-list entries × cycles_per_entry.
/// A packet that finds the ring full is dropped; one that the access list denies is dropped after the work.
class Core {
 public:
  Core(const ProcessorSpec& spec, const AccessCosts& access, std::int64_t latency, Stalls stalls);

  /// Calls take(record) for what is finished by vectors that begin before `until`; a record's time is then when its
  /// vector was finished, and `latency` later. `records`, in order of time and before `until`: first what waits in the
  /// ring since the last run, then what has arrived since. What waits now is left in it.
  template <typename Take>
  void run(std::int64_t until, Batch& records, Take&& take);

  Losses overflown;
  Losses denied;
  [[nodiscard]] const Tally& forwarded() const { return forwarded_; }
  /// How long it has worked, in ps.
  [[nodiscard]] std::int64_t busy() const { return busy_; }
  [[nodiscard]] std::size_t most_waiting() const { return most_waiting_; }
  void begin_measuring() { most_waiting_ = waiting_; }

 private:
  template <typename Take>
  bool take_at_once(const Record& record, Take&& take);
  template <typename Take>
  std::size_t vector_before(std::int64_t until, const Record* ring, std::size_t waiting, Take&& take);
  template <typename Take>
  void forward(Record record, Take&& take);

  std::int64_t cycles_per_packet_;
  std::int64_t cycles_per_vector_;
  std::size_t vector_;
  std::size_t most_;
  const AccessCosts& access_;
  std::int64_t latency_;
  SendTime cycles_;
  Stalls stalls_;
  std::size_t waiting_ = 0;  ///< at the end of the last run
  std::size_t most_waiting_ = 0;
  std::int64_t free_at_ = 0;
  std::int64_t busy_ = 0;
  Tally forwarded_{};
};

template <typename Take>
void Core::run(std::int64_t until, Batch& records, Take&& take) {
  Record* const ring = records.begin();  // from first to end
  std::size_t first = 0;
  std::size_t end = waiting_;
  for (std::size_t next = waiting_; next < records.size(); ++next) {
    const Record record = ring[next];
    while (first < end) {
      const auto taken = vector_before(record.time, ring + first, end - first, take);
      if (taken == 0) break;
      first += taken;
    }
    if (first == end && take_at_once(record, take)) {
      first = end = next + 1;
      continue;
    }
    if (end - first == most_) {
      overflown.add(record);
      continue;
    }
    if (first == end) first = end = next;
    ring[end++] = record;
    most_waiting_ = std::max(most_waiting_, end - first);
  }
  while (first < end) {
    const auto taken = vector_before(until, ring + first, end - first, take);
    if (taken == 0) break;
    first += taken;
  }
  waiting_ = end - first;
  records.keep(first, end);
}

/// When the work on it is finished.
template <typename Take>
void Core::forward(Record record, Take&& take) {
  forwarded_[record.stream] += frame_of(record);
  record.time = free_at_ + latency_;
  take(record);
}

/// If the core is idle and runs.
template <typename Take>
bool Core::take_at_once(const Record& record, Take&& take) {
  if (free_at_ > record.time || stalls_.running_from(record.time) > record.time) return false;
  const auto outcome = access_.of(record);
  const auto work = cycles_(cycles_per_vector_ + cycles_per_packet_ + outcome.cycles);
  free_at_ = stalls_.finish(record.time, work);
  busy_ += work;
  if (outcome.permit)
    forward(record, take);
  else
    denied.add(record);
  return true;
}

/// One vector of what waits, if it can begin before `until`: all that waits by then has arrived. Gives its length.
template <typename Take>
std::size_t Core::vector_before(std::int64_t until, const Record* ring, std::size_t waiting, Take&& take) {
  const std::int64_t start = stalls_.running_from(std::max(free_at_, ring->time));
  if (start >= until) return 0;
  std::int64_t cycles = cycles_per_vector_;
  std::size_t taken = 0;
  for (const auto most = std::min(waiting, vector_); taken < most && ring[taken].time <= start; ++taken)
    cycles += cycles_per_packet_ + access_.of(ring[taken]).cycles;
  const auto work = cycles_(cycles);
  free_at_ = stalls_.finish(start, work);
  busy_ += work;
  for (std::size_t i = 0; i < taken; ++i) {
    if (access_.of(ring[i]).permit)
      forward(ring[i], take);
    else
      denied.add(ring[i]);
  }
  return taken;
}

}  // namespace qoslab::dataplane
