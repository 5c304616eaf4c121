#include "model/dataplane/sink.h"

#include <algorithm>

namespace qoslab::dataplane {

Sink::Sink(std::int64_t link_delay, std::uint8_t first_foreign, LeafTotals& totals, const Samples& samples,
           bool fingerprinted)
    : link_delay_{link_delay},
      first_foreign_{first_foreign},
      totals_{totals},
      samples_{samples},
      fingerprinted_{fingerprinted},
      delays_(most_streams) {}

const DelayHistogram* Sink::sample_delays(std::size_t number) const {
  return number < sample_delays_.size() ? &sample_delays_[number] : nullptr;
}

void Sink::begin_measuring() {
  measuring_ = true;
  first_special_ = fingerprinted_ || !samples_.empty() ? 0 : first_foreign_;
}

void Sink::take(Batch& records, std::int64_t until) {
  constexpr std::size_t ahead = 12;
  const Record* const end = std::partition_point(records.begin(), records.end(),
                                                 [&](const Record& r) { return r.time + link_delay_ < until; });
  const auto taken = static_cast<std::size_t>(end - records.begin());
  const Record* const far = end - std::min(ahead, taken);
  for (const Record* record = records.begin(); record != end; ++record) {
    if (record < far) prefetch(record[ahead].leaf);
    arrive(*record, record->time + link_delay_);
  }
  records.drop_front(taken);
}

void Sink::arrive_specially(Record record, std::int64_t arrival) {
  if (fingerprinted_) fingerprint_.add(record, arrival);
  if (record.stream >= first_foreign_) return keep_foreign(record, arrival);
  arrived_[record.stream] += frame_of(record);
  if (!measuring_) return;
  const auto delay = Duration::picoseconds(arrival - record.sent);
  measure(record, delay);
  if (const auto sample = sample_of(samples_, record.leaf); sample != 0) add_sample(sample, delay);
}

void Sink::keep_foreign(const Record& record, std::int64_t arrival) {
  foreign.push_back(record);
  foreign.back().time = arrival;
}

void Sink::add_sample(std::size_t number, Duration delay) {
  if (number >= sample_delays_.size()) sample_delays_.resize(number + 1);
  sample_delays_[number].add(delay);
}

}  // namespace qoslab::dataplane
