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
  [[nodiscard]] std::int64_t running_from(std::int64_t time) { return time < from_ ? time : after_stalls(time); }
  /// The end of `work` ps of processing that begin at `start`, an instant that `running_from` gave.
  [[nodiscard]] std::int64_t finish(std::int64_t start, std::int64_t work) {
    return start + work <= from_ ? start + work : finish_after_stalls(start, work);
  }

 private:
  void draw();
  std::int64_t after_stalls(std::int64_t time);
  std::int64_t finish_after_stalls(std::int64_t start, std::int64_t work);
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

  /// Calls take(record, leaves) for what is finished by vectors that begin before `until`: it leaves when its vector
  /// was finished, and `latency` later. `records`, in order of time and before `until`: first what waits in the
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
  /// The records of a run: the ring from `first` to `end`, those that have not arrived yet from `next` on.
  struct Ring {
    Record* records;
    std::size_t size;
    std::size_t first, end, next;
  };
  void admit(Ring& ring, std::int64_t until);
  template <typename Take>
  void forward(const Record* vector, std::size_t length, std::int64_t start, Take&& take);
  void work(std::int64_t cycles, std::int64_t start);
  template <typename Take>
  void pass(const Record& record, bool permitted, Take&& take);

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
  Ring ring{records.begin(), records.size(), 0, waiting_, waiting_};
  for (;;) {
    const bool empty = ring.first == ring.end;
    if (empty && ring.next == ring.size) break;
    if (empty) {
      ring.first = ring.next;
      ring.end = ++ring.next;
    }
    const std::int64_t head = ring.records[ring.first].time;
    const std::int64_t start = stalls_.running_from(std::max(free_at_, head));
    if (start >= until) break;
    const std::int64_t alone = empty && start == head ? 1 : 0;  // no branch: it would be guessed wrong
    admit(ring, start - alone);
    most_waiting_ = std::max(most_waiting_, ring.end - ring.first - static_cast<std::size_t>(alone));
    const auto length = std::min(ring.end - ring.first, vector_);
    forward(ring.records + ring.first, length, start, take);
    ring.first += length;
  }
  admit(ring, until);
  waiting_ = ring.end - ring.first;
  most_waiting_ = std::max(most_waiting_, waiting_);
  records.keep(ring.first, ring.end);
}

/// Those that arrive until then, into the ring while it has room.
inline void Core::admit(Ring& ring, std::int64_t until) {
  const Record* const records = ring.records;
  for (; ring.next < ring.size && records[ring.next].time <= until; ++ring.next) {
    if (ring.end - ring.first == most_) {
      overflown.add(records[ring.next]);
      continue;
    }
    if (ring.end != ring.next) ring.records[ring.end] = records[ring.next];
    ++ring.end;
  }
}

/// The work on one vector.
template <typename Take>
void Core::forward(const Record* vector, std::size_t length, std::int64_t start, Take&& take) {
  if (length == 1) {  // most of them
    const auto outcome = access_.of(*vector);
    work(outcome.cycles + cycles_per_packet_, start);
    return pass(*vector, outcome.permit, take);
  }
  std::int64_t cycles = 0;
  for (std::size_t i = 0; i < length; ++i) cycles += cycles_per_packet_ + access_.of(vector[i]).cycles;
  work(cycles, start);
  for (std::size_t i = 0; i < length; ++i) pass(vector[i], access_.of(vector[i]).permit, take);
}

inline void Core::work(std::int64_t cycles, std::int64_t start) {
  const auto takes = cycles_(cycles_per_vector_ + cycles);
  free_at_ = stalls_.finish(start, takes);
  busy_ += takes;
}

/// Of the vector that has just been worked on.
template <typename Take>
[[gnu::always_inline]] inline void Core::pass(const Record& record, bool permitted, Take&& take) {
  if (!permitted) return denied.add(record);
  forwarded_[record.stream] += frame_of(record);
  take(record, free_at_ + latency_);
}

}  // namespace qoslab::dataplane
