// Where packets arrive: counts, delays, and what each subscriber got.
#pragma once

#include <cstdint>
#include <vector>

#include "model/dataplane/batch.h"
#include "model/dataplane/fingerprint.h"
#include "model/dataplane/stage.h"
#include "model/results/delay_histogram.h"

namespace qoslab::dataplane {

/// The far end of a link. Sinks share the totals by leaf; each has leaves of its own.
class Sink {
 public:
  /// Streams from `first_foreign` on belong to others: their packets go to `foreign`, with the time of their arrival.
  /// Delays of samples are kept apart, too. `fingerprinted`: keeps a fingerprint of all that arrives.
  Sink(std::int64_t link_delay, std::uint8_t first_foreign, LeafTotals& totals, const Samples& samples,
       bool fingerprinted = false);
  /// Takes from the front of `records`, which the link sent, those that arrive before `until`.
  void take(Batch& records, std::int64_t until);
  /// One record whose last bit the link has sent at `sent`; or, if it does not arrive before `until`, it goes to the
  /// end of `later`.
  void take(const Record& record, std::int64_t sent, std::int64_t until, Batch& later) {
    const std::int64_t arrival = sent + link_delay_;
    if (arrival < until) return arrive(record, arrival);
    later.push_back(record, sent);
  }
  /// Brings near what the arrival of a packet of this leaf needs.
  [[gnu::always_inline]] void prefetch(std::uint32_t leaf) const { __builtin_prefetch(&totals_[leaf], 1); }
  /// What arrived for others; whoever takes it clears it.
  Batch foreign;
  /// From now on delays and totals count.
  void begin_measuring();

  [[nodiscard]] const Tally& arrived() const { return arrived_; }
  [[nodiscard]] const Fingerprint& fingerprint() const { return fingerprint_; }
  [[nodiscard]] const DelayHistogram& delays(std::uint8_t stream) const { return delays_[stream]; }
  /// Null: that sample got nothing here.
  [[nodiscard]] const DelayHistogram* sample_delays(std::size_t number) const;

 private:
  void arrive(const Record& record, std::int64_t arrival) {
    if (record.stream >= first_special_) [[unlikely]]
      return arrive_specially(record, arrival);
    arrived_[record.stream] += frame_of(record);
    measure(record, Duration::picoseconds(arrival - record.sent));
  }
  void measure(const Record& record, Duration delay) {
    delays_[record.stream].add(delay);
    totals_[record.leaf] += frame_of(record);
  }
  /// What is not for this gateway alone, or not only measured. By value: others stay in registers.
  void arrive_specially(Record record, std::int64_t arrival);
  void keep_foreign(const Record& record, std::int64_t arrival);
  void add_sample(std::size_t number, Duration delay);

  std::int64_t link_delay_;
  std::uint8_t first_foreign_;
  std::uint8_t first_special_ = 0;  ///< packets of streams below are only measured
  LeafTotals& totals_;
  const Samples& samples_;
  bool fingerprinted_;
  bool measuring_ = false;
  Fingerprint fingerprint_;
  Tally arrived_{};
  std::vector<DelayHistogram> delays_;
  std::vector<DelayHistogram> sample_delays_;
};

}  // namespace qoslab::dataplane
